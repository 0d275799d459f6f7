package dev.gossamer.deflate;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * Whatever bytes are decoded, nothing crashes, and what both accept is the same for the JDK's
 * inflater. An input is the expected length, in two bytes, then the stream.
 */
class DecodeFuzzer {
    @FuzzTest(maxDuration = "1m")
    void whatIsAcceptedIsRight(byte[] input) {
        if (input.length < 2) return;
        byte[] out = new byte[(input[0] & 255) << 8 | (input[1] & 255)];
        int taken = DeflateDecoder.decode(input, 2, input.length - 2, out);
        if (taken < 0) return;
        byte[] stream = Arrays.copyOfRange(input, 2, 2 + taken);
        try {
            assertThat(Inflated.of(stream, out.length)).isEqualTo(out);
        } catch (DataFormatException e) {
            // It refuses codes that are not complete, whether or not they are used.
            assertThat(e).hasMessageContaining("set");
        }
    }
}
