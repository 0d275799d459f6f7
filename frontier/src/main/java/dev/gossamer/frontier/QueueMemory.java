package dev.gossamer.frontier;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What all queues of a shard share: how many bytes they hold in memory, and where more can go. */
final class QueueMemory {
    final ChunkStore chunks;

    long bytes;

    /** Of the hashes of numbers. */
    long seed;

    /** Entries that were promoted and stand in a lane still. */
    long stale;

    private @Nullable IOException refusal;

    QueueMemory(ChunkStore chunks) {
        this.chunks = chunks;
    }

    /** A chunk could not be written, so it stays in memory. */
    void refused(IOException why) {
        refusal = why;
    }

    /**
     * To be called at each commit.
     *
     * @throws IOException why a chunk could not be written since the last time
     */
    void throwRefusal() throws IOException {
        var why = refusal;
        refusal = null;
        if (why != null) throw why;
    }
}
