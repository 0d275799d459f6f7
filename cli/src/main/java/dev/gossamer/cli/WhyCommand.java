package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.WhyJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        description = "How a URL was found and what became of it, or which rule keeps it out.")
final class WhyCommand implements Callable<Integer> {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

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
        var answer = CrawlDirectory.open(directory).why(asked);
        var out = spec.commandLine().getOut();
        if (json) out.println(JSON.writeValueAsString(WhyJson.of(answer)));
        else WhyText.of(answer).forEach(line -> out.println(TerminalText.clean(line)));
        return 0;
    }
}
