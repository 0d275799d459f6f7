package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void holdsWhatASetHolds() {
        long seed = 17;
        var random = new Random(seed);
        var numbers = new Numbers(seed);
        var set = new HashSet<Long>();
        for (int i = 0; i < 100_000; i++) {
            long number = random.nextInt(1000);
            if (random.nextInt(5) < 2) {
                numbers.add(number);
                set.add(number);
            } else {
                assertThat(numbers.remove(number))
                        .as("seed %d, step %d", seed, i)
                        .isEqualTo(set.remove(number));
            }
            assertThat(numbers.size()).isEqualTo(set.size());
        }
    }
}
