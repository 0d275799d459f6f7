package dev.gossamer.cluster;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a node tells the others about once a second.
 *
 * @param node its name
 * @param incarnation of this life of it
 * @param shards that it has, each with the offset from which it reads letters next
 * @param isIdle whether nothing is left to do in any of them, and everything for others has arrived
 * @param isGone whether it has left in good order
 * @param control the orders up to this offset are in force
 */
public record NodeReport(
        String node,
        String incarnation,
        Map<Integer, Long> shards,
        boolean isIdle,
        boolean isGone,
        long control,
        long pages,
        long fetched,
        long queued,
        long seen,
        long parked) {
    private static final JsonMapper JSON = new JsonMapper();

    /** Longer ones are not ours. */
    private static final int MAX_BYTES = 1 << 20;

    byte[] write() {
        return JSON.writeValueAsBytes(this);
    }

    /** Returns a report; empty for what is none, such as one of a later version. */
    static Optional<NodeReport> read(byte @Nullable [] value) {
        if (value == null || value.length > MAX_BYTES) return Optional.empty();
        try {
            return Optional.of(JSON.readValue(value, NodeReport.class));
        } catch (JacksonException _) {
            // Another program may write there; what it says is not for us.
            return Optional.empty();
        }
    }

    /** The same node says good-bye. */
    NodeReport gone() {
        return new NodeReport(
                node,
                incarnation,
                new TreeMap<>(),
                true,
                true,
                control,
                pages,
                fetched,
                queued,
                seen,
                parked);
    }
}
