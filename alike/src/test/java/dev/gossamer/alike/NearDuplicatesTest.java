package dev.gossamer.alike;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class NearDuplicatesTest {
    @Test
    void everyHashWithinThreeBitsIsFoundAndFewOthers() {
        long seed = 11;
        var random = new Random(seed);
        // Ten times the room: hashes do not spread evenly, and a full bucket forgets.
        var held = new NearDuplicates(1_000_000);
        long[] hashes = random.longs(100_000).toArray();
        for (long hash : hashes) held.add(hash);
        int false0 = 0;
        for (long hash : hashes) {
            long near = hash;
            for (int flips = random.nextInt(4); flips > 0; flips--)
                near ^= 1L << random.nextInt(64);
            assertThat(held.find(near)).as("seed %d", seed).isPresent();
            if (held.find(random.nextLong()).isPresent()) false0++;
        }
        assertThat(false0).as("seed %d", seed).isZero();
    }

    @Test
    void fullBucketForgetsItsOldest() {
        var held = new NearDuplicates(1 << 16);
        long first = 0x1111_0000_0000_0000L | 0x00ff_00ff_0001L;
        held.add(first);
        assertThat(held.find(first)).hasValue(first);
        // The same four bands one after another, in other combinations.
        for (int band = 0; band < 4; band++) {
            long mask = 0xffffL << (16 * band);
            held.add((first & mask) | (~first & ~mask));
        }
        assertThat(held.find(first)).isEmpty();
    }

    @Test
    void smallEditMovesFewBitsAndOtherTextMany() {
        var random = new Random(3);
        String text = words(random, 600);
        long hash = SimHash.of(text);
        String edited = text.replaceFirst("word12 ", "changed ").toUpperCase(java.util.Locale.ROOT);
        assertThat(Long.bitCount(hash ^ SimHash.of(edited))).isLessThanOrEqualTo(3);
        assertThat(Long.bitCount(hash ^ SimHash.of(words(random, 600)))).isGreaterThan(10);
        assertThat(SimHash.of("too few words to say")).isZero();
    }

    /** In the logs of crawls: never change it. */
    @Test
    void hashOfATextStaysWhatItIs() {
        var text = new StringBuilder();
        for (int i = 0; i < 1000; i++) text.append("word").append(i).append(' ');
        assertThat(SimHash.of(text.toString())).isEqualTo(0x5f19e16fd30bd2f9L);
    }

    private static String words(Random random, int count) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) text.append("word").append(random.nextInt(900)).append(' ');
        return text.toString();
    }
}
