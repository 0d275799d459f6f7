package dev.gossamer.fetch;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A body as it came, in memory or in a file.
 *
 * @param file where the body is; null when it is in {@code bytes}
 * @param encodings what to undo for {@link #decode}
 */
record WireBody(
        byte[] bytes,
        @Nullable Path file,
        long wireBytes,
        Encodings encodings,
        Optional<Truncation> truncation,
        Optional<Fault> cause)
        implements Body {

    @Override
    public byte[] wire() throws IOException {
        if (file != null) return Files.readAllBytes(file);
        return bytes.length == wireBytes ? bytes : Arrays.copyOf(bytes, (int) wireBytes);
    }

    @Override
    public Content decode(int maxBytes) throws IOException {
        boolean isPlain = encodings.areNone() || wireBytes == 0; // nothing is encoded nothing
        if (file == null && isPlain && wireBytes <= maxBytes) {
            return new Content(wire(), Optional.empty());
        }
        try (InputStream wire = open()) {
            return encodings.decode(wire, wireBytes, maxBytes);
        }
    }

    private InputStream open() throws IOException {
        return file != null
                ? Files.newInputStream(file)
                : new ByteArrayInputStream(bytes, 0, (int) wireBytes);
    }

    @Override
    public void close() {
        if (file == null) return;
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
