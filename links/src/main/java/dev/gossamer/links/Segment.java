package dev.gossamer.links;

import java.io.IOException;
import java.nio.file.Path;

/** One immutable file of links, opened. Free for all threads; its readers are for one each. */
final class Segment implements AutoCloseable {
    // The numbers of the footer.
    static final int TEXTS = 0;
    static final int TEXT_INDEX = 1;
    static final int TEXT_BYTES = 2;
    static final int URLS = 3;
    static final int URL_INDEX = 4;
    static final int FETCHED = 5;
    static final int PAGES = 6;
    static final int FORWARD = 7;
    static final int FORWARD_INDEX = 8;
    static final int BACKWARD = 9;
    static final int BACKWARD_INDEX = 10;
    static final int EDGES = 11;
    static final int LABEL_BITS = 12;
    static final int FOOTER = 13;

    private final CheckedFile file;
    private final int urlCount;
    private final Dictionary texts;
    private final Dictionary urls;

    private Segment(CheckedFile file) {
        this.file = file;
        urlCount = (int) file.footer(URLS);
        texts = new Dictionary(file, file.footer(TEXT_INDEX), (int) file.footer(TEXTS));
        urls = new Dictionary(file, file.footer(URL_INDEX), urlCount);
    }

    static Segment open(Path path) throws IOException {
        var file = CheckedFile.open(path, FOOTER);
        try {
            file.check(0, Long.BYTES);
            if (file.longAt(0) != SegmentWriter.MAGIC)
                throw file.damaged(0, "not a segment of links that this version reads");
            return new Segment(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    int urls() {
        return urlCount;
    }

    long pages() {
        return file.footer(PAGES);
    }

    long edges() {
        return file.footer(EDGES);
    }

    long bytes() {
        return file.length();
    }

    /** Of the whole file: more than any list in it can be long. */
    long bits() {
        return Math.min(Integer.MAX_VALUE, 8 * file.length());
    }

    /** Which sections take how much, in bytes. */
    SegmentSize size() {
        long labels = file.footer(LABEL_BITS) / 8;
        return new SegmentSize(
                file.footer(TEXT_BYTES),
                file.footer(FORWARD) - file.footer(TEXT_BYTES) - Long.BYTES,
                file.footer(BACKWARD) - file.footer(FORWARD),
                file.length() - file.footer(BACKWARD) - labels,
                labels);
    }

    Dictionary texts() {
        return texts;
    }

    Dictionary dictionary() {
        return urls;
    }

    boolean isFetched(int id) throws IOException {
        long at = file.footer(FETCHED) + (id >>> 6) * 8L;
        file.check(at, Long.BYTES);
        return (file.longAt(at) >>> id & 1) != 0;
    }

    long forwardGroup(int group) throws IOException {
        return offset(file.footer(FORWARD_INDEX), group);
    }

    long backwardGroup(int group) throws IOException {
        return offset(file.footer(BACKWARD_INDEX), group);
    }

    private long offset(long table, int i) throws IOException {
        file.check(table + 8L * i, Long.BYTES);
        return file.longAt(table + 8L * i);
    }

    ForwardReader forward() {
        return new ForwardReader(this, new BitReader(file));
    }

    BackwardReader backward() {
        return new BackwardReader(this, new BitReader(file));
    }

    @Override
    public String toString() {
        return file.toString();
    }

    @Override
    public void close() {
        file.close();
    }
}
