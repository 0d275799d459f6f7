package dev.gossamer.deflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the JDK compresses comes back; of everything else nothing wrong is said. */
final class DeflateDecoderTest {
    private static final int DAMAGED_STREAMS = 4000;

    @BeforeEach
    void thereIsALibrary() {
        assumeThat(IsaLibrary.here()).isPresent();
    }

    private static byte[] deflated(byte[] bytes, int level, int strategy) {
        var deflater = new Deflater(level, true);
        deflater.setStrategy(strategy);
        deflater.setInput(bytes);
        deflater.finish();
        byte[] packed = new byte[bytes.length * 2 + 1000];
        int length = 0;
        while (!deflater.finished())
            length += deflater.deflate(packed, length, packed.length - length);
        deflater.end();
        return Arrays.copyOf(packed, length);
    }

    private static byte[] text(Random random, int length) {
        byte[] bytes = new byte[length];
        int repeated = 1 + random.nextInt(1000);
        for (int i = 0; i < length; i++)
            bytes[i] =
                    i >= repeated && random.nextInt(40) > 0
                            ? bytes[i - repeated]
                            : (byte) ('a' + random.nextInt(26));
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatTheJdkCompressesComesBack(long seed) {
        var random = new Random(seed);
        int[] strategies = {Deflater.DEFAULT_STRATEGY, Deflater.FILTERED, Deflater.HUFFMAN_ONLY};
        for (int round = 0; round < 200; round++) {
            byte[] bytes = text(random, 1 + random.nextInt(round < 150 ? 3000 : 200_000));
            if (round % 5 == 0) random.nextBytes(bytes);
            byte[] packed = deflated(bytes, random.nextInt(10), strategies[round % 3]);
            byte[] around = new byte[packed.length + 30];
            random.nextBytes(around);
            System.arraycopy(packed, 0, around, 10, packed.length);
            byte[] out = new byte[bytes.length];
            int taken = DeflateDecoder.decode(around, 10, packed.length + 20, out);
            if (packed.length > DeflateDecoder.MAX_PACKED_BYTES - 20) continue;
            assertThat(taken).as("seed %d round %d", seed, round).isEqualTo(packed.length);
            assertThat(out).isEqualTo(bytes);
        }
    }

    @Test
    void aStreamOfAnotherLengthIsRefused() {
        byte[] bytes = text(new Random(3), 1000);
        byte[] packed = deflated(bytes, 6, Deflater.DEFAULT_STRATEGY);
        assertThat(DeflateDecoder.decode(packed, 0, packed.length, new byte[999])).isEqualTo(-1);
        assertThat(DeflateDecoder.decode(packed, 0, packed.length, new byte[1001])).isEqualTo(-1);
        assertThat(DeflateDecoder.decode(packed, 0, packed.length, new byte[1000]))
                .isEqualTo(packed.length);
    }

    @Test
    void everyStreamThatIsCutShortIsRefused() {
        byte[] bytes = text(new Random(4), 2000);
        byte[] packed = deflated(bytes, 6, Deflater.DEFAULT_STRATEGY);
        for (int length = 0; length < packed.length; length++)
            assertThat(DeflateDecoder.decode(packed, 0, length, new byte[2000])).isEqualTo(-1);
    }

    @Test
    void limitsAreForInputAndOutput() {
        byte[] most = text(new Random(5), DeflateDecoder.MAX_BYTES);
        byte[] packed = deflated(most, 6, Deflater.DEFAULT_STRATEGY);
        byte[] out = new byte[most.length];
        assertThat(DeflateDecoder.decode(packed, 0, packed.length, out)).isEqualTo(packed.length);
        assertThat(out).isEqualTo(most);
        assertThat(DeflateDecoder.decode(packed, 0, packed.length, new byte[most.length + 1]))
                .isEqualTo(-1);
        byte[] longer = Arrays.copyOf(packed, DeflateDecoder.MAX_PACKED_BYTES + 1);
        assertThat(DeflateDecoder.decode(longer, 0, longer.length, out)).isEqualTo(-1);
    }

    /** Where the JDK refuses a set of codes that is not complete, there is nothing to compare. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aDamagedStreamIsRefusedOrReadAsTheJdkReadsIt(long seed) {
        var random = new Random(seed);
        int accepted = 0;
        for (int round = 0; round < DAMAGED_STREAMS; round++) {
            byte[] bytes = text(random, 1 + random.nextInt(600));
            byte[] packed = deflated(bytes, random.nextInt(10), round % 3);
            for (int flips = random.nextInt(4); flips > 0; flips--)
                packed[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(8));
            byte[] out = new byte[bytes.length];
            int taken = DeflateDecoder.decode(packed, 0, packed.length, out);
            if (taken < 0) continue;
            try {
                assertThat(Inflated.of(Arrays.copyOf(packed, taken), out.length))
                        .as("seed %d round %d", seed, round)
                        .isEqualTo(out);
                accepted++;
            } catch (DataFormatException e) {
                assertThat(e).hasMessageContaining("set");
            }
        }
        assertThat(accepted).isGreaterThan(DAMAGED_STREAMS / 4);
    }

    @Test
    void manyThreadsDecodeAtOnce() {
        byte[] bytes = text(new Random(6), 50_000);
        byte[] packed = deflated(bytes, 6, Deflater.DEFAULT_STRATEGY);
        long right =
                IntStream.range(0, 400)
                        .parallel()
                        .filter(
                                _ -> {
                                    byte[] out = new byte[bytes.length];
                                    return DeflateDecoder.decode(packed, 0, packed.length, out) > 0
                                            && Arrays.equals(out, bytes);
                                })
                        .count();
        assertThat(right).isEqualTo(400);
    }
}
