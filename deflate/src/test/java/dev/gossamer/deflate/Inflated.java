package dev.gossamer.deflate;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** What the JDK's inflater makes of a raw deflate stream. */
final class Inflated {
    private Inflated() {}

    /**
     * Returns the content of a stream; shorter than expected where the stream ends before, longer
     * by a byte where it does not end there.
     */
    static byte[] of(byte[] deflated, int expected) throws DataFormatException {
        var inflater = new Inflater(true);
        try {
            inflater.setInput(deflated);
            byte[] bytes = new byte[expected + 1];
            int length = 0;
            while (!inflater.finished() && length < bytes.length) {
                int count = inflater.inflate(bytes, length, bytes.length - length);
                if (count == 0 && inflater.needsInput()) break;
                length += count;
            }
            boolean isWhole = inflater.finished() && inflater.getRemaining() == 0;
            return isWhole ? Arrays.copyOf(bytes, length) : bytes;
        } finally {
            inflater.end();
        }
    }
}
