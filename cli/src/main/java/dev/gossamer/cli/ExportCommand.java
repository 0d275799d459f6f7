package dev.gossamer.cli;

import dev.gossamer.crawl.CrawledPlaces;
import dev.gossamer.crawl.OpenedArchive;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.crawl.Version;
import dev.gossamer.export.ArchiveExport;
import dev.gossamer.export.PagePlaces;
import dev.gossamer.export.PageReading;
import dev.gossamer.export.PageSelection;
import dev.gossamer.export.WaczExport;
import dev.gossamer.store.Damage;
import dev.gossamer.store.PageField;
import dev.gossamer.url.Url;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
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
    /** Damaged places that are named one by one. */
    private static final int MAX_NAMED = 20;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            required = true,
            description =
                    "urls, edges (page, link, kind and text, tabs between), jsonl, markdown (main text, front matter before each page; with -o DIR/ a file for each page), parquet, csv (status, title, description, canonical, redirect, depth and links to it, of every answer) or wacz (the whole archive in one file, for replayweb.page).")
    private ArchiveExport.Format format = ArchiveExport.Format.URLS;

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
            description =
                    "Where to write (default: standard output). For markdown it may be a folder that exists, or a name that ends with /.")
    private String out = "";

    @Option(
            names = "--all",
            description =
                    "Also robots.txt, redirects and errors, and pages that ask not to be indexed or archived (noindex, noarchive).")
    private boolean isAll;

    @Option(
            names = "--host",
            split = ",",
            paramLabel = "HOST",
            description = "Only of these hosts and those below them.")
    private List<String> hosts = List.of();

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            description = "Only these media types, or beginnings of them: text/html, image/.")
    private List<String> types = List.of();

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            description = "Only answers with this status: 404, 5xx.")
    private List<String> statuses = List.of();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "Only what was fetched then or later: 2026-11-15 or 2026-11-15T05:25:00Z.")
    private String from = "";

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Only what was fetched before that time.")
    private String until = "";

    private int damages;

    @Override
    public Integer call() throws IOException {
        var chosen = chosen();
        AskedFolder.check(directory);
        var opened = OpenedArchive.in(directory);
        if (format == ArchiveExport.Format.WACZ) {
            new WaczExport("gossamer " + Version.TEXT, reading(opened), isAll)
                    .write(opened.archive(), wacz(), this::damaged);
            return damages == 0 ? 0 : 1;
        }
        if (format == ArchiveExport.Format.CSV) {
            try (var places = CrawledPlaces.open(directory)) {
                write(opened, chosen, url -> place(places, url));
            }
        } else write(opened, chosen, PagePlaces.UNKNOWN);
        return damages == 0 ? 0 : 1;
    }

    private void write(OpenedArchive opened, Set<PageField> chosen, PagePlaces places)
            throws IOException {
        var export = new ArchiveExport(format, chosen, reading(opened), selection(), places);
        if (isFolder()) export.writeFiles(opened.archive(), Path.of(out), this::damaged);
        else export.write(opened.archive(), open(), this::damaged);
    }

    private static PageReading reading(OpenedArchive opened) {
        return new PageReading(opened.agent(), opened.maxDecodedBytes());
    }

    private static PagePlaces.Place place(CrawledPlaces places, Url url) throws IOException {
        return new PagePlaces.Place(places.depth(url), places.inLinks(url));
    }

    /** Returns the file to write; refuses what makes no sense for a whole archive. */
    private Path wacz() {
        boolean isChosen =
                !(hosts.isEmpty()
                        && types.isEmpty()
                        && statuses.isEmpty()
                        && from.isEmpty()
                        && until.isEmpty());
        if (isChosen)
            throw new UsageException(
                    "wacz holds the whole archive; it goes without --host, --type, --status, --from and --until");
        if (out.isEmpty()) throw new UsageException("wacz is no text; name a file with -o");
        Path file = Path.of(out).toAbsolutePath();
        if (!out.endsWith(".wacz"))
            throw new UsageException(
                    "-o is '" + out + "'; the name of a WACZ file ends with .wacz");
        requireFolder(file);
        return file;
    }

    private void requireFolder(Path file) {
        var folder = file.getParent();
        if (folder == null || !Files.isDirectory(folder))
            throw new UsageException(
                    "cannot write to %s: there is no folder %s".formatted(out, folder));
    }

    /** Names the first damaged places; the export passes over all of them. */
    private void damaged(Damage damage) {
        damages++;
        var err = spec.commandLine().getErr();
        if (damages <= MAX_NAMED) err.println("gossamer: " + damage);
        else if (damages == MAX_NAMED + 1) err.println("gossamer: more damage is not listed");
    }

    private OutputStream open() throws IOException {
        if (!out.isEmpty()) {
            requireFolder(Path.of(out).toAbsolutePath());
            try {
                return new BufferedOutputStream(Files.newOutputStream(Path.of(out)), 1 << 16);
            } catch (IOException e) {
                throw new UsageException("cannot write to " + out + ": " + Main.told(e));
            }
        }
        if (!format.isText()) throw new UsageException("parquet is no text; name a file with -o");
        var console = new FileOutputStream(FileDescriptor.out);
        return Terminal.ofOutput().isInteractive() ? new CleanStream(console) : console;
    }

    private boolean isFolder() {
        boolean isNamedSo =
                !out.isEmpty() && (out.endsWith("/") || Files.isDirectory(Path.of(out)));
        if (isNamedSo && format != ArchiveExport.Format.MARKDOWN)
            throw new UsageException(out + " is a folder; name a file with -o");
        return isNamedSo;
    }

    private PageSelection selection() {
        try {
            return new PageSelection(
                    isAll,
                    hosts,
                    types,
                    statuses,
                    time("--from", from, Instant.MIN),
                    time("--until", until, Instant.MAX));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--status: " + e.getMessage());
        }
    }

    private static Instant time(String option, String text, Instant usual) {
        if (text.isEmpty()) return usual;
        try {
            return Instant.parse(text.contains("T") ? text : text + "T00:00:00Z");
        } catch (DateTimeException e) {
            throw new UsageException(
                    option
                            + " is '"
                            + text
                            + "'; expected a day such as 2026-11-15, or a time such as 2026-11-15T05:25:00Z");
        }
    }

    private Set<PageField> chosen() {
        if (fields.isEmpty()) return ArchiveExport.FIELDS;
        if (format != ArchiveExport.Format.JSONL && format != ArchiveExport.Format.PARQUET)
            throw new UsageException("--fields is for jsonl and parquet alone");
        try {
            return ArchiveExport.fields(fields);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--fields: " + e.getMessage());
        }
    }
}
