package dev.gossamer.cli;

import dev.gossamer.alike.Duplicates;
import dev.gossamer.crawl.CrawlDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "duplicates",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "What a crawl got more than once: hosts that are mirrors, pages nearly alike.")
final class DuplicatesCommand implements Callable<Integer> {
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Option(names = "--json", description = "As JSON, for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        var found = CrawlDirectory.open(directory).duplicates();
        var out = spec.commandLine().getOut();
        if (json) out.println(JSON.writeValueAsString(found));
        else show(found, out);
        return 0;
    }

    private static void show(Duplicates found, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%,d pages, %,d of them with the content of another%n",
                found.pages(),
                found.duplicates());
        out.println(
                found.mirrors().isEmpty()
                        ? "no hosts that share most of their pages"
                        : "hosts that share most of their pages:");
        for (var mirror : found.mirrors()) {
            out.printf(
                    Locale.ROOT,
                    "  %3.0f %%  %s  %s%n",
                    100 * mirror.common(),
                    mirror.host(),
                    mirror.other());
        }
        out.println(
                found.nearDuplicates() == 0
                        ? "no pages nearly like another (looked for only with --near-duplicates)"
                        : String.format(
                                Locale.ROOT,
                                "%,d pages nearly like another:",
                                found.nearDuplicates()));
        for (var page : found.near()) out.println("  " + page.url() + "  " + page.like());
        if (found.near().size() < found.nearDuplicates()) {
            out.println("  and more: those with near: in the last field of crawl.log");
        }
    }
}
