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
        name = "resume",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Go on with a crawl after a stop or a crash, and try again what failed. Options given here replace those it had; seeds are added to them. What they let in now is taken up from the pages fetched so far, what they keep out now is left.")
final class ResumeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Mixin private RunFlags run = new RunFlags();

    @Mixin private CrawlFlags flags = new CrawlFlags();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var crawl = Crawl.resume(directory);
        flags.apply(spec.commandLine().getParseResult(), List.of(), crawl);
        return run.goOn(spec.commandLine(), crawl, directory);
    }
}
