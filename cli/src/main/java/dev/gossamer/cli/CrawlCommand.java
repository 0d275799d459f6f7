package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

@Command(
        name = "crawl",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Crawl from the given URLs into a folder.")
final class CrawlCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "URL",
            arity = "0..*",
            description =
                    "Where to start. Without http:// or https:// the server is asked which it speaks.")
    private List<String> urls = List.of();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "The folder to crawl into (default: crawls/HOST, or HOST-2 and so on).")
    private Path directory = Path.of("");

    @Mixin private RunFlags run = new RunFlags();

    @Mixin private CrawlFlags flags = new CrawlFlags();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var crawl = Crawl.of();
        var given = spec.commandLine().getParseResult();
        flags.apply(given, seeds(given), crawl);
        var options = crawl.options();
        Path folder =
                directory.toString().isEmpty() ? folder(options.seeds().getFirst()) : directory;
        var show = run.progress(spec.commandLine());
        if (options.identity().contact().isEmpty()
                && options.identity().userAgent().isEmpty()
                && options.seeds().stream().anyMatch(seed -> !isLoopback(seed))) {
            show.warn("no --contact given: those whose servers are visited cannot reach you");
        }
        return show.run(crawl.into(folder), folder);
    }

    /**
     * Options with which a seed without a scheme is https, and nobody is asked. Behind a proxy, or
     * with name servers of its own, which a file may name, only the crawl can tell what is there;
     * and secrets go over plain HTTP only where the user wrote that.
     */
    private static final List<String> NOT_GUESSED =
            List.of("--proxy", "--dns", "--config", "--login", "--header", "--header-file");

    private List<String> seeds(ParseResult given) {
        return NOT_GUESSED.stream().anyMatch(given::hasMatchedOption)
                ? urls
                : new GuessedScheme(this::tell).of(urls);
    }

    private void tell(String line) {
        if (!run.isQuiet()) spec.commandLine().getErr().println("gossamer: " + line);
    }

    private static boolean isLoopback(Url seed) {
        return seed.host().equals("localhost")
                || seed.host().startsWith("127.")
                || seed.host().equals("[::1]")
                || seed.host().endsWith(".test");
    }

    /** Named after the host of the first seed. */
    private static Path folder(Url seed) {
        return Progress.freeFolder(
                Path.of("crawls", seed.host().replaceAll("[^a-zA-Z0-9.-]", "_")));
    }
}
