package dev.gossamer.cli;

import dev.gossamer.crawl.ArchivedText;
import dev.gossamer.crawl.OpenedArchive;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.Lookup;
import dev.gossamer.store.PageLog;
import dev.gossamer.url.Url;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show an archived page: its content as it was meant, or a part.")
final class ShowCommand implements Callable<Integer> {
    private enum Part {
        CONTENT,
        HEADERS,
        TEXT,
        RAW
    }

    /** Fields of two digits each, so that none can be taken for a part of another. */
    private static final String MOMENT =
            "\\d{4}(-?\\d\\d(-?\\d\\d([T ]?\\d\\d(:?\\d\\d(:?\\d\\d)?)?Z?)?)?)?";

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT);

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the crawl.")
    private Path directory = Path.of("");

    @Parameters(index = "1", paramLabel = "URL", description = "The page.")
    private String url = "";

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description =
                    "The capture nearest to this time, such as 2026-11-15 or 2026-11-15T10:00 in UTC (default: the newest).")
    private String at = "";

    @Option(names = "--headers", description = "The head of the answer alone.")
    private boolean headers;

    @Option(names = "--text", description = "What a reader sees, without markup.")
    private boolean text;

    @Option(names = "--raw", description = "Head and body exactly as they came.")
    private boolean raw;

    @Override
    public Integer call() throws IOException {
        Part part = part();
        AskedFolder.check(directory);
        Url wanted = AskedUrl.of(directory, url);
        Path pages = directory.resolve("pages");
        if (!Archive.isIn(directory) && Files.isDirectory(pages))
            return logged(pages, wanted, part);
        var opened = OpenedArchive.in(directory);
        var archive = opened.archive();
        var lookup =
                at.isEmpty()
                        ? Lookup.newest(archive, wanted)
                        : Lookup.nearest(archive, wanted, time(at));
        return switch (lookup) {
            case Lookup.Found(var page) -> show(page, part, opened.maxDecodedBytes());
            case Lookup.WithoutContent(var page) ->
                    part == Part.HEADERS
                            ? show(page, part, opened.maxDecodedBytes())
                            : failed("its content lies in an earlier crawl that is not there");
            case Lookup.NotArchived() -> notArchived(wanted);
            case Lookup.NotIndexed() ->
                    failed(
                            "the index of the archive is gone; '"
                                    + TypedCommand.with("index", directory)
                                    + "' makes it anew");
        };
    }

    /** From the store {@code pages}, which has the contents alone. */
    private int logged(Path pages, Url wanted, Part part) throws IOException {
        if (part == Part.HEADERS || part == Part.RAW || !at.isEmpty()) {
            throw new UsageException(
                    "the store 'pages' is asked for the newest content of a page alone: no --headers, --raw or --at");
        }
        var content = PageLog.read(pages, wanted);
        if (content.isEmpty()) return notArchived(wanted);
        byte[] bytes = content.get();
        return print(
                part == Part.TEXT ? clean(ArchivedText.ofHtml(wanted, "text/html", bytes)) : bytes);
    }

    private int notArchived(Url wanted) {
        return failed(
                "not archived: %s (%s tells more)".formatted(wanted, TypedCommand.with("why")));
    }

    private int failed(String why) {
        spec.commandLine().getErr().println("gossamer: " + why);
        return Main.FAILED;
    }

    private Part part() {
        if ((headers ? 1 : 0) + (text ? 1 : 0) + (raw ? 1 : 0) > 1) {
            throw new UsageException("--headers, --text and --raw exclude each other; choose one");
        }
        return headers ? Part.HEADERS : text ? Part.TEXT : raw ? Part.RAW : Part.CONTENT;
    }

    /** A moment in UTC, to any precision from a year on, with or without signs between. */
    static Instant time(String at) {
        try {
            if (!at.matches(MOMENT)) return Instant.parse(at);
            String digits = at.replaceAll("\\D", "");
            String whole = digits + "00000101000000".substring(digits.length());
            return LocalDateTime.parse(whole, SECONDS).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new UsageException(
                    "--at is '" + at + "'; expected 2026-11-15 or 2026-11-15T10:00:00Z");
        }
    }

    private int show(ArchivedPage page, Part part, int maxBytes) throws IOException {
        return switch (part) {
            case HEADERS -> print(page.head());
            case RAW -> print(page.head(), page.body());
            case CONTENT -> print(page.content(maxBytes));
            case TEXT -> showText(page, maxBytes);
        };
    }

    private int showText(ArchivedPage page, int maxBytes) throws IOException {
        var shown = ArchivedText.of(page, maxBytes);
        if (shown.isPresent()) return print(clean(shown.get()));
        return failed(
                "%s is %s, of which no text can be shown; without --text its content is written"
                        .formatted(page.url(), page.type().isEmpty() ? "binary" : page.type()));
    }

    /**
     * Writes bytes as they are: the page's charset is its own affair. On a terminal its control
     * characters are taken out, and what is no text is refused.
     */
    private int print(byte[]... pieces) throws IOException {
        // Not System.out, which swallows errors.
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        if (Terminal.ofOutput().isInteractive()) {
            if (Arrays.stream(pieces).anyMatch(CleanStream::isBinary))
                return failed(
                        "this is no text; write it to a file: %s > FILE"
                                .formatted(TypedCommand.with("show", "...")));
            out = new CleanStream(out);
        }
        for (byte[] piece : pieces) out.write(piece);
        out.flush();
        return 0;
    }

    private static byte[] clean(String text) {
        return TerminalText.cleanLines(text).getBytes(StandardCharsets.UTF_8);
    }
}
