package dev.gossamer.server;

import java.time.Instant;
import java.util.Optional;

/**
 * A shard that changed hands.
 *
 * @param shard its number
 * @param from who had it; empty if that is not known
 * @param to who has it since
 * @param at when this was seen
 */
record ShardMovement(int shard, Optional<String> from, String to, Instant at) {
    static final Schema SCHEMA =
            Schema.object(
                    "shard", Schema.WHOLE,
                    "from", Schema.TEXT.orNull(),
                    "to", Schema.TEXT,
                    "at", Schema.TEXT);
}
