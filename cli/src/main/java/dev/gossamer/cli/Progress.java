package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.Status;
import dev.gossamer.derive.Lag;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;

/**
 * Runs a crawl and shows it: some lines that are redrawn on a terminal, a plain line now and then
 * elsewhere, and a summary at the end. All of it goes to standard error but the summary, which may
 * be piped.
 */
final class Progress {
    private static final double PLAIN_LINE_SECONDS = 10;

    /** A shorter wait needs no line of its own. */
    private static final double LONG_WAIT_SECONDS = 3;

    /** Less is read in a moment: not worth a word. */
    private static final long CATCH_UP_BYTES = 1 << 20;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean quiet;
    private final boolean json;
    private final boolean isTerminal;
    private Optional<Live> live = Optional.empty();
    private Optional<ProgressLine> line = Optional.empty();
    private final Speed speed = new Speed();
    private String header = "";
    private boolean canResume = true;
    private boolean isPaused;
    private String lastWait = "";
    private double lastLineSeconds;
    private boolean isCatchUpShown;

    Progress(CommandLine command, boolean quiet, boolean json) {
        this.out = command.getOut();
        this.err = command.getErr();
        this.quiet = quiet;
        this.json = json;
        this.isTerminal = Terminal.ofError().isInteractive();
    }

    /** This folder, or the next with a number behind it, that is not there yet. */
    static Path freeFolder(Path first) {
        Path free = first;
        for (int i = 2; Files.exists(free); i++)
            free = first.resolveSibling(first.getFileName() + "-" + i);
        return free;
    }

    private static String goesOn(Path folder) {
        return ", '" + TypedCommand.with("resume", folder) + "' goes on";
    }

    /** The web is gone when the command ends, so nothing is said of resuming the crawl. */
    Progress ofPassingWeb() {
        canResume = false;
        return this;
    }

    void warn(String text) {
        if (!quiet) err.println("gossamer: " + text);
    }

    /** Runs the crawl and returns the exit status of the command. */
    int run(Crawl crawl, Path folder) throws IOException, InterruptedException {
        header = "crawling into %s  (Ctrl-C stops%s)";
        header = header.formatted(folder, canResume ? goesOn(folder) : "");
        var options = crawl.options();
        line = Optional.of(new ProgressLine(options.limits().maxPages()));
        var interrupts =
                Interrupts.call(
                        () -> {
                            tell("stopping; once more to stop at once");
                            crawl.stop();
                        });
        Status status;
        try (var keys = isTerminal && !quiet ? PressedKeys.of(crawl, this::tell) : null) {
            if (isTerminal && !quiet)
                live =
                        Optional.of(
                                Live.of(folder, options, err)
                                        .saying(keys == null ? "" : PressedKeys.HELP));
            Optional.ofNullable(keys).ifPresent(each -> interrupts.beforeHalt(each::close));
            status =
                    crawl.steerable()
                            .onProgress(
                                    now -> {
                                        if (keys != null) keys.take(now);
                                        show(now);
                                    })
                            .run();
        }
        live.ifPresent(Live::clear);
        err.flush();
        out.println(json ? status.toJson() : Summary.of(status, folder));
        long refused = status.dropped().getOrDefault("budget", 0L);
        if (refused > 0) {
            warn(
                    "%,d links were left out because their sites have more than their share of memory or disk, see max-state and docs/security.md"
                            .formatted(refused));
        }
        if (canResume) Conclusion.of(status, options, folder).ifPresent(this::warn);
        if (interrupts.happened()) return Main.INTERRUPTED;
        return status.pages() == 0 ? Main.FAILED : 0;
    }

    /** Not before the crawl has begun: what cannot be crawled is refused without another word. */
    private void begin() {
        if (!quiet && !header.isEmpty()) err.println(header);
        header = "";
    }

    /** Told once, also to those who want it quiet: a crawl that waits should not look hung. */
    private void paused(String trouble) {
        if (!isPaused)
            tell(
                    trouble.startsWith("paused by ")
                            ? trouble + "; 'resume' from another terminal goes on"
                            : "paused, goes on by itself: " + trouble);
        isPaused = true;
    }

    private void tell(String text) {
        live.ifPresentOrElse(
                each -> each.tell("gossamer: " + text), () -> err.println("gossamer: " + text));
    }

    private void show(Status status) {
        begin();
        if (status.state() == Status.State.paused) {
            paused(status.reason().orElse("unknown"));
            if (speed.see(status)) live.ifPresent(each -> each.show(status, speed));
            return;
        }
        if (status.state() != Status.State.running) {
            showCatchUp(status);
            return;
        }
        if (isPaused) tell("going on");
        isPaused = false;
        if (quiet || !speed.see(status)) return;
        if (live.isPresent()) live.get().show(status, speed);
        else if (isLineDue(status)) err.println(text(status));
    }

    private String text(Status status) {
        return line.map(each -> each.of(status, speed.pages(), Integer.MAX_VALUE)).orElse("");
    }

    /** Now and then, and soon after a long wait began for which there is another reason. */
    private boolean isLineDue(Status status) {
        double passed = status.seconds() - lastLineSeconds;
        String wait =
                status.waiting()
                        .filter(each -> each.seconds() >= LONG_WAIT_SECONDS)
                        .map(Status.Waiting::reason)
                        .orElse("");
        boolean isNews = !wait.isEmpty() && !wait.equals(lastWait) && passed >= LONG_WAIT_SECONDS;
        if (!isNews && passed < PLAIN_LINE_SECONDS) return false;
        lastLineSeconds = status.seconds();
        lastWait = wait;
        return true;
    }

    /** The crawl is over, links and index are not yet. */
    private void showCatchUp(Status status) {
        long behind = status.lags().values().stream().mapToLong(Lag::behindBytes).max().orElse(0);
        if (quiet || (behind < CATCH_UP_BYTES && !isCatchUpShown)) return;
        String text =
                "crawl over; links and index read on: "
                        + Summary.bytes(behind)
                        + " to go  (Ctrl-C leaves it for later)";
        if (live.isPresent()) live.get().show(text);
        else if (!isCatchUpShown) err.println(text);
        isCatchUpShown = true;
    }
}
