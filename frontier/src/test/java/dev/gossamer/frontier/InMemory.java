package dev.gossamer.frontier;

import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Makes shards for tests that need nothing but shards. */
final class InMemory {
    private static final int SEGMENT_BYTES = 1 << 20;

    private InMemory() {}

    /** They keep no journal, and the seed of their fingerprints is zero. */
    static Shards shards(FrontierOptions options, int count) {
        var shards = new Shards(new Commons(options));
        for (int i = 0; i < count; i++) {
            var state = state(options.ofOneIn(count), shards);
            shards.add(options.ofOneIn(count), state, DecisionLog.NONE);
        }
        return shards;
    }

    private static ShardState state(FrontierOptions options, Shards shards) {
        var disk = new MemoryDisk();
        try {
            var runs = new Runs(disk, Runnable::run);
            var state = shards.newState(options, runs, new Chunks(disk, SEGMENT_BYTES));
            state.seed(0);
            return state;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
