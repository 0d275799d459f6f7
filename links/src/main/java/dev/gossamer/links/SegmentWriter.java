package dev.gossamer.links;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes one segment, section after section: texts, URLs, what they link to, what links to them.
 * The format is told in docs/links-format.md.
 */
final class SegmentWriter implements AutoCloseable {
    static final long MAGIC = 0x474f5353_4c4e4b01L; // "GOSSLNK", version 1

    private final Path path;
    private final BlockWriter file;
    private final long[] footer = new long[Segment.FOOTER];
    private boolean isFinished;

    private SegmentWriter(Path path, BlockWriter file) {
        this.path = path;
        this.file = file;
    }

    static SegmentWriter create(Path path) throws IOException {
        var writer = new SegmentWriter(path, BlockWriter.create(path));
        writer.file.writeLong(MAGIC);
        return writer;
    }

    DictionaryWriter texts() {
        return new DictionaryWriter(file);
    }

    void finishTexts(DictionaryWriter texts) throws IOException {
        if (texts.count() >= Packed.MAX_TEXTS) throw new IOException(path + ": too many texts");
        footer[Segment.TEXTS] = texts.count();
        footer[Segment.TEXT_INDEX] = texts.finish();
        footer[Segment.TEXT_BYTES] = file.position() - Long.BYTES;
    }

    DictionaryWriter urls() {
        return new DictionaryWriter(file);
    }

    /**
     * @param fetched a bit for each URL
     */
    void finishUrls(DictionaryWriter urls, long[] fetched) throws IOException {
        footer[Segment.URLS] = urls.count();
        footer[Segment.URL_INDEX] = urls.finish();
        footer[Segment.FETCHED] = file.position();
        for (int i = 0; i * Long.SIZE < urls.count(); i++) {
            file.writeLong(fetched[i]);
            footer[Segment.PAGES] += Long.bitCount(fetched[i]);
        }
    }

    ForwardWriter forward() {
        footer[Segment.FORWARD] = file.position();
        return new ForwardWriter(file);
    }

    void finishForward(ForwardWriter forward) throws IOException {
        footer[Segment.FORWARD_INDEX] = forward.finish(file, (int) footer[Segment.URLS]);
    }

    BackwardWriter backward() {
        footer[Segment.BACKWARD] = file.position();
        return new BackwardWriter(file, (int) footer[Segment.TEXTS]);
    }

    /** Ends the segment and makes it durable. */
    void finishBackward(BackwardWriter backward) throws IOException {
        footer[Segment.BACKWARD_INDEX] = backward.finish(file, (int) footer[Segment.URLS]);
        footer[Segment.EDGES] = backward.edges();
        footer[Segment.LABEL_BITS] = backward.labelBits();
        file.finish(footer);
        isFinished = true;
    }

    /** A half segment is taken away. */
    @Override
    public void close() throws IOException {
        file.close();
        if (!isFinished) Files.deleteIfExists(path);
    }
}
