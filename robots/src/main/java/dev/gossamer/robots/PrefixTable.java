package dev.gossamer.robots;

import java.util.Arrays;
import java.util.SortedSet;

/**
 * Texts in their order, to find all of them that begin a path. Every one that does stands at or
 * before the path in that order, and whatever stands between the two begins with it; so one search
 * finds a text of which all that are looked for are prefixes. Immutable.
 */
final class PrefixTable {
    static final int NONE = -1;

    private final byte[][] texts;

    /** For each text the longest other that begins it, or {@link #NONE}. */
    private final int[] shorter;

    PrefixTable(SortedSet<byte[]> sorted) {
        texts = sorted.toArray(byte[][]::new);
        shorter = new int[texts.length];
        for (int i = 0; i < texts.length; i++) {
            int before = i - 1;
            while (before >= 0 && !isPrefix(texts[before], texts[i])) before = shorter[before];
            shorter[i] = before;
        }
    }

    int size() {
        return texts.length;
    }

    int length(int text) {
        return texts[text].length;
    }

    /** Returns the longest text that begins this path, or {@link #NONE}. */
    int longest(byte[] path) {
        int low = 0;
        int high = texts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(texts[middle], path) <= 0) low = middle + 1;
            else high = middle;
        }
        int found = low - 1;
        while (found >= 0 && !isPrefix(texts[found], path)) found = shorter[found];
        return found;
    }

    /** Returns the next shorter text that begins the same paths, or {@link #NONE}. */
    int shorter(int text) {
        return shorter[text];
    }

    int indexOf(byte[] text) {
        return Arrays.binarySearch(texts, text, Arrays::compareUnsigned);
    }

    long heapBytes() {
        long bytes = 0;
        for (byte[] text : texts) bytes += 24 + text.length;
        return bytes + 4L * shorter.length;
    }

    private static boolean isPrefix(byte[] prefix, byte[] text) {
        return prefix.length <= text.length
                && Arrays.equals(prefix, 0, prefix.length, text, 0, prefix.length);
    }
}
