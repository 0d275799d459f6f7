package dev.gossamer.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a storing node tells the others about twice a second.
 *
 * @param node its name
 * @param pages in its folder
 * @param behind records of its part of the topic that it has not read yet
 */
public record StoringReport(String node, long pages, long behind) {
    /** The key of its records, by which they are told from those of crawling nodes. */
    private static final byte[] KEY = "store".getBytes(StandardCharsets.US_ASCII);

    private static final JsonMapper JSON = new JsonMapper();

    static byte[] key() {
        return KEY.clone();
    }

    static boolean isKey(byte @Nullable [] key) {
        return Arrays.equals(KEY, key);
    }

    byte[] write() {
        return JSON.writeValueAsBytes(this);
    }

    /** Returns a report; empty for what is none. */
    static Optional<StoringReport> read(byte @Nullable [] value) {
        if (value == null) return Optional.empty();
        try {
            return Optional.of(JSON.readValue(value, StoringReport.class));
        } catch (JacksonException _) {
            // Another program may write there; what it says is not for us.
            return Optional.empty();
        }
    }
}
