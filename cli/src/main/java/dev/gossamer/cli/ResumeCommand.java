package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.RunningCrawls;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Go on with a crawl after a stop or a crash, and try again what failed. Options given here replace those it had; seeds are added to them. What they let in now is taken up from the pages fetched so far, what they keep out now is left. A crawl that is paused goes on.")
final class ResumeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Mixin private RunFlags run = new RunFlags();

    @Mixin private CrawlFlags flags = new CrawlFlags();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var running = RunningCrawls.in(directory);
        if (running.isPresent()) return endPause(running.get());
        var crawl = Crawl.resume(directory);
        flags.apply(spec.commandLine().getParseResult(), List.of(), crawl);
        return run.goOn(spec.commandLine(), crawl, directory);
    }

    /** The crawl runs in another process, so all that can be meant is the end of a pause. */
    private int endPause(RunningCrawls.Running running) throws IOException {
        boolean hasMore = spec.commandLine().getParseResult().matchedArgs().size() > 1;
        if (hasMore || !running.ask("resume", Map.of()).path("wasPaused").asBoolean())
            throw new UsageException(
                    "%s is being crawled by another process; '%s' changes its settings"
                            .formatted(directory, TypedCommand.with("set", directory)));
        spec.commandLine().getOut().println(directory + " goes on");
        return 0;
    }
}
