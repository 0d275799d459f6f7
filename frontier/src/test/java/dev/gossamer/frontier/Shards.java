package dev.gossamer.frontier;

import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Makes shards for tests that need nothing but a shard. */
final class Shards {
    private static final int SEGMENT_BYTES = 1 << 20;

    private Shards() {}

    /** It keeps no journal, and the seed of its fingerprints is zero. */
    static Shard inMemory(FrontierOptions options) {
        var disk = new MemoryDisk();
        try {
            var state =
                    new ShardState(
                            options,
                            new Runs(disk, Runnable::run),
                            new Chunks(disk, SEGMENT_BYTES));
            state.seed(0);
            return new Shard(options, state, DecisionLog.NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
