package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "retry",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Ask once more for what a crawl did not get: URLs that could not be reached, and those that were answered with an error such as 404 or 403. What still waits in its queue is fetched too.")
final class RetryCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Mixin private RunFlags run = new RunFlags();

    @Mixin private CrawlFlags flags = new CrawlFlags();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var crawl = Crawl.retry(directory);
        flags.apply(spec.commandLine().getParseResult(), List.of(), crawl);
        return run.goOn(spec.commandLine(), crawl, directory);
    }
}
