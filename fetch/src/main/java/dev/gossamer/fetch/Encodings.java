package dev.gossamer.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The encodings of a body in the order in which they were applied: first Content-Encoding, then
 * Transfer-Encoding. Undone from the last to the first, as a stream, so that a bomb costs no more
 * memory than its limit.
 */
record Encodings(List<String> applied, FetchOptions.Limits limits) {
    private static final int HARMLESS_BYTES = 1 << 20;

    static Encodings of(ResponseHead head, Headers headers, FetchOptions.Limits limits) {
        var applied = new ArrayList<String>(2);
        for (String value : headers.all("content-encoding")) {
            for (String coding : value.split(",")) {
                String name = coding.strip().toLowerCase(Locale.ROOT);
                if (!name.isEmpty() && !name.equals("identity")) applied.add(name);
            }
        }
        applied.addAll(head.transferCodings());
        return new Encodings(applied, limits);
    }

    boolean areNone() {
        return applied.isEmpty();
    }

    Body.Content decode(InputStream wire, long wireBytes, int maxBytes) throws IOException {
        if (applied.size() > limits.encodings()) {
            return read(wire, wireBytes, maxBytes, Optional.of(Body.Flaw.TOO_MANY_ENCODINGS));
        }
        InputStream stream = wire;
        try {
            for (String coding : applied.reversed()) {
                var undone = undo(coding, stream);
                if (undone.isEmpty()) {
                    return read(
                            stream, wireBytes, maxBytes, Optional.of(Body.Flaw.UNKNOWN_ENCODING));
                }
                stream = undone.get();
            }
        } catch (IOException broken) {
            // Headers of gzip are read when the stream is made.
            return new Body.Content(new byte[0], Optional.of(Body.Flaw.CORRUPT));
        }
        return read(stream, wireBytes, maxBytes, Optional.empty());
    }

    private static Optional<InputStream> undo(String coding, InputStream in) throws IOException {
        return switch (coding) {
            case "chunked" -> Optional.of(new ChunkedInputStream(in));
            case "gzip", "x-gzip" -> Optional.of(new GZIPInputStream(in, 8192));
            case "deflate" -> Optional.of(inflate(in));
            default -> Optional.empty();
        };
    }

    /** RFC 9110 means zlib; many servers send bare deflate. The first two bytes tell. */
    private static InputStream inflate(InputStream in) throws IOException {
        var peeked = new PushbackInputStream(in, 2);
        byte[] start = peeked.readNBytes(2);
        peeked.unread(start);
        boolean isZlib =
                start.length == 2
                        && (start[0] & 15) == 8
                        && ((start[0] & 255) << 8 | (start[1] & 255)) % 31 == 0;
        return new InflaterInputStream(peeked, new Inflater(!isZlib), 8192) {
            @Override
            public void close() throws IOException {
                inf.end();
                super.close();
            }
        };
    }

    /** Reads until the end, a limit or a flaw; what was read until then is kept. */
    private Body.Content read(
            InputStream stream, long wireBytes, int maxBytes, Optional<Body.Flaw> known)
            throws IOException {
        byte[] bytes = new byte[(int) Math.min(maxBytes, Math.max(4096, wireBytes * 4))];
        int length = 0;
        Optional<Body.Flaw> flaw = known;
        try (stream) {
            while (true) {
                if (length == bytes.length) {
                    if (length == maxBytes) {
                        if (stream.read() >= 0) flaw = Optional.of(Body.Flaw.TOO_LONG);
                        break;
                    }
                    bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes, length * 2L + 4096));
                }
                int count = stream.read(bytes, length, bytes.length - length);
                if (count < 0) break;
                length += count;
                if (length > HARMLESS_BYTES && length / limits.decodedRatio() > wireBytes) {
                    flaw = Optional.of(Body.Flaw.TOO_DENSE);
                    break;
                }
            }
        } catch (java.util.zip.ZipException | EOFException broken) {
            flaw = Optional.of(Body.Flaw.CORRUPT);
        }
        return new Body.Content(
                length == bytes.length ? bytes : Arrays.copyOf(bytes, length), flaw);
    }
}
