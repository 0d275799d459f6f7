package dev.gossamer.replay;

import dev.gossamer.store.StoredCapture;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer.
 *
 * @param headers to be sent, {@code Content-Length} among them where there may be a body
 * @param body not to be sent after HEAD
 */
public record WebAnswer(int status, Map<String, String> headers, Body body) {
    private static final int PIECE_BYTES = 1 << 16;

    /** What is sent. */
    public sealed interface Body {
        /** Bytes in memory. */
        record Bytes(byte[] bytes) implements Body {}

        /** A part of a file. */
        record FilePart(Path file, long from, long length) implements Body {}

        /** A part of the content of a capture, which is decoded while it is sent. */
        record ContentPart(StoredCapture capture, long from, long length) implements Body {}

        default long length() {
            return switch (this) {
                case Bytes(var bytes) -> bytes.length;
                case FilePart(_, _, var length) -> length;
                case ContentPart(_, _, var length) -> length;
            };
        }

        /** Writes it, piece by piece where it is not in memory. */
        default void writeTo(OutputStream out) throws IOException {
            switch (this) {
                case Bytes(var bytes) -> out.write(bytes);
                case FilePart(var file, var from, var length) -> {
                    try (var channel = FileChannel.open(file)) {
                        channel.position(from);
                        copy(Channels.newInputStream(channel), length, out, file.toString());
                    }
                }
                case ContentPart(var capture, var from, var length) -> {
                    try (var content = capture.content()) {
                        content.skipNBytes(from);
                        copy(content, length, out, capture.url());
                    }
                }
            }
        }

        private static void copy(InputStream in, long length, OutputStream out, String what)
                throws IOException {
            byte[] piece = new byte[PIECE_BYTES];
            for (long left = length; left > 0; ) {
                int read = in.read(piece, 0, (int) Math.min(piece.length, left));
                if (read < 0) throw new IOException(what + " became shorter");
                out.write(piece, 0, read);
                left -= read;
            }
        }
    }

    public WebAnswer {
        var all = new LinkedHashMap<>(headers);
        // What has not changed has a length that is not told here (RFC 9110, section 8.6).
        if (status != 304) all.put("Content-Length", Long.toString(body.length()));
        all.put("X-Content-Type-Options", "nosniff");
        all.put("Referrer-Policy", "no-referrer");
        headers = all;
    }

    static WebAnswer of(int status, String type, byte[] bytes) {
        return new WebAnswer(status, Map.of("Content-Type", type), new Body.Bytes(bytes));
    }

    static WebAnswer text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the same with one more header field. */
    WebAnswer with(String name, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new WebAnswer(status, all, body);
    }
}
