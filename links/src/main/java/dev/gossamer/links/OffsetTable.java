package dev.gossamer.links;

import java.io.IOException;
import java.util.Arrays;

/** Offsets as they come up, to be written behind what they point into, eight bytes each. */
final class OffsetTable {
    private long[] offsets = new long[256];
    private int size;

    void add(long offset) {
        if (size == offsets.length) offsets = Arrays.copyOf(offsets, 2 * size);
        offsets[size++] = offset;
    }

    int size() {
        return size;
    }

    /** Returns where it begins in the file. */
    long write(BlockWriter out) throws IOException {
        long start = out.position();
        for (int i = 0; i < size; i++) out.writeLong(offsets[i]);
        return start;
    }
}
