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
final class ByteSearch {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private static final int SPACE = 1;
    private static final int SLASH = 2;
    private static final int GREATER = 4;
    private static final int EQUALS = 8;

    /**
     * One look in a table instead of up to eight comparisons: these loops see every tag's bytes.
     */
    private static final byte[] CLASSES = new byte[256];

    static {
        for (char c : " \n\t\r\f".toCharArray()) CLASSES[c] = SPACE;
        CLASSES['/'] = SLASH;
        CLASSES['>'] = GREATER;
        CLASSES['='] = EQUALS;
    }

    private ByteSearch() {}

    /** The first place of {@code wanted} at or after {@code from}, or {@code end}. */
    static int indexOf(byte[] in, int wanted, int from, int end) {
        long pattern = wanted * ONES;
        int at = from;
        // Most of what is sought in a tag is near.
        if (at <= end - 8) {
            long zeros = zeros((long) LONG.get(in, at) ^ pattern);
            if (zeros != 0) return at + firstByte(zeros);
            at += 8;
        }
        // Text between tags is long: two words a turn halve the branches.
        for (; at <= end - 16; at += 16) {
            long first = zeros((long) LONG.get(in, at) ^ pattern);
            long second = zeros((long) LONG.get(in, at + 8) ^ pattern);
            if ((first | second) != 0) {
                return first != 0 ? at + firstByte(first) : at + 8 + firstByte(second);
            }
        }
        for (; at <= end - 8; at += 8) {
            long zeros = zeros((long) LONG.get(in, at) ^ pattern);
            if (zeros != 0) return at + firstByte(zeros);
        }
        while (at < end && in[at] != wanted) at++;
        return at;
    }

    private static long zeros(long x) {
        return (x - ONES) & ~x & HIGHS;
    }

    private static int firstByte(long marks) {
        return Long.numberOfTrailingZeros(marks) >>> 3;
    }

    /** The eight bytes at {@code at}, the first one lowest; zeros where the array has ended. */
    static long word(byte[] in, int at) {
        if (at <= in.length - 8) return (long) LONG.get(in, at);
        long word = 0;
        for (int i = in.length - 1; i >= at; i--) word = word << 8 | (in[i] & 0xFF);
        return word;
    }

    /** The first place at or after {@code from} of a byte above 0x7F, or {@code end}. */
    static int indexOfNonAscii(byte[] in, int from, int end) {
        int at = from;
        for (; at <= end - 8; at += 8) {
            long highs = (long) LONG.get(in, at) & HIGHS;
            if (highs != 0) return at + firstByte(highs);
        }
        while (at < end && in[at] >= 0) at++;
        return at;
    }

    /**
     * Whether every byte stands for itself in an attribute: printable ASCII, and no ampersand. A
     * byte below the space makes {@code x - 0x20…} borrow.
     */
    static boolean isPlain(byte[] in, int from, int end) {
        int at = from;
        for (; at <= end - 8; at += 8) {
            long x = (long) LONG.get(in, at);
            long special = ((x - ' ' * ONES) & ~x) | zeros(x ^ '&' * ONES) | x;
            if ((special & HIGHS) != 0) return false;
        }
        for (; at < end; at++) if (in[at] < ' ' || in[at] == '&') return false;
        return true;
    }

    /** Upper case ASCII letters to lower case, every other byte to itself. */
    static byte lower(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 0x20) : b;
    }

    /**
     * Tab, line feed, form feed, carriage return, space: ASCII white space of the HTML standard.
     */
    static boolean isSpace(byte b) {
        return CLASSES[b & 0xFF] == SPACE;
    }

    /** White space, slash or {@code >}. */
    static boolean endsTagName(byte b) {
        return (CLASSES[b & 0xFF] & (SPACE | SLASH | GREATER)) != 0;
    }

    /** White space, slash, {@code >} or an equals sign. */
    static boolean endsAttributeName(byte b) {
        return CLASSES[b & 0xFF] != 0;
    }

    /** White space or {@code >}. */
    static boolean endsUnquotedValue(byte b) {
        return (CLASSES[b & 0xFF] & (SPACE | GREATER)) != 0;
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
