package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintSetTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void isASetAndSortsItself(long seed) {
        var random = new Random(seed);
        var set = new FingerprintSet();
        var model = new TreeSet<Long>();
        for (int i = 0; i < 20_000; i++) {
            long fingerprint = random.nextInt(3) == 0 ? random.nextInt(100) : random.nextLong();
            assertThat(set.contains(fingerprint)).isEqualTo(model.contains(fingerprint));
            assertThat(set.add(fingerprint)).isEqualTo(model.add(fingerprint));
        }
        assertThat(set.size()).isEqualTo(model.size());
        assertThat(set.sorted()).isEqualTo(model.stream().mapToLong(Long::longValue).toArray());
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -500, 0, Long.MAX_VALUE - 1000})
    void numbersThatAreNoHashesOnlyMakeItLarger(long first) {
        var set = new FingerprintSet();
        var all = new long[1000];
        Arrays.setAll(all, i -> first + i);
        for (long fingerprint : all) assertThat(set.add(fingerprint)).isTrue();
        assertThat(set.sorted()).isEqualTo(all);
    }
}
