package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.Status;
import dev.gossamer.derive.Lag;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;

/**
 * Runs a crawl and shows it: one line that is redrawn on a terminal, a plain line now and then
 * elsewhere, and a summary at the end. All of it goes to standard error but the summary, which may
 * be piped.
 */
final class Progress {
    private static final double PLAIN_LINE_SECONDS = 10;

    /** Less is read in a moment: not worth a word. */
    private static final long CATCH_UP_BYTES = 1 << 20;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean quiet;
    private final boolean json;
    private final boolean isTerminal;
    private boolean isPaused;
    private double lastLineSeconds;
    private double lastSeconds;
    private long lastPages;
    private double pagesPerSecond;
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

    void warn(String text) {
        if (!quiet) err.println("gossamer: " + text);
    }

    /** The exit status of the command. */
    int run(Crawl crawl, Path folder) throws IOException, InterruptedException {
        if (!quiet)
            err.println(
                    "crawling into "
                            + folder
                            + "  (Ctrl-C stops, 'gossamer resume "
                            + folder
                            + "' goes on)");
        var interrupts =
                Interrupts.call(
                        () -> {
                            err.println(
                                    (isTerminal ? "\n" : "")
                                            + "stopping; once more to stop at once");
                            crawl.stop();
                        });
        long enough = crawl.options().limits().maxPages();
        Status status = crawl.onProgress(this::show).run();
        if (isTerminal && !quiet) err.print("\r\033[K");
        err.flush();
        out.println(json ? status.toJson() : Summary.of(status, folder));
        if (status.state() == Status.State.stopped && status.pages() >= enough) {
            warn("max-pages " + enough + " is reached; to go on, resume with a higher --max-pages");
        }
        long requests = crawl.options().limits().requests();
        if (status.state() == Status.State.stopped && status.requests() >= requests) {
            warn(
                    "max-requests "
                            + requests
                            + " is reached; to go on, resume with a higher --max-requests");
        }
        long refused = status.dropped().getOrDefault("budget", 0L);
        if (refused > 0) {
            warn(
                    "%,d links were left out because their sites have more than their share of memory or disk, see max-state and docs/security.md"
                            .formatted(refused));
        }
        boolean isInVain = status.pages() == 0;
        if (isInVain) warn("not one page was fetched" + reason(status, folder));
        else if (status.parked() > 0) {
            warn(
                    "%,d URLs could not be fetched; 'gossamer resume %s' tries them again"
                            .formatted(status.parked(), folder));
        }
        if (interrupts.happened()) return Main.INTERRUPTED;
        return isInVain ? Main.FAILED : 0;
    }

    /** Why there is no page, as far as the numbers tell. */
    private static String reason(Status status, Path folder) {
        if (!status.unreachable().isEmpty()) {
            var first = status.unreachable().getFirst();
            return ": "
                    + TerminalText.clean(first.origin())
                    + ": "
                    + TerminalText.clean(first.reason())
                    + "; 'gossamer resume "
                    + folder
                    + "' tries again";
        }
        if (status.dropped().containsKey("robots")) return ": robots.txt forbids it";
        if (!status.status().isEmpty())
            return "; the servers answered " + String.join(", ", status.status().keySet());
        return "";
    }

    /** Told once, also to those who want it quiet: a crawl that waits should not look hung. */
    private void paused(String trouble) {
        if (!isPaused) tell("paused, goes on by itself: " + trouble);
        isPaused = true;
    }

    private void tell(String text) {
        err.println((isTerminal ? "\r\033[K" : "") + "gossamer: " + text);
    }

    private void show(Status status) {
        if (status.state() == Status.State.paused) {
            paused(status.trouble().orElse("unknown"));
            return;
        }
        if (status.state() != Status.State.running) {
            showCatchUp(status);
            return;
        }
        if (isPaused) tell("going on");
        isPaused = false;
        if (quiet) return;
        double passed = status.seconds() - lastSeconds;
        if (passed <= 0) return;
        // A moving average over some seconds: people look for a trend, not for noise.
        double rate = (status.pages() - lastPages) / passed;
        pagesPerSecond =
                lastSeconds == 0
                        ? rate
                        : pagesPerSecond + (rate - pagesPerSecond) * Math.min(1, passed / 3);
        lastSeconds = status.seconds();
        lastPages = status.pages();
        String line =
                String.format(
                        Locale.ROOT,
                        "%s  %,d pages  %,.0f/s  %s  %,d queued  %,d hosts  %,d errors",
                        Summary.time(status.seconds()),
                        status.pages(),
                        pagesPerSecond,
                        Summary.bytes(status.bytes()),
                        status.queued(),
                        status.hosts(),
                        status.failures());
        if (isTerminal) {
            redraw(line);
        } else if (status.seconds() - lastLineSeconds >= PLAIN_LINE_SECONDS) {
            lastLineSeconds = status.seconds();
            err.println(line);
        }
    }

    /** The crawl is over, links and index are not yet. */
    private void showCatchUp(Status status) {
        long behind = status.lags().values().stream().mapToLong(Lag::behindBytes).max().orElse(0);
        if (quiet || (behind < CATCH_UP_BYTES && !isCatchUpShown)) return;
        String line =
                "crawl over; links and index read on: "
                        + Summary.bytes(behind)
                        + " to go  (Ctrl-C leaves it for later)";
        if (isTerminal) redraw(line);
        else if (!isCatchUpShown) err.println(line);
        isCatchUpShown = true;
    }

    private void redraw(String line) {
        err.print("\r\033[K" + line);
        err.flush();
    }
}
