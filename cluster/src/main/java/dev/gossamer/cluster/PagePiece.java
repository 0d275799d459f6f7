package dev.gossamer.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A part of a capture, as one record of the topic of pages holds it. Most captures are one piece.
 * The pieces of a capture follow each other in one partition; those of other writers may lie
 * between them.
 *
 * @param writer one life of the node that sent it
 * @param number of the capture, which no other of this writer has
 * @param offset of the first of these bytes in the capture
 * @param total bytes of the capture
 */
record PagePiece(UUID writer, long number, long offset, long total, byte[] bytes) {
    /**
     * The most bytes of a piece: a record of it is smaller than brokers with default settings
     * allow.
     */
    static final int MAX_BYTES = 900 << 10;

    private static final byte VERSION = 1;
    private static final int HEADER_BYTES = 1 + 5 * Long.BYTES;

    /** Whether it is the whole capture. */
    boolean isWhole() {
        return bytes.length == total;
    }

    byte[] write() {
        return ByteBuffer.allocate(HEADER_BYTES + bytes.length)
                .put(VERSION)
                .putLong(writer.getMostSignificantBits())
                .putLong(writer.getLeastSignificantBits())
                .putLong(number)
                .putLong(offset)
                .putLong(total)
                .put(bytes)
                .array();
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IOException if it is something else
     */
    static PagePiece read(byte @Nullable [] value) throws IOException {
        if (value == null || value.length < HEADER_BYTES || value[0] != VERSION)
            throw new IOException("not a piece of a page, or one of another version");
        var in = ByteBuffer.wrap(value, 1, value.length - 1);
        var writer = new UUID(in.getLong(), in.getLong());
        long number = in.getLong();
        long offset = in.getLong();
        long total = in.getLong();
        var bytes = new byte[in.remaining()];
        in.get(bytes);
        if (offset < 0 || bytes.length == 0 || offset > total - bytes.length)
            throw new IOException(
                    "a piece of %d bytes at %d of a page of %d bytes"
                            .formatted(bytes.length, offset, total));
        return new PagePiece(writer, number, offset, total, bytes);
    }
}
