package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.Why;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        description = "How a URL was found and what became of it, or which rule keeps it out.")
final class WhyCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Parameters(index = "1", paramLabel = "URL")
    private String url = "";

    @Option(names = "--json", description = "As JSON, for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        var asked = AskedUrl.parse(url);
        var crawl = CrawlDirectory.open(directory);
        var out = spec.commandLine().getOut();
        if (json) out.println(Why.json(crawl, asked));
        else Why.explain(crawl, asked).forEach(line -> out.println(TerminalText.clean(line)));
        return 0;
    }
}
