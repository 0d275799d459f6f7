package dev.gossamer.fetch;

import dev.gossamer.http.ResponseHead;
import dev.gossamer.http.Headers;
import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.FilterInputStream;
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
import org.jspecify.annotations.Nullable;

/**
 * The encodings of a body in the order in which they were applied: first Content-Encoding, then
 * Transfer-Encoding. Undone from the last to the first, as a stream, so that a bomb costs no more
 * memory than its limit.
 */
record Encodings(List<String> applied, FetchOptions.Limits limits) {
    private static final int HARMLESS_BYTES = 1 << 20;
    private static final int BUFFER_BYTES = 8192;

    /** RFC 9659: a window above 8 MiB must not be needed. */
    private static final int ZSTD_WINDOW_LOG = 23;

    private static final boolean HAS_BROTLI = Brotli4jLoader.isAvailable();

    /** What we tell servers that we can undo. */
    static final String ACCEPTED = HAS_BROTLI ? "gzip, deflate, br, zstd" : "gzip, deflate, zstd";

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
        // Chunks are framing, and cost nothing to undo.
        long costly = applied.stream().filter(coding -> !coding.equals("chunked")).count();
        if (costly > limits.encodings()) {
            return read(wire, wireBytes, maxBytes, Optional.of(Body.Flaw.TOO_MANY_ENCODINGS));
        }
        var source = new Source(wire);
        long ceiling = Math.max(HARMLESS_BYTES, wireBytes * limits.decodedRatio());
        InputStream stream = source;
        try {
            for (String coding : applied.reversed()) {
                var undone = undo(coding, stream);
                if (undone.isEmpty()) {
                    return read(
                            stream, wireBytes, maxBytes, Optional.of(Body.Flaw.UNKNOWN_ENCODING));
                }
                stream = new Ceiling(undone.get(), ceiling);
            }
            return read(stream, wireBytes, maxBytes, Optional.empty());
        } catch (IOException broken) {
            // The start of a gzip stream is read, and may be wrong, before there is a stream.
            source.throwOwnFault();
            return new Body.Content(new byte[0], Optional.of(Body.Flaw.CORRUPT));
        }
    }

    private static Optional<InputStream> undo(String coding, InputStream in) throws IOException {
        return switch (coding) {
            case "chunked" -> Optional.of(new ChunkedInputStream(in));
            case "gzip", "x-gzip" -> Optional.of(new GZIPInputStream(in, BUFFER_BYTES));
            case "deflate" -> Optional.of(inflate(in));
            case "br" -> HAS_BROTLI ? Optional.of(new BrotliInputStream(in)) : Optional.empty();
            case "zstd" ->
                    Optional.of(new ZstdInputStreamNoFinalizer(in).setLongMax(ZSTD_WINDOW_LOG));
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
        return new InflaterInputStream(peeked, new Inflater(!isZlib), BUFFER_BYTES) {
            @Override
            public void close() throws IOException {
                inf.end();
                super.close();
            }
        };
    }

    /** Reads until the end, a limit or a flaw; what was read until then is kept. */
    private static Body.Content read(
            InputStream stream, long wireBytes, int maxBytes, Optional<Body.Flaw> known)
            throws IOException {
        byte[] bytes = new byte[(int) Math.min(maxBytes, Math.max(4096, wireBytes * 4))];
        int length = 0;
        Optional<Body.Flaw> flaw = known;
        try (stream) {
            while (true) {
                if (length == maxBytes) {
                    if (stream.read() >= 0) flaw = Optional.of(Body.Flaw.TOO_LONG);
                    break;
                }
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes, length * 2L + 4096));
                }
                int count = stream.read(bytes, length, bytes.length - length);
                if (count < 0) break;
                length += count;
            }
        } catch (TooDense bomb) {
            flaw = Optional.of(Body.Flaw.TOO_DENSE);
        } catch (DiskFault ours) {
            throw ours;
        } catch (IOException broken) {
            flaw = Optional.of(Body.Flaw.CORRUPT);
        }
        return new Body.Content(
                length == bytes.length ? bytes : Arrays.copyOf(bytes, length), flaw);
    }

    private static final class TooDense extends IOException {
        TooDense() {
            super("grows too much", null);
        }
    }

    private static final class DiskFault extends IOException {
        DiskFault(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** The bytes as stored. Tells faults of our disk from faults in what the web sent. */
    private static final class Source extends FilterInputStream {
        private @Nullable DiskFault fault;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            try {
                return in.read(into, offset, length);
            } catch (IOException e) {
                fault = new DiskFault(e);
                throw fault;
            }
        }

        void throwOwnFault() throws IOException {
            if (fault != null) throw fault;
        }
    }

    /** Ends a stream that grows beyond reason; between stages too, where nothing else would. */
    private static final class Ceiling extends FilterInputStream {
        private long left;

        Ceiling(InputStream in, long bytes) {
            super(in);
            left = bytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            left -= Math.max(count, 0);
            if (left < 0) throw new TooDense();
            return count;
        }
    }
}
