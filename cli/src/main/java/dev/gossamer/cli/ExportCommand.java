package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.parse.Link;
import dev.gossamer.parse.MarkdownReader;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.Damage;
import dev.gossamer.store.Exporter;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PageField;
import dev.gossamer.store.ParquetPages;
import dev.gossamer.url.Url;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Write the archived pages of a finished or running crawl in another form.")
final class ExportCommand implements Callable<Integer> {
    private static final int MAX_BYTES = 1 << 28;

    /** So many damaged places are named, and no more. */
    private static final int MAX_TOLD = 20;

    @Spec private CommandSpec spec = CommandSpec.create();

    private enum Format {
        URLS,
        EDGES,
        JSONL,
        MARKDOWN,
        PARQUET
    }

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            required = true,
            description =
                    "urls, edges (page, link, kind and text, tabs between), jsonl, markdown (main text, front matter before each page) or parquet.")
    private Format format = Format.URLS;

    @Option(
            names = "--fields",
            split = ",",
            paramLabel = "FIELD",
            description =
                    "Of jsonl and parquet: url, time, status, type, digest, title, text, links (default: all).")
    private List<String> fields = List.of();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Where to write (default: standard output).")
    private Path file = Path.of("");

    private final List<Damage> damages = new ArrayList<>();
    private final MarkdownReader markdown = new MarkdownReader();
    private final HtmlParser parser = new HtmlParser(EnumSet.allOf(Want.class));

    @Override
    public Integer call() throws IOException {
        var chosen = chosen();
        var archive = ShowCommand.Archives.open(directory);
        try (OutputStream out = open()) {
            if (format == Format.PARQUET) parquet(archive, out, chosen);
            else text(archive, out, chosen);
        }
        return damages.isEmpty() ? 0 : 1;
    }

    /** What is damaged is told, and the rest is written. */
    private void damaged(Damage damage) {
        damages.add(damage);
        if (damages.size() <= MAX_TOLD) spec.commandLine().getErr().println("gossamer: " + damage);
        else if (damages.size() == MAX_TOLD + 1)
            spec.commandLine().getErr().println("gossamer: more damage is not listed");
    }

    private void text(Archive archive, OutputStream to, Set<PageField> chosen) throws IOException {
        var out = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
        var exporter =
                switch (format) {
                    case URLS -> Exporter.urls(out);
                    case EDGES -> Exporter.edges(out, this::edges);
                    case MARKDOWN -> Exporter.markdown(out, this::prose);
                    case JSONL, PARQUET -> Exporter.jsonLines(out, chosen, this::read);
                };
        archive.forEach(exporter::page, this::damaged);
        out.flush();
    }

    private void parquet(Archive archive, OutputStream out, Set<PageField> chosen)
            throws IOException {
        try (var pages = new ParquetPages(out, chosen, this::read)) {
            archive.forEach(pages::page, this::damaged);
        }
    }

    private OutputStream open() throws IOException {
        if (!file.toString().isEmpty()) {
            return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        }
        if (format == Format.PARQUET) {
            throw new UsageException("parquet is no text; name a file with -o");
        }
        return new FileOutputStream(FileDescriptor.out);
    }

    private Set<PageField> chosen() {
        if (fields.isEmpty()) return PageField.ALL;
        try {
            return PageField.named(fields);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--fields: " + e.getMessage());
        }
    }

    private Optional<Exporter.Prose> prose(ArchivedPage page) throws IOException {
        var url = Url.parse(page.url());
        if (!page.isHtml() || url.isEmpty()) return Optional.empty();
        var prose =
                markdown.read(
                        url.get(), page.headers().joined("content-type"), page.content(MAX_BYTES));
        return Optional.of(new Exporter.Prose(prose.title(), prose.language(), prose.text()));
    }

    private Optional<PageFacts> read(ArchivedPage page) throws IOException {
        return parse(page)
                .map(
                        parsed ->
                                new PageFacts(
                                        parsed.title(),
                                        parsed.text(),
                                        parsed.links().stream()
                                                .map(Link::target)
                                                .map(Url::withoutUserinfo)
                                                .toList()));
    }

    private List<Exporter.Edge> edges(ArchivedPage page) throws IOException {
        return parse(page).map(ParsedPage::links).orElse(List.of()).stream()
                .map(
                        link ->
                                new Exporter.Edge(
                                        link.target().withoutUserinfo(), kind(link), link.text()))
                .toList();
    }

    private static String kind(Link link) {
        return link.kind().name().toLowerCase(Locale.ROOT);
    }

    private Optional<ParsedPage> parse(ArchivedPage page) throws IOException {
        var url = Url.parse(page.url());
        if (!page.isHtml() || url.isEmpty()) return Optional.empty();
        return Optional.of(
                parser.parse(
                        url.get(), page.headers().joined("content-type"), page.content(MAX_BYTES)));
    }
}
