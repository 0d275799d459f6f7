package dev.gossamer.cluster;

import java.time.Duration;
import java.time.Instant;

/** What came of the wish to own a shard. */
public sealed interface Taking {
    /**
     * The shard is ours.
     *
     * @param disk its files, as its last owner left them
     * @param before the last owner; of term 0 where there was none
     * @param wasFenced the last owner did not release it, so requests of his may be under way
     * @param lastWritten when the last owner wrote his last record, on his clock; the epoch where
     *     there was none
     * @param bytesRead from the journal and of files
     * @param time it took
     */
    record Taken(
            ClusterDisk disk,
            ShardOwner before,
            boolean wasFenced,
            Instant lastWritten,
            long bytesRead,
            Duration time)
            implements Taking {}

    /** Another node was faster. */
    record Refused(ShardOwner owner) implements Taking {}
}
