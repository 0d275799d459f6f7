package dev.gossamer.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description =
                "Give a running crawl more URLs to start from. They widen its scope as its first seeds do.",
        footer = {"", "Example:", "  gossamer add docs https://www.example.org/news/"})
final class AddCommand extends SteerCommand implements Callable<Integer> {
    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "URL",
            description = "With http:// or https:// before it.")
    private List<String> urls = List.of();

    @Override
    public Integer call() throws IOException {
        int added = ask("add", Map.of("urls", urls)).path("added").asInt();
        say("%,d of %,d were not known as seeds".formatted(added, urls.size()));
        return 0;
    }
}
