package dev.gossamer.replay;

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
    /** What is sent. */
    public sealed interface Body {
        /** Bytes in memory. */
        record Bytes(byte[] bytes) implements Body {}

        /** A part of a file. */
        record FilePart(Path file, long from, long length) implements Body {}

        default long length() {
            return switch (this) {
                case Bytes(var bytes) -> bytes.length;
                case FilePart(_, _, var length) -> length;
            };
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
