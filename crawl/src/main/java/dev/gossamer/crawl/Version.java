package dev.gossamer.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Which Gossamer this is. */
public final class Version {
    /** For example {@code 0.1.0}. */
    public static final String TEXT = read();

    private Version() {}

    private static String read() {
        try (var in = Objects.requireNonNull(Version.class.getResourceAsStream("version"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
