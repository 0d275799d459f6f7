package dev.gossamer.http;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
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

/**
 * The codings of a body: first Content-Encoding, then Transfer-Encoding (RFC 9110 section 8.4, RFC
 * 9112 section 7). They are undone from the last to the first, as a stream, so that a bomb costs no
 * more memory than its limit.
 *
 * @param applied names in lower case, in the order in which the server applied them
 */
public record Codings(List<String> applied) {
    /** What requests say that we can undo. */
    public static final String ACCEPTED =
            Brotli.IS_AVAILABLE ? "gzip, deflate, br, zstd" : "gzip, deflate, zstd";

    /** A body that is not coded. */
    public static final Codings NONE = new Codings(List.of());

    private static final int HARMLESS_BYTES = 1 << 20;
    private static final int BUFFER_BYTES = 8192;

    /** RFC 9659: a window above 8 MiB must not be needed. */
    private static final int ZSTD_WINDOW_LOG = 23;

    /** A longer list is no list of codings; names beyond are not even collected. */
    private static final int MAX_NAMES = 64;

    /**
     * How much to bear.
     *
     * @param ratio a body that grows by more than this, beyond a mebibyte, is a bomb
     * @param codings upon each other, chunks not counted
     */
    public record Limits(int ratio, int codings) {
        public static final Limits DEFAULT = new Limits(200, 5);

        public Limits {
            if (ratio < 1 || codings < 0) {
                throw new IllegalArgumentException("limits of decoding: " + ratio + ", " + codings);
            }
        }
    }

    public Codings {
        applied = List.copyOf(applied);
    }

    /** Returns the codings that a head names, in all of its fields. */
    public static Codings of(ResponseHead head) {
        var applied = new ArrayList<String>(2);
        for (String value : head.headers().all("content-encoding")) {
            for (String coding : FieldList.items(value.toLowerCase(Locale.ROOT))) {
                boolean isCoding = !coding.isEmpty() && !coding.equals("identity");
                if (isCoding && applied.size() < MAX_NAMES) applied.add(coding);
            }
        }
        applied.addAll(head.transferCodings());
        return applied.isEmpty() ? NONE : new Codings(applied);
    }

    /** Returns whether the body is as the server meant it. */
    public boolean areNone() {
        return applied.isEmpty();
    }

    /** Returns whether the body was compressed, so that compressing it again gains nothing. */
    public boolean compress() {
        return compressions() > 0;
    }

    private boolean isGzip() {
        return applied.size() == 1
                && (applied.getFirst().equals("gzip") || applied.getFirst().equals("x-gzip"));
    }

    private long compressions() {
        return applied.stream().filter(coding -> !coding.equals("chunked")).count();
    }

    /** As {@link #decode(InputStream, long, int, Limits)}, of a body in memory. */
    public DecodedBody decode(byte[] wire, int length, int maxBytes, Limits limits) {
        // An empty body decodes to an empty body.
        if ((areNone() || length == 0) && length <= maxBytes) {
            byte[] whole = wire.length == length ? wire : Arrays.copyOf(wire, length);
            return new DecodedBody(whole, Optional.empty());
        }
        if (isGzip() && limits.codings() > 0) {
            var content = WholeGzip.decode(wire, length, maxBytes);
            if (content.isPresent()) return new DecodedBody(content.get(), Optional.empty());
        }
        try {
            return decode(new ByteArrayInputStream(wire, 0, length), length, maxBytes, limits);
        } catch (IOException e) {
            throw new IllegalStateException("reading memory does not fail", e);
        }
    }

    /**
     * Undoes all codings.
     *
     * @param wire the body as it came; closed on return
     * @param wireBytes its length
     * @param maxBytes a longer content is cut there
     * @throws IOException when {@code wire} fails; what the server did wrong is a flaw instead
     */
    public DecodedBody decode(InputStream wire, long wireBytes, int maxBytes, Limits limits)
            throws IOException {
        if (wireBytes == 0) {
            wire.close();
            return new DecodedBody(new byte[0], Optional.empty());
        }
        try (var stream = stream(wire, wireBytes, limits)) {
            return read(stream, firstBytes(wireBytes), maxBytes);
        }
    }

    /**
     * Undoes all codings while the content is read, however long it is.
     *
     * @param wire the body as it came; closed with the stream
     * @param wireBytes its length
     * @throws IOException when {@code wire} fails
     */
    public DecodedStream stream(InputStream wire, long wireBytes, Limits limits)
            throws IOException {
        // Chunks are framing, and cost nothing to undo.
        boolean areTooMany = compressions() > limits.codings();
        var known = areTooMany ? List.<String>of() : knownFromLast();
        Optional<DecodedBody.Flaw> flaw =
                areTooMany
                        ? Optional.of(DecodedBody.Flaw.TOO_MANY_ENCODINGS)
                        : known.size() < applied.size()
                                ? Optional.of(DecodedBody.Flaw.UNKNOWN_ENCODING)
                                : Optional.empty();
        long ceiling = Math.max(HARMLESS_BYTES, wireBytes * limits.ratio());
        return DecodedStream.of(
                wire,
                source -> {
                    InputStream stream = new BufferedInputStream(source, BUFFER_BYTES);
                    try {
                        for (String coding : known)
                            stream = new Ceiling(undo(coding, stream), ceiling);
                        return stream;
                    } catch (IOException e) {
                        DecodedStream.closeQuietly(stream);
                        throw e;
                    }
                },
                flaw);
    }

    /** The codings that can be undone, the last one first. */
    private List<String> knownFromLast() {
        return applied.reversed().stream().takeWhile(Codings::isKnown).toList();
    }

    /** How large the first buffer is; it grows with what comes, so that a bomb does not fill it. */
    private long firstBytes(long wireBytes) {
        return compress() ? Math.min(wireBytes * 4, HARMLESS_BYTES) : wireBytes;
    }

    private static boolean isKnown(String coding) {
        return switch (coding) {
            case "chunked", "gzip", "x-gzip", "deflate", "zstd" -> true;
            case "br" -> Brotli.IS_AVAILABLE;
            default -> false;
        };
    }

    private static InputStream undo(String coding, InputStream in) throws IOException {
        return switch (coding) {
            case "chunked" -> new ChunkedInputStream(in);
            case "gzip", "x-gzip" -> new GZIPInputStream(in, BUFFER_BYTES);
            case "deflate" -> inflate(in);
            case "br" -> new BrotliDecoder(in);
            case "zstd" -> new ZstdInputStreamNoFinalizer(in).setLongMax(ZSTD_WINDOW_LOG);
            default -> throw new IllegalArgumentException("not a known coding: " + coding);
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
    private static DecodedBody read(DecodedStream stream, long expectedBytes, int maxBytes)
            throws IOException {
        byte[] bytes = new byte[(int) Math.min(maxBytes, Math.max(4096, expectedBytes))];
        int length = 0;
        boolean isTooLong = false;
        while (true) {
            if (length == maxBytes) {
                isTooLong = stream.read() >= 0;
                break;
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes, length * 2L + 4096));
            }
            int count = stream.read(bytes, length, bytes.length - length);
            if (count < 0) break;
            length += count;
        }
        return new DecodedBody(
                length == bytes.length ? bytes : Arrays.copyOf(bytes, length),
                isTooLong ? Optional.of(DecodedBody.Flaw.TOO_LONG) : stream.flaw());
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
            int b = in.read();
            if (b >= 0 && --left < 0) throw new DecodedStream.TooDense();
            return b;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            left -= Math.max(count, 0);
            if (left < 0) throw new DecodedStream.TooDense();
            return count;
        }
    }
}
