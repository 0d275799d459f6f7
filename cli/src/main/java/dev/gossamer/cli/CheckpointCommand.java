package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "checkpoint",
        mixinStandardHelpOptions = true,
        description =
                "Have a running crawl write its whole state to disk, and wait until it is there.")
final class CheckpointCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean isDone = CrawlDirectory.open(directory).checkpoint();
        spec.commandLine()
                .getOut()
                .println(
                        isDone
                                ? "the state of " + directory + " is on disk"
                                : directory
                                        + " is not being crawled: what it has is on disk already");
        return 0;
    }
}
