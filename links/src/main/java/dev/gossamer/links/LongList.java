package dev.gossamer.links;

import java.util.Arrays;

/** Longs in a row, used again and again. */
final class LongList {
    private long[] values = new long[16];
    private int size;

    int size() {
        return size;
    }

    long get(int i) {
        return values[i];
    }

    void clear() {
        size = 0;
    }

    void add(long value) {
        if (size == values.length) values = Arrays.copyOf(values, 2 * size);
        values[size++] = value;
    }

    void addAll(LongList other, int from, int to) {
        int count = to - from;
        if (size + count > values.length)
            values = Arrays.copyOf(values, Math.max(size + count, 2 * size));
        System.arraycopy(other.values, from, values, size, count);
        size += count;
    }

    void setTo(LongList other) {
        size = 0;
        addAll(other, 0, other.size);
    }

    /** Ascending, each once. */
    void sort() {
        Arrays.sort(values, 0, size);
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || values[i] != values[i - 1]) values[kept++] = values[i];
        }
        size = kept;
    }

    /** What stands before this index is sorted, and so is the rest: now all is. */
    void mergeSorted(int middle) {
        Arrays.sort(values, 0, size);
    }
}
