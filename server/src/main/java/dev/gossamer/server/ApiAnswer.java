package dev.gossamer.server;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** What a handler answers. */
sealed interface ApiAnswer {
    int status();

    Map<String, String> headers();

    /** A value that is written as JSON. */
    record Json(int status, Object value, Map<String, String> headers) implements ApiAnswer {}

    /** Bytes of another type. */
    record Bytes(int status, String type, byte[] bytes, Map<String, String> headers)
            implements ApiAnswer {}

    /** An answer that is written piece by piece. */
    record Streamed(int status, String type, Writer writer, Map<String, String> headers)
            implements ApiAnswer {}

    interface Writer {
        void write(OutputStream out) throws IOException, InterruptedException;
    }

    static Json ok(Object value) {
        return new Json(200, value, Map.of());
    }

    static Json of(int status, Object value) {
        return new Json(status, value, Map.of());
    }

    static Bytes text(String type, String text) {
        return new Bytes(
                200, type, text.getBytes(java.nio.charset.StandardCharsets.UTF_8), Map.of());
    }
}
