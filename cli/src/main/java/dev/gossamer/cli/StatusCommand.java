package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
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

    @Override
    public Integer call() throws IOException {
        var status = CrawlDirectory.open(directory).status();
        var out = spec.commandLine().getOut();
        out.println(json ? status.toJson() : Summary.of(status, directory));
        return 0;
    }
}
