package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
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

    /** Or each look at a large set would take long. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void hashesStandNearTheirPlaces(long seed) {
        var set = new FingerprintSet();
        var random = new Random(seed);
        for (int i = 0; i < 50_000; i++) set.add(random.nextLong());
        assertThat(set.longestProbe()).as("seed %d", seed).isBetween(1, 60);
    }

    @Test
    void theFarthestFromItsPlaceIsCounted() {
        var set = new FingerprintSet();
        assertThat(set.longestProbe()).isZero();
        long last = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            set.add(last - i);
            assertThat(set.longestProbe()).isEqualTo(i);
        }
        set.add(1);
        assertThat(set.longestProbe()).isEqualTo(2);
    }

    /** The place of the last 65 is the last but 64. */
    @Test
    void whatWouldStandBehindTheLastSlotIsNotThere() {
        var set = new FingerprintSet();
        for (int i = 0; i < 65; i++) set.add(Long.MAX_VALUE - i);
        assertThat(set.contains(Long.MAX_VALUE - 64)).isTrue();
        assertThat(set.contains(Long.MAX_VALUE - 65)).isFalse();
        assertThat(set.add(Long.MAX_VALUE - 65)).isTrue();
        assertThat(set.contains(Long.MAX_VALUE - 65)).isTrue();
    }
}
