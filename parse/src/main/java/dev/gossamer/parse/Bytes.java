package dev.gossamer.parse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Searches in byte arrays. Eight bytes a step: with {@code x} the word XOR the wanted byte in all
 * eight places, a byte of {@code x} is zero exactly where it was found, and {@code (x - 0x01…) & ~x
 * & 0x80…} has its lowest set bit in the first such byte (later ones may be marked wrongly by the
 * borrow, which does not matter to the first).
 */
final class Bytes {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    /** Upper case ASCII letters to lower case, every other byte to itself. */
    private static final byte[] LOWER = new byte[256];

    static {
        for (int i = 0; i < 256; i++) LOWER[i] = (byte) (i >= 'A' && i <= 'Z' ? i + 0x20 : i);
    }

    private Bytes() {}

    /** The first place of {@code wanted} at or after {@code from}, or {@code end}. */
    static int indexOf(byte[] in, int wanted, int from, int end) {
        long pattern = wanted * ONES;
        int at = from;
        for (; at <= end - 8; at += 8) {
            long x = (long) LONG.get(in, at) ^ pattern;
            long zeros = (x - ONES) & ~x & HIGHS;
            if (zeros != 0) return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
        }
        while (at < end && in[at] != wanted) at++;
        return at;
    }

    /** Whether no byte of the range is above 0x7F. */
    static boolean isAscii(byte[] in, int from, int end) {
        int at = from;
        for (; at <= end - 8; at += 8) if (((long) LONG.get(in, at) & HIGHS) != 0) return false;
        for (; at < end; at++) if (in[at] < 0) return false;
        return true;
    }

    static byte lower(byte b) {
        return LOWER[b & 0xFF];
    }

    /**
     * Tab, line feed, form feed, carriage return, space: ASCII white space of the HTML standard.
     */
    static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\f';
    }

    static boolean isLetter(byte b) {
        int folded = b | 0x20;
        return folded >= 'a' && folded <= 'z';
    }

    /** Whether the bytes at {@code at} are this word, which is in lower case, in whatever case. */
    static boolean startsWith(byte[] in, int at, int end, String word) {
        if (end - at < word.length()) return false;
        for (int i = 0; i < word.length(); i++) {
            if (lower(in[at + i]) != word.charAt(i)) return false;
        }
        return true;
    }

    /** Whether the range is this word, which is in lower case, in whatever case. */
    static boolean is(byte[] in, int from, int end, String word) {
        return end - from == word.length() && startsWith(in, from, end, word);
    }
}
