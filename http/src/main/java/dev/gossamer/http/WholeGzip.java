package dev.gossamer.http;

import dev.gossamer.deflate.DeflateDecoder;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A gzip file that lies in memory as a whole (RFC 1952), decoded in one call where it is as nearly
 * all are that servers send: one member, no header fields but perhaps a name, and nothing behind
 * its end. Of everything else nothing is said here, and it is decoded as a stream.
 */
final class WholeGzip {
    private static final int HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int MAGIC = 0x1f8b;
    private static final int DEFLATE = 8;
    private static final int HAS_NAME = 8;

    private WholeGzip() {}

    /** Returns the content, if it is such a file, undamaged, and not longer than that. */
    static Optional<byte[]> decode(byte[] wire, int length, int maxBytes) {
        int from = headerEnd(wire, length);
        if (from < 0) return Optional.empty();
        int trailer = length - TRAILER_BYTES;
        long bytes = littleEndian(wire, trailer + 4);
        if (bytes == 0 || bytes > Math.min(maxBytes, DeflateDecoder.MAX_BYTES))
            return Optional.empty();
        byte[] content = new byte[(int) bytes];
        int taken = DeflateDecoder.decode(wire, from, trailer - from, content);
        if (taken != trailer - from) return Optional.empty();
        var check = new CRC32();
        check.update(content, 0, content.length);
        boolean isWhole = check.getValue() == littleEndian(wire, trailer);
        return isWhole ? Optional.of(content) : Optional.empty();
    }

    /** Returns where the header ends; -1 if that is not easily said. */
    private static int headerEnd(byte[] wire, int length) {
        if (length < HEADER_BYTES + TRAILER_BYTES) return -1;
        if (((wire[0] & 255) << 8 | (wire[1] & 255)) != MAGIC || wire[2] != DEFLATE) return -1;
        if (wire[3] == 0) return HEADER_BYTES;
        if (wire[3] != HAS_NAME) return -1;
        for (int at = HEADER_BYTES; at < length - TRAILER_BYTES; at++)
            if (wire[at] == 0) return at + 1;
        return -1;
    }

    private static long littleEndian(byte[] bytes, int at) {
        long value = 0;
        for (int i = 3; i >= 0; i--) value = value << 8 | (bytes[at + i] & 255);
        return value;
    }
}
