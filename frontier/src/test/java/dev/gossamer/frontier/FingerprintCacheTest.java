package dev.gossamer.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FingerprintCacheTest {
    private static long[] found(FingerprintCache cache, long from, long to) {
        return LongStream.rangeClosed(from, to).filter(cache::contains).toArray();
    }

    @Test
    void growsUntilItHoldsWhatWasPutIn() {
        var one = new FingerprintCache(1 << 10);
        var together = new FingerprintCache(1 << 10);
        for (int i = 1; i <= 500; i++) {
            one.add(i);
            assertThat(found(one, 1, 1000)).as("after %d", i).hasSize(i);
        }
        together.addAll(LongStream.rangeClosed(1, 500).toArray());
        assertThat(found(together, 1, 1000)).hasSize(500);
        together.addAll(LongStream.rangeClosed(501, 510).toArray());
        assertThat(found(together, 1, 1000)).hasSize(510);
    }

    /** Its limit is the power of two that is not more than what it was given. */
    @Test
    void keepsTheNewestAtItsLimit() {
        for (int entries : new int[] {64, 100, 127}) {
            var cache = new FingerprintCache(entries);
            for (int i = 1; i <= 200; i++) cache.add(i);
            assertThat(found(cache, 1, 300))
                    .as("%d entries", entries)
                    .isEqualTo(LongStream.rangeClosed(137, 200).toArray());
        }
    }

    @Test
    void theNewerOfTwoAtOnePlaceStays() {
        var cache = new FingerprintCache(0);
        cache.add(5);
        cache.add(6);
        assertThat(found(cache, 1, 9)).containsExactly(5, 6);
        cache.add(7);
        assertThat(found(cache, 1, 9)).containsExactly(6, 7);
        cache.addAll(new long[] {8});
        assertThat(found(cache, 1, 9)).containsExactly(7, 8);
    }

    @Test
    void zeroIsNeverFound() {
        var cache = new FingerprintCache(16);
        assertThat(cache.contains(0)).isFalse();
        cache.add(0);
        assertThat(cache.contains(0)).isFalse();
    }
}
