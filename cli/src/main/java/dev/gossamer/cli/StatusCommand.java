package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Where a crawl stands: running, paused, stopped, finished or crashed.")
final class StatusCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Option(names = "--json", description = "As JSON, for programs.")
    private boolean json;

    @Option(
            names = "--watch",
            description = "Show it as it goes on, until the crawl ends or Ctrl-C.")
    private boolean isWatched;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var crawl = CrawlDirectory.open(directory);
        var out = spec.commandLine().getOut();
        if (isWatched) watch(crawl, out);
        var status = crawl.status();
        if (json && isWatched) out.println(status.toJsonLine());
        else out.println(json ? status.toJson() : Summary.of(status, directory));
        return 0;
    }

    private void watch(CrawlDirectory crawl, PrintWriter out)
            throws IOException, InterruptedException {
        var enough = new CountDownLatch(1);
        Interrupts.call(enough::countDown);
        if (json) {
            crawl.watch(
                    status -> {
                        out.println(status.toJsonLine());
                        out.flush();
                    },
                    enough);
            return;
        }
        boolean isLive = Terminal.ofOutput().isInteractive();
        var speed = new Speed();
        var live = isLive ? Live.of(directory, crawl.options(), out) : null;
        var line = new ProgressLine(crawl.options().limits().maxPages());
        crawl.watch(
                status -> {
                    if (!speed.see(status)) return;
                    if (live != null) live.show(status, speed);
                    else println(out, line.of(status, speed.pages(), Integer.MAX_VALUE));
                },
                enough);
        if (live != null) live.clear();
    }

    private static void println(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }
}
