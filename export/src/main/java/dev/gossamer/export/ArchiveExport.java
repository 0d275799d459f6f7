package dev.gossamer.export;

import dev.gossamer.store.Archive;
import dev.gossamer.store.Damage;
import dev.gossamer.store.PageField;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An export of the pages of an archive.
 *
 * @param fields what {@link Format#JSONL} and {@link Format#PARQUET} write of a page
 * @param reading how pages are read, and what name of a robot they may address
 * @param selection which answers are written
 * @param places what {@link Format#CSV} tells besides of a page
 */
public record ArchiveExport(
        Format format,
        Set<PageField> fields,
        PageReading reading,
        PageSelection selection,
        PagePlaces places) {
    /** The fields that an archive knows: it does not keep which page led to another. */
    public static final Set<PageField> FIELDS =
            Set.copyOf(EnumSet.complementOf(EnumSet.of(PageField.VIA)));

    /** What an export can look like. */
    public enum Format {
        /** The URL of every page that was fetched well, one per line. */
        URLS,
        /** One line for each link: page, target, kind and text, with tabs between. */
        EDGES,
        /** One JSON object per line for every page. */
        JSONL,
        /** The main text of every page, each after front matter. */
        MARKDOWN,
        /** A Parquet file with one row for every page. */
        PARQUET,
        /** A table of all answers: status, title, description, canonical, redirect, depth. */
        CSV,
        /** The whole archive in one file for replay; see {@link WaczExport}. */
        WACZ;

        /** Returns whether it passes on what a page says, which a page may ask not to do. */
        boolean hasContent() {
            return this == JSONL || this == MARKDOWN || this == PARQUET;
        }

        /** Returns whether the export is text, so that a terminal can show it. */
        public boolean isText() {
            return this != PARQUET && this != WACZ;
        }
    }

    public ArchiveExport {
        if (fields.isEmpty()) throw new IllegalArgumentException("no fields");
        if (!FIELDS.containsAll(fields)) {
            throw new IllegalArgumentException("not in an archive: " + fields);
        }
        fields = Set.copyOf(fields);
    }

    /** An export of an archive of which no crawl is known. */
    public ArchiveExport(
            Format format, Set<PageField> fields, PageReading reading, PageSelection selection) {
        this(format, fields, reading, selection, PagePlaces.UNKNOWN);
    }

    /** Returns the fields of these names; throws where there is no such field in an archive. */
    public static Set<PageField> fields(List<String> names) {
        return PageField.named(names, FIELDS);
    }

    /**
     * Writes all pages.
     *
     * @param out closed on return
     * @param damaged receives the damaged places of the archive, which are passed over
     */
    public void write(Archive archive, OutputStream out, Consumer<Damage> damaged)
            throws IOException {
        try (var pages = open(out)) {
            write(archive, pages, damaged);
        }
    }

    /**
     * Writes all pages as Markdown, one file each; see {@link MarkdownFiles}.
     *
     * @param directory made if it is not there
     * @param damaged receives the damaged places of the archive, which are passed over
     */
    public void writeFiles(Archive archive, Path directory, Consumer<Damage> damaged)
            throws IOException {
        if (format != Format.MARKDOWN) throw new IllegalStateException("not for " + format);
        Files.createDirectories(directory);
        try (var pages = new MarkdownFiles(directory)) {
            write(archive, pages, damaged);
        }
    }

    private void write(Archive archive, PageFormat pages, Consumer<Damage> damaged)
            throws IOException {
        var decoder = new PageDecoder(reading);
        archive.forEach(
                each -> {
                    var page = decoder.open(each);
                    if (selection.admits(page, format)) pages.write(page);
                },
                damaged);
    }

    private PageFormat open(OutputStream out) throws IOException {
        return switch (format) {
            case URLS -> new TextFormat(out, TextFormat::url);
            case EDGES -> new TextFormat(out, TextFormat::edges);
            case JSONL -> new TextFormat(out, (page, text) -> text.append(page.json(fields)));
            case MARKDOWN ->
                    new TextFormat(out, (page, text) -> text.append(TextFormat.markdown(page)));
            case CSV -> {
                var table = new TextFormat(out, (page, text) -> CsvPages.write(page, places, text));
                table.begin(CsvPages::head);
                yield table;
            }
            case PARQUET -> new ParquetPages(out, fields);
            case WACZ -> throw new IllegalStateException("a WaczExport writes these");
        };
    }
}
