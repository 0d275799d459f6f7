package dev.gossamer.links;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Walks over several dictionaries as if they were one. The new numbers of each one's texts rise
 * with the old, so what was sorted by number stays sorted.
 */
final class DictionaryMerge {
    private record Source(int number, Dictionary.Cursor cursor) implements Comparable<Source> {
        @Override
        public int compareTo(Source other) {
            int order =
                    Arrays.compareUnsigned(
                            cursor.text(),
                            0,
                            cursor.length(),
                            other.cursor.text(),
                            0,
                            other.cursor.length());
            return order != 0 ? order : Integer.compare(number, other.number);
        }
    }

    private final PriorityQueue<Source> sources = new PriorityQueue<>();
    private final int[][] newIds;
    private final int[] holders;
    private final int[] oldIds;
    private int holderCount;
    private byte[] text = new byte[128];
    private int length;
    private int id = -1;

    DictionaryMerge(List<Dictionary> dictionaries) throws IOException {
        newIds = new int[dictionaries.size()][];
        holders = new int[dictionaries.size()];
        oldIds = new int[dictionaries.size()];
        for (int i = 0; i < newIds.length; i++) {
            newIds[i] = new int[dictionaries.get(i).count()];
            var cursor = dictionaries.get(i).cursor();
            if (cursor.next()) sources.add(new Source(i, cursor));
        }
    }

    /** Goes to the next text; false at the end. */
    boolean next() throws IOException {
        holderCount = 0;
        var least = sources.peek();
        if (least == null) return false;
        id++;
        length = least.cursor.length();
        if (text.length < length) text = new byte[2 * length];
        System.arraycopy(least.cursor.text(), 0, text, 0, length);
        while (least != null && isHere(least.cursor)) {
            newIds[least.number][least.cursor.id()] = id;
            oldIds[holderCount] = least.cursor.id();
            holders[holderCount++] = least.number;
            sources.remove();
            if (least.cursor.next()) sources.add(least);
            least = sources.peek();
        }
        return true;
    }

    private boolean isHere(Dictionary.Cursor cursor) {
        return Arrays.equals(text, 0, length, cursor.text(), 0, cursor.length());
    }

    int id() {
        return id;
    }

    byte[] text() {
        return text;
    }

    int length() {
        return length;
    }

    /** In how many of the dictionaries this text is. */
    int holders() {
        return holderCount;
    }

    /** Which of them, rising. */
    int holder(int i) {
        return holders[i];
    }

    /** Its number in that one. */
    int oldId(int i) {
        return oldIds[i];
    }

    /** By dictionary and old number; whole when the end was reached. */
    int[][] newIds() {
        return newIds;
    }
}
