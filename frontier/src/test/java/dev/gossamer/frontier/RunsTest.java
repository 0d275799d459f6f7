package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.MemoryDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunsTest {
    private final MemoryDisk disk = new MemoryDisk();

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void findsExactlyWhatWasAdded(long seed) throws IOException {
        var random = new Random(seed);
        var runs = new Runs(disk, Runnable::run);
        var model = new HashSet<Long>();
        for (int round = 0; round < 20; round++) {
            var added = sorted(random, 1 + random.nextInt(3000));
            var except = Arrays.copyOf(added, random.nextInt(added.length));
            runs.add(added, except);
            for (int i = except.length; i < added.length; i++) model.add(added[i]);
            var asked = sorted(random, 1 + random.nextInt(random.nextBoolean() ? 5 : 5000));
            var known = runs.find(asked, asked.length);
            for (long one : asked) assertThat(known.contains(one)).isEqualTo(model.contains(one));
        }
        assertThat(runs.names()).hasSizeLessThan(8);
    }

    /** Whoever opens the folder next must not meet a file that is still being written. */
    @Test
    void noMergeBeginsWhenAllIsClosed() throws IOException {
        var merges = new ArrayList<CompletableFuture<Void>>();
        var gate = new CompletableFuture<Void>();
        var runs = new Runs(disk, merge -> merges.add(gate.thenRunAsync(merge)));
        for (int i = 0; i < 6; i++) runs.add(new long[] {i}, new long[0]);
        assertThat(merges).hasSize(1);
        gate.complete(null);
        runs.close();
        assertThat(merges).hasSize(1);
        assertThat(runs.names()).hasSize(5);
    }

    @Test
    void aFlippedByteIsRefusedWithFileAndOffset() throws IOException {
        var random = new Random(1);
        var runs = new Runs(disk, Runnable::run);
        var added = sorted(random, 2000);
        runs.add(added, new long[0]);
        var name = runs.names().getFirst();
        byte[] whole = disk.content(name);
        for (int i = 0; i < whole.length; i += 1 + random.nextInt(40)) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 1;
            disk.content(name, damaged);
            assertThatThrownBy(
                            () -> {
                                var again = new Runs(disk, Runnable::run);
                                again.restore(name);
                                again.find(added.clone(), added.length);
                            })
                    .as("byte %d", i)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(name + " is damaged at offset ");
        }
    }

    /** From a small range, so that some are met twice. */
    private static long[] sorted(Random random, int count) {
        return LongStream.generate(() -> random.nextInt(50_000) * 0x9E3779B97F4A7C15L)
                .limit(count)
                .sorted()
                .distinct()
                .toArray();
    }
}
