package dev.gossamer.deflate;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Whatever bytes are compressed, in whatever pieces, the JDK's inflater gives them back. An input
 * is a seed of the pieces and a number of repetitions, so that inputs of a few bytes make blocks of
 * several kinds too, then the bytes.
 */
class DeflateFuzzer {
    private static final int MAX_BYTES = 3 << 16;

    /** One for all inputs, as a store has one for all records: nothing may be left from before. */
    private static final DeflateEncoder ENCODER = DeflateEncoder.of(1);

    @FuzzTest(maxDuration = "1m")
    void anyBytesComeBack(byte[] input) throws Exception {
        if (input.length < 2) return;
        byte[] bytes = repeated(input, 1 + (input[1] & 255));
        int step = 1 + (input[0] & 255) * (input[0] & 255);
        var out = new Deflated(1 + (input[0] & 255) * 100);
        ENCODER.reset();
        for (int at = 0; at < bytes.length; at += step) {
            ENCODER.write(bytes, at, Math.min(step, bytes.length - at), out);
            if ((at / step & 15) == 15) ENCODER.flush(out);
        }
        ENCODER.finish(out);
        assertThat(Inflated.of(out.bytes(), bytes.length)).isEqualTo(bytes);
    }

    private static byte[] repeated(byte[] input, int times) {
        int length = input.length - 2;
        byte[] bytes = new byte[Math.min(MAX_BYTES, length * times)];
        for (int i = 0; i < bytes.length; i++) bytes[i] = input[2 + i % length];
        return bytes;
    }
}
