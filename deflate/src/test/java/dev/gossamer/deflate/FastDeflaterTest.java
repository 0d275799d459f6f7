package dev.gossamer.deflate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What our own deflate writes, the JDK's zlib reads. */
final class FastDeflaterTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void everyKindOfBytesComesBack(long seed) throws Exception {
        var random = new Random(seed);
        var check = new RoundTrip();
        for (int round = 0; round < 400; round++) {
            int length = random.nextInt(round < 300 ? 3000 : 200_000);
            byte[] bytes = bytes(random, random.nextInt(6), length);
            check.comesBack(bytes, random, "seed " + seed + " round " + round);
        }
    }

    private static byte[] bytes(Random random, int kind, int length) {
        byte[] bytes = new byte[length];
        switch (kind) {
            case 0 -> random.nextBytes(bytes);
            case 1 -> Arrays.fill(bytes, (byte) 'a');
            case 2 -> bytes = words(random, length);
            case 3 -> {
                // frequencies like Fibonacci's numbers make the longest codes there are
                for (int i = 0; i < length; i++)
                    bytes[i] = (byte) Integer.numberOfTrailingZeros(random.nextInt() | 1 << 30);
            }
            case 4 -> {
                // the same again, near and far: over 32 KB back it may not be used
                random.nextBytes(bytes);
                int far = 32_760 + random.nextInt(16);
                for (int i = far; i < length; i++) bytes[i] = bytes[i - far];
            }
            default -> {
                for (int i = 0; i < length; i++) bytes[i] = (byte) random.nextInt(4);
            }
        }
        return bytes;
    }

    /** Returns words that compress about as well as a page does. */
    private static byte[] words(Random random, int bytes) {
        var text = new StringBuilder("<html><body>");
        while (text.length() < bytes) {
            text.append("<p class=w>word").append(random.nextInt(5000)).append("</p> ");
        }
        return text.toString().getBytes(UTF_8);
    }

    @Test
    void emptyAndTinyRecordsComeBack() throws Exception {
        var check = new RoundTrip();
        for (int length = 0; length < 20; length++) {
            check.comesBack(new byte[length], new Random(length), "length " + length);
        }
    }

    @Test
    void codeNeverExceedsItsLimitAndIsComplete() {
        int[] fibonacci = new int[30];
        fibonacci[0] = 1;
        fibonacci[1] = 1;
        for (int i = 2; i < 30; i++) fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
        for (int limit : new int[] {5, 7, 15}) {
            var code = new HuffmanCode(30, limit);
            code.build(fibonacci);
            int sum = 0;
            for (byte length : code.lengths) {
                assertThat(length).isBetween((byte) 1, (byte) limit);
                sum += 1 << (limit - length);
            }
            assertThat(sum).isEqualTo(1 << limit);
        }
    }

    /** Writes streams with our encoder, in pieces, and reads them with the JDK's inflater. */
    private static final class RoundTrip {
        private final DeflateEncoder encoder = new DeflateEncoder();

        void comesBack(byte[] bytes, Random random, String what) throws Exception {
            var out = new ByteArrayOutputStream();
            encoder.reset();
            for (int at = 0; at < bytes.length; ) {
                if (random.nextInt(8) == 0) encoder.flush(out::write);
                int n = Math.min(1 + random.nextInt(100_000), bytes.length - at);
                encoder.write(bytes, at, n, out::write);
                at += n;
            }
            encoder.finish(out::write);
            byte[] deflated = out.toByteArray();
            int most = bytes.length + bytes.length / 1000 + 200;
            assertThat(deflated.length).as(what).isLessThan(most);
            assertThat(Arrays.equals(Inflated.of(deflated, bytes.length), bytes)).as(what).isTrue();
        }
    }
}
