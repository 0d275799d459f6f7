package dev.gossamer.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Puts WARC records together, header and block. Owned by one {@link WarcWriter}. */
final class WarcRecordWriter implements AutoCloseable {
    static final CaptureBody NO_BODY = new CaptureBody.InMemory(new byte[0]);
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final RecordEncoder encoder;
    private final RecordIds ids;
    private final Sha1 sha1;
    private final HeaderBuffer header = new HeaderBuffer();
    private long lastSecond;
    private String lastDate = date(Instant.EPOCH);

    WarcRecordWriter(WarcOptions options, RecordIds ids, Sha1 sha1) {
        encoder = RecordEncoder.of(options);
        this.ids = ids;
        this.sha1 = sha1;
    }

    String newId() {
        return ids.next();
    }

    /** Starts a header; the caller adds fields to what it returns and calls {@link #end}. */
    HeaderBuffer begin(String type, String id, Instant at) {
        return header.clear()
                .text("WARC/1.1\r\n")
                .field("WARC-Type", type)
                .field("WARC-Record-ID", id)
                .field("WARC-Date", dateOf(at));
    }

    /** Most records have the date of the one before. */
    private String dateOf(Instant at) {
        if (at.getEpochSecond() != lastSecond) {
            lastSecond = at.getEpochSecond();
            lastDate = date(at);
        }
        return lastDate;
    }

    /** To the second: the precision that CDX has, so that a record is named the same everywhere. */
    static String date(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    void end(OpenFile into, String type, byte[] block) throws IOException {
        header.field("WARC-Block-Digest", "sha1:" + Base32.encode(sha1.of(block)));
        end(into, type, block, NO_BODY, false);
    }

    /**
     * Writes the header that was begun, then the block: {@code head} and the body after it. Such a
     * record has the digest of its payload and none of its block: that would be a second SHA-1 of
     * nearly the same bytes.
     */
    void end(OpenFile into, String type, byte[] head, CaptureBody body, boolean isBodyPacked)
            throws IOException {
        long blockBytes = head.length + body.bytes();
        header.field("Content-Type", type).field("Content-Length", blockBytes).text("\r\n");
        encoder.begin(into, header.length() + blockBytes + END.length);
        encoder.write(header.bytes(), 0, header.length());
        encoder.write(head, 0, head.length);
        if (isBodyPacked) encoder.packedFromHere();
        body.feed(encoder::write);
        encoder.write(END, 0, END.length);
        encoder.end();
    }

    /**
     * Writes a record of another writer with its own header.
     *
     * @param header with the empty line at its end
     * @param beginning of the block, which {@code rest} goes on with
     */
    void copy(OpenFile into, byte[] header, byte[] beginning, InputStream rest, Block block)
            throws IOException {
        encoder.begin(into, header.length + block.bytes + END.length);
        encoder.write(header, 0, header.length);
        int plain = (int) Math.min(beginning.length, block.packedFrom);
        encoder.write(beginning, 0, plain);
        if (block.packedFrom < block.bytes) encoder.packedFromHere();
        encoder.write(beginning, plain, beginning.length - plain);
        byte[] piece = new byte[1 << 16];
        for (int n = rest.read(piece); n > 0; n = rest.read(piece)) encoder.write(piece, 0, n);
        encoder.write(END, 0, END.length);
        encoder.end();
    }

    /**
     * The measures of a block.
     *
     * @param packedFrom where its bytes begin that are compressed already; its length where none is
     */
    record Block(long bytes, long packedFrom) {}

    @Override
    public void close() {
        encoder.close();
    }
}
