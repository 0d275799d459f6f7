package dev.gossamer.links;

import java.io.IOException;
import java.util.Arrays;

/**
 * Writes sorted texts, each as what it does not share with the one before; every {@link
 * Dictionary#GROUP}th stands whole, and an index says where.
 */
final class DictionaryWriter {
    private final BlockWriter out;
    private final OffsetTable groups = new OffsetTable();
    private byte[] last = new byte[256];
    private int lastLength;
    private int count;

    DictionaryWriter(BlockWriter out) {
        this.out = out;
    }

    /** Larger than all before, byte by byte. */
    void add(byte[] text, int length) throws IOException {
        int shared = 0;
        if (count % Dictionary.GROUP == 0) {
            groups.add(out.position());
        } else {
            int mismatch = Arrays.mismatch(text, 0, length, last, 0, lastLength);
            shared = mismatch < 0 ? length : mismatch;
            out.writeVarint(shared);
        }
        out.writeVarint(length - shared);
        out.write(text, shared, length - shared);
        if (last.length < length) last = Arrays.copyOf(last, Math.max(length, 2 * last.length));
        System.arraycopy(text, shared, last, shared, length - shared);
        lastLength = length;
        count++;
    }

    int count() {
        return count;
    }

    /** Returns where the index begins. */
    long finish() throws IOException {
        return groups.write(out);
    }
}
