package dev.gossamer.export;

import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PageField;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A Parquet file of pages: one column per field, in row groups of bounded size. What else Parquet
 * could do (dictionaries, statistics, nulls) is left out, so that it fits on two pages and needs no
 * Hadoop; an empty field is an empty text.
 */
final class ParquetPages implements PageFormat {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;

    /** A row group is written when this many bytes wait, or this many rows. */
    private static final long GROUP_BYTES = 1L << 26;

    private static final int GROUP_ROWS = 100_000;

    private final OutputStream out;
    private final boolean isParsed;
    private final List<PageField> fields;
    private final List<ParquetColumn> columns;
    private final ThriftWriter groups = new ThriftWriter();
    private int groupCount;
    private int rowsInGroup;
    private long rows;
    private long written;

    /**
     * @param out closed by {@link #close}, which makes the file whole
     */
    ParquetPages(OutputStream out, Set<PageField> fields) {
        this.out = out;
        isParsed = ExportedPage.ParsedFields.isIn(fields);
        this.fields = fields.stream().sorted().toList();
        columns =
                this.fields.stream()
                        .map(field -> new ParquetColumn(field.label(), type(field)))
                        .toList();
        if (columns.isEmpty()) throw new IllegalArgumentException("no fields");
    }

    private static ParquetColumn.Type type(PageField field) {
        return switch (field) {
            case TIME -> ParquetColumn.Type.TIME;
            case STATUS -> ParquetColumn.Type.NUMBER;
            case LINKS -> ParquetColumn.Type.TEXTS;
            case URL, TYPE, VIA, DIGEST, TITLE, TEXT -> ParquetColumn.Type.TEXT;
        };
    }

    @Override
    public void write(ExportedPage page) throws IOException {
        if (written == 0) write(MAGIC);
        var facts = isParsed ? page.facts() : Optional.<PageFacts>empty();
        for (int i = 0; i < columns.size(); i++) add(columns.get(i), fields.get(i), page, facts);
        rowsInGroup++;
        long waiting = columns.stream().mapToLong(ParquetColumn::waitingBytes).sum();
        if (waiting >= GROUP_BYTES || rowsInGroup >= GROUP_ROWS) endGroup();
    }

    private static void add(
            ParquetColumn column, PageField field, ExportedPage page, Optional<PageFacts> facts) {
        switch (field) {
            case URL -> column.add(page.url());
            case TIME -> column.add(page.at().toEpochMilli());
            case STATUS -> column.add(page.status());
            case TYPE -> column.add(page.type());
            case VIA -> throw new IllegalArgumentException("not in an archive: " + field);
            case DIGEST -> column.add(page.digest());
            case TITLE -> column.add(facts.map(PageFacts::title).orElse(""));
            case TEXT -> column.add(facts.map(PageFacts::text).orElse(""));
            case LINKS -> {
                var links = new ArrayList<String>();
                facts.ifPresent(found -> found.links().forEach(link -> links.add(link.toString())));
                column.add(links);
            }
        }
    }

    private void write(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }

    private void endGroup() throws IOException {
        if (rowsInGroup == 0) return;
        long start = written;
        for (var column : columns) written += column.writeChunk(out, written);
        groups.struct().list(1, ThriftWriter.STRUCT, columns.size());
        for (var column : columns) column.describeChunk(groups);
        groups.i64(2, written - start).i64(3, rowsInGroup).end();
        groupCount++;
        rows += rowsInGroup;
        rowsInGroup = 0;
    }

    /** Writes what waits and the footer, without which the file says nothing. */
    @Override
    public void close() throws IOException {
        try (out) {
            if (written == 0) write(MAGIC);
            endGroup();
            byte[] footer = footer();
            write(footer);
            byte[] length = new byte[Integer.BYTES];
            for (int i = 0; i < length.length; i++) length[i] = (byte) (footer.length >>> (8 * i));
            write(length);
            write(MAGIC);
        }
    }

    private byte[] footer() {
        int elements = 1 + columns.stream().mapToInt(ParquetColumn::schemaElements).sum();
        var footer = new ThriftWriter().i32(1, VERSION).list(2, ThriftWriter.STRUCT, elements);
        footer.struct().text(4, "page").i32(5, columns.size()).end();
        for (var column : columns) column.describe(footer);
        return footer.i64(3, rows)
                .list(4, ThriftWriter.STRUCT, groupCount)
                .raw(groups.bytes())
                .text(6, "Gossamer")
                .end()
                .bytes();
    }
}
