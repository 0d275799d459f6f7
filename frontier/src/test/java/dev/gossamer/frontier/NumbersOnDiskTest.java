package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersOnDiskTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatIsWrittenIsWhatItContains(long seed) {
        var random = new Random(seed);
        var numbers = new Numbers(seed);
        var model = new HashSet<Long>();
        for (int i = 0; i < 2_000; i++) {
            long number = random.nextInt(500);
            if (random.nextInt(3) > 0) {
                numbers.add(number);
                model.add(number);
            } else {
                numbers.remove(number);
                model.remove(number);
            }
        }
        for (long number = 0; number < 600; number++)
            assertThat(numbers.contains(number))
                    .as("seed %d, %d", seed, number)
                    .isEqualTo(model.contains(number));
        var bytes = new Bytes(16);
        numbers.write(bytes);
        var read = new HashSet<Long>();
        int count = 0;
        for (; bytes.hasMore(); count++) read.add(bytes.getLong());
        assertThat(read).isEqualTo(model);
        assertThat(count).isEqualTo(model.size());
    }
}
