package dev.gossamer.frontier;

import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/** Makes shards for tests that need nothing but shards. */
final class InMemory {
    private static final int SEGMENT_BYTES = 1 << 20;

    private static final Result.Rules NO_RULES =
            new Result.Rules(_ -> true, Optional.empty(), Duration.ofDays(1));

    private InMemory() {}

    /** They keep no journal, and the seed of their fingerprints is zero. */
    static Shards shards(FrontierOptions options, int count) {
        var shards = new Shards(new Commons(options), count, Optional.empty(), _ -> NO_RULES);
        for (int i = 0; i < count; i++) {
            var state = state(options.ofOneIn(count), shards, i);
            shards.add(options.ofOneIn(count), state, DecisionLog.NONE);
        }
        return shards;
    }

    private static ShardState state(FrontierOptions options, Shards shards, int number) {
        var disk = new MemoryDisk();
        try {
            var runs = new Runs(disk, Runnable::run);
            var state = shards.newState(number, options, runs, new Chunks(disk, SEGMENT_BYTES));
            state.seed(0);
            return state;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
