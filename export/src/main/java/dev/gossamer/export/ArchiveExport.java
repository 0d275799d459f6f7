package dev.gossamer.export;

import dev.gossamer.store.Archive;
import dev.gossamer.store.Damage;
import dev.gossamer.store.PageField;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An export of the pages of an archive.
 *
 * @param fields what {@link Format#JSONL} and {@link Format#PARQUET} write of a page
 * @param maxDecodedBytes how much of a page is read once its codings are undone; the setting of the
 *     crawl, so that a page is read as it was crawled
 */
public record ArchiveExport(Format format, Set<PageField> fields, int maxDecodedBytes) {
    /** The fields that an archive knows: it does not keep which page led to another. */
    public static final Set<PageField> FIELDS =
            Set.copyOf(EnumSet.complementOf(EnumSet.of(PageField.VIA)));

    /** What an export can look like. */
    public enum Format {
        /** The URL of every page that was fetched well, one per line. */
        URLS,
        /** One line for each link: page, target, kind and text, with tabs between. */
        EDGES,
        /** One JSON object per line for every answer. */
        JSONL,
        /** The main text of every page, each after front matter. */
        MARKDOWN,
        /** A Parquet file with one row for every answer. */
        PARQUET;

        /** Returns whether the export is text, so that a terminal can show it. */
        public boolean isText() {
            return this != PARQUET;
        }
    }

    public ArchiveExport {
        if (fields.isEmpty()) throw new IllegalArgumentException("no fields");
        if (!FIELDS.containsAll(fields)) {
            throw new IllegalArgumentException("not in an archive: " + fields);
        }
        fields = Set.copyOf(fields);
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
        var reader = new PageDecoder(maxDecodedBytes);
        try (var pages = open(out)) {
            archive.forEach(page -> pages.write(reader.open(page)), damaged);
        }
    }

    private PageFormat open(OutputStream out) {
        return switch (format) {
            case URLS -> new TextFormat(out, TextFormat::url);
            case EDGES -> new TextFormat(out, TextFormat::edges);
            case JSONL -> new TextFormat(out, (page, text) -> text.append(page.json(fields)));
            case MARKDOWN -> new TextFormat(out, TextFormat::markdown);
            case PARQUET -> new ParquetPages(out, fields);
        };
    }
}
