package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RanksTest {
    @TempDir private Path dir;

    @Test
    void withoutAFileAllRanksAreZero() throws IOException {
        try (var ranks = Ranks.open(dir)) {
            assertThat(ranks.of(5)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 10, 3000})
    void everyFingerprintHasItsRankAndNoOther(int count) throws IOException {
        var random = new Random(count);
        long[] fingerprints = random.longs().distinct().limit(count).sorted().toArray();
        float[] values = new float[count];
        for (int i = 0; i < count; i++) values[i] = (i + 1) / 7f;
        Ranks.write(dir, fingerprints, values);
        assertThat(dir.resolve("ranks.new")).doesNotExist();
        try (var ranks = Ranks.open(dir)) {
            for (int i = 0; i < count; i++) {
                assertThat(ranks.of(fingerprints[i])).isEqualTo(values[i]);
                for (long other : new long[] {fingerprints[i] - 1, fingerprints[i] + 1}) {
                    if (Arrays.binarySearch(fingerprints, other) < 0)
                        assertThat(ranks.of(other)).isZero();
                }
            }
            assertThat(ranks.of(0)).isZero();
        }
    }

    @Test
    void theExtremeFingerprintsAreFound() throws IOException {
        Ranks.write(
                dir, new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}, new float[] {1, 2, 3, 4});
        try (var ranks = Ranks.open(dir)) {
            assertThat(ranks.of(Long.MIN_VALUE)).isEqualTo(1);
            assertThat(ranks.of(-1)).isEqualTo(2);
            assertThat(ranks.of(0)).isEqualTo(3);
            assertThat(ranks.of(Long.MAX_VALUE)).isEqualTo(4);
        }
    }

    @Test
    void newRanksReplaceTheOldWhileThoseAreRead() throws IOException {
        Ranks.write(dir, new long[] {1}, new float[] {0.5f});
        try (var old = Ranks.open(dir)) {
            Ranks.write(dir, new long[] {1, 2}, new float[] {0.25f, 0.75f});
            assertThat(old.of(1)).isEqualTo(0.5);
            try (var fresh = Ranks.open(dir)) {
                assertThat(fresh.of(1)).isEqualTo(0.25);
                assertThat(fresh.of(2)).isEqualTo(0.75);
            }
        }
    }

    @Test
    void everyFlippedByteAndEveryCutIsFound() throws IOException {
        Ranks.write(dir, new long[] {10, 20, 30}, new float[] {1, 2, 3});
        var file = dir.resolve("ranks");
        byte[] bytes = Files.readAllBytes(file);
        for (int at = 0; at < bytes.length; at++) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            Files.write(file, flipped);
            assertThatThrownBy(() -> Ranks.open(dir).close())
                    .as("byte %d", at)
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining(file.toString());
            Files.write(file, Arrays.copyOf(bytes, at));
            assertThatThrownBy(() -> Ranks.open(dir).close())
                    .as("cut to %d", at)
                    .isInstanceOf(DamagedFileException.class);
        }
    }

    /** Only the blocks that a look-up touches are checked, but those always. */
    @Test
    void noDamagedBlockIsBelieved() throws IOException {
        int count = 3000;
        long[] fingerprints = new Random(1).longs().distinct().limit(count).sorted().toArray();
        float[] values = new float[count];
        for (int i = 0; i < count; i++) values[i] = i + 1;
        Ranks.write(dir, fingerprints, values);
        var file = dir.resolve("ranks");
        byte[] bytes = Files.readAllBytes(file);
        for (int from : new int[] {BlockWriter.BLOCK, 2 * BlockWriter.BLOCK}) {
            byte[] damaged = bytes.clone();
            for (int i = from; i < Math.min(from + BlockWriter.BLOCK, 8 + 12 * count); i++)
                damaged[i] ^= (byte) 0xFF;
            Files.write(file, damaged);
            int refused = 0;
            for (int i = 0; i < count; i += 10) {
                try (var ranks = Ranks.open(dir)) {
                    assertThat(ranks.of(fingerprints[i])).isEqualTo(values[i]);
                } catch (DamagedFileException _) {
                    refused++;
                }
            }
            assertThat(refused).as("block at %d", from).isPositive();
        }
    }

    @Test
    void aFileOfAnotherKindIsRefused() throws IOException {
        try (var out = BlockWriter.create(dir.resolve("ranks"))) {
            out.writeLong(SegmentWriter.MAGIC);
            out.finish(new long[] {0});
        }
        assertThatThrownBy(() -> Ranks.open(dir).close())
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("not ranks");
    }
}
