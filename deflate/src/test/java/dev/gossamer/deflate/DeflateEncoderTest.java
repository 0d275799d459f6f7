package dev.gossamer.deflate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an encoder writes, the JDK's inflater reads: with the fast library and without it. */
final class DeflateEncoderTest {
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
    void theFastLibraryIsThereOnTheMachinesItIsMadeFor() {
        var system = System.getProperty("os.name");
        var processor = System.getProperty("os.arch");
        assertThat(IsaLibrary.here().isPresent())
                .isEqualTo(
                        (system.equals("Linux") || system.startsWith("Mac"))
                                && (processor.equals("amd64") || processor.equals("x86_64")));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 64, 1000})
    void anyRoomIsEnough(int room) throws Exception {
        byte[] bytes = words(new Random(room), 150_000);
        try (var encoder = DeflateEncoder.of(1)) {
            encoder.reset();
            var out = new Deflated(room);
            encoder.write(bytes, 0, 70_000, out);
            encoder.flush(out);
            encoder.flush(out);
            encoder.write(bytes, 70_000, bytes.length - 70_000, out);
            encoder.finish(out);
            assertThat(Inflated.of(out.bytes(), bytes.length)).isEqualTo(bytes);
        }
    }

    @Test
    void bytesThatAreFlushedCanBeReadBeforeTheEnd() throws Exception {
        byte[] bytes = words(new Random(5), 10_000);
        try (var encoder = DeflateEncoder.of(1)) {
            encoder.reset();
            var out = new Deflated(1 << 16);
            encoder.write(bytes, 0, bytes.length, out);
            encoder.flush(out);
            var inflater = new Inflater(true);
            inflater.setInput(out.bytes());
            byte[] read = new byte[bytes.length + 1];
            assertThat(inflater.inflate(read)).isEqualTo(bytes.length);
            inflater.end();
        }
    }

    @Test
    void aPageIsCompressedAsWellAsByZlib() throws Exception {
        byte[] bytes = words(new Random(6), 22_000);
        assertThat(length(DeflateEncoder.of(1), bytes))
                .isLessThan(length(new ZlibEncoder(new Deflater(1, true)), bytes) * 11 / 10);
    }

    private static int length(DeflateEncoder encoder, byte[] bytes) throws Exception {
        try (encoder) {
            encoder.reset();
            var out = new Deflated(1 << 16);
            encoder.write(bytes, 0, bytes.length, out);
            encoder.finish(out);
            return out.bytes().length;
        }
    }

    /** Writes streams with both encoders, in pieces, and reads them with the JDK's inflater. */
    private static final class RoundTrip {
        private final DeflateEncoder fast = DeflateEncoder.of(1);
        private final DeflateEncoder zlib = new ZlibEncoder(new Deflater(1, true));

        void comesBack(byte[] bytes, Random random, String what) throws Exception {
            long pieces = random.nextLong();
            comesBack(fast, bytes, new Random(pieces), what);
            comesBack(zlib, bytes, new Random(pieces), what + " by zlib");
        }

        private static void comesBack(
                DeflateEncoder encoder, byte[] bytes, Random random, String what) throws Exception {
            var out = new Deflated(1 + random.nextInt(70_000));
            int flushes = 0;
            encoder.reset();
            for (int at = 0; at < bytes.length; ) {
                if (random.nextInt(8) == 0) {
                    encoder.flush(out);
                    flushes++;
                }
                int n = Math.min(1 + random.nextInt(100_000), bytes.length - at);
                encoder.write(bytes, at, n, out);
                at += n;
            }
            encoder.finish(out);
            byte[] deflated = out.bytes();
            int most = bytes.length + bytes.length / 8 + 20 + 10 * flushes;
            assertThat(deflated.length).as(what).isLessThan(most);
            assertThat(Arrays.equals(Inflated.of(deflated, bytes.length), bytes)).as(what).isTrue();
        }
    }
}
