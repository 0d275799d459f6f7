package dev.gossamer.export;

import com.github.luben.zstd.Zstd;
import dev.gossamer.files.Varints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One column of a Parquet file: values gather in a page, pages in the chunk of a row group. Plain
 * encoding; pages are compressed with zstd.
 */
final class ParquetColumn {
    /** What a column holds: the number of its physical type, and how readers are to take it. */
    enum Type {
        /** Text in UTF-8. */
        TEXT(6, 0),
        /** Milliseconds since 1970. */
        TIME(2, 9),
        NUMBER(1, -1),
        /** Texts, any number of them in a row. */
        TEXTS(6, 0);

        final int physical;
        final int converted;

        Type(int physical, int converted) {
            this.physical = physical;
            this.converted = converted;
        }
    }

    private static final int PAGE_BYTES = 1 << 20;
    private static final int DATA_PAGE = 0;
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int ZSTD = 6;

    private final String name;
    private final Type type;
    private final ByteArrayOutputStream values = new ByteArrayOutputStream();
    private final Levels repetition = new Levels();
    private final Levels definition = new Levels();
    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    private int valuesInPage;
    private long valuesInChunk;
    private long plainBytes;
    private long chunkStart;

    ParquetColumn(String name, Type type) {
        this.name = name;
        this.type = type;
    }

    void add(String text) {
        bytes(text.getBytes(StandardCharsets.UTF_8));
        valuesInPage++;
        endPageIfFull();
    }

    void add(long number) {
        int bytes = type == Type.TIME ? Long.BYTES : Integer.BYTES;
        littleEndian(values, number, bytes);
        valuesInPage++;
        endPageIfFull();
    }

    /**
     * A value of a list is at repetition level 1 unless it is the first of its row, and at
     * definition level 1 unless it only says that the list is empty.
     */
    void add(List<String> texts) {
        if (texts.isEmpty()) {
            repetition.add(0);
            definition.add(0);
            valuesInPage++;
        }
        for (int i = 0; i < texts.size(); i++) {
            repetition.add(i == 0 ? 0 : 1);
            definition.add(1);
            bytes(texts.get(i).getBytes(StandardCharsets.UTF_8));
            valuesInPage++;
        }
        endPageIfFull();
    }

    private void bytes(byte[] bytes) {
        littleEndian(values, bytes.length, Integer.BYTES);
        values.writeBytes(bytes);
    }

    private static void littleEndian(ByteArrayOutputStream out, long value, int bytes) {
        for (int i = 0; i < bytes; i++) out.write((int) (value >>> (8 * i)));
    }

    /** Bytes that wait to be written. */
    long waitingBytes() {
        return (long) chunk.size() + values.size();
    }

    private void endPageIfFull() {
        if (values.size() >= PAGE_BYTES) endPage();
    }

    private void endPage() {
        if (valuesInPage == 0) return;
        var page = new ByteArrayOutputStream(values.size() + 64);
        if (type == Type.TEXTS) {
            repetition.drainTo(page);
            definition.drainTo(page);
        }
        page.writeBytes(values.toByteArray());
        byte[] packed = Zstd.compress(page.toByteArray());
        byte[] header =
                new ThriftWriter()
                        .i32(1, DATA_PAGE)
                        .i32(2, page.size())
                        .i32(3, packed.length)
                        .struct(5)
                        .i32(1, valuesInPage)
                        .i32(2, PLAIN)
                        .i32(3, RLE)
                        .i32(4, RLE)
                        .end()
                        .end()
                        .bytes();
        chunk.writeBytes(header);
        chunk.writeBytes(packed);
        plainBytes += header.length + page.size();
        valuesInChunk += valuesInPage;
        valuesInPage = 0;
        values.reset();
    }

    /** Writes the chunk; returns its length. */
    long writeChunk(OutputStream out, long at) throws IOException {
        endPage();
        chunkStart = at;
        chunk.writeTo(out);
        return chunk.size();
    }

    /** Describes the chunk just written, and begins the next. */
    void describeChunk(ThriftWriter to) {
        to.struct().i64(2, chunkStart).struct(3);
        to.i32(1, type.physical).list(2, ThriftWriter.I32, 2).number(PLAIN).number(RLE);
        if (type == Type.TEXTS) {
            to.list(3, ThriftWriter.BINARY, 3).text(name).text("list").text("element");
        } else {
            to.list(3, ThriftWriter.BINARY, 1).text(name);
        }
        to.i32(4, ZSTD)
                .i64(5, valuesInChunk)
                .i64(6, plainBytes)
                .i64(7, chunk.size())
                .i64(9, chunkStart)
                .end()
                .end();
        chunk.reset();
        valuesInChunk = 0;
        plainBytes = 0;
    }

    /** How many elements {@link #describe} adds to the schema. */
    int schemaElements() {
        return type == Type.TEXTS ? 3 : 1;
    }

    void describe(ThriftWriter to) {
        if (type != Type.TEXTS) {
            leaf(name, to);
            return;
        }
        to.struct().i32(3, REQUIRED).text(4, name).i32(5, 1).i32(6, CONVERTED_LIST).end();
        to.struct().i32(3, REPEATED).text(4, "list").i32(5, 1).end();
        leaf("element", to);
    }

    private static final int REQUIRED = 0;
    private static final int REPEATED = 2;
    private static final int CONVERTED_LIST = 3;

    private void leaf(String leaf, ThriftWriter to) {
        to.struct().i32(1, type.physical).i32(3, REQUIRED).text(4, leaf);
        if (type.converted >= 0) to.i32(6, type.converted);
        to.end();
    }

    /** Levels of one bit as runs: how often (a varint, doubled), and which. */
    private static final class Levels {
        private final ByteArrayOutputStream runs = new ByteArrayOutputStream();
        private int level = -1;
        private int count;

        void add(int next) {
            if (next != level) endRun();
            level = next;
            count++;
        }

        private void endRun() {
            if (count == 0) return;
            Varints.write(runs, (long) count << 1);
            runs.write(level);
            count = 0;
        }

        void drainTo(ByteArrayOutputStream page) {
            endRun();
            littleEndian(page, runs.size(), Integer.BYTES);
            page.writeBytes(runs.toByteArray());
            runs.reset();
            level = -1;
        }
    }
}
