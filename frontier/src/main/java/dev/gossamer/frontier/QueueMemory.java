package dev.gossamer.frontier;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What all queues of a shard share: how many bytes they hold in memory, and where more can go. */
final class QueueMemory {
    /** None for a shard that lives in memory alone. */
    final @Nullable Chunks chunks;

    long bytes;

    /** Of the hashes of numbers. */
    long seed;

    /** Entries that were promoted and stand in a lane still. */
    long stale;

    /** Why a chunk could not be written; to be told at the next commit. */
    @Nullable IOException failure;

    QueueMemory(@Nullable Chunks chunks) {
        this.chunks = chunks;
    }
}
