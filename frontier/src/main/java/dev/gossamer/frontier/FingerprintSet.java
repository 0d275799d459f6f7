package dev.gossamer.frontier;

import java.util.Arrays;

/**
 * A set of 64-bit fingerprints in one array: open addressing, linear probing, at most half full. A
 * fingerprint's upper bits are its place, so the array is almost in ascending order all the time,
 * and sorting it takes little more than a pass. Probing never wraps: there is a margin at the end.
 */
final class FingerprintSet {
    private static final int FIRST_BITS = 8;
    private static final int MARGIN = 64;

    private int bits = FIRST_BITS;

    /** Zero marks a free slot, so the fingerprint zero is kept aside. */
    private long[] slots = new long[(1 << FIRST_BITS) + MARGIN];

    private boolean hasZero;
    private int size;

    /** True when it was not there before. */
    boolean add(long fingerprint) {
        if (fingerprint == 0) {
            boolean isNew = !hasZero;
            hasZero = true;
            return isNew;
        }
        int slot = slotOf(fingerprint);
        while (slot == slots.length) {
            grow();
            slot = slotOf(fingerprint);
        }
        if (slots[slot] != 0) return false;
        slots[slot] = fingerprint;
        if (++size > 1 << (bits - 1)) grow();
        return true;
    }

    boolean contains(long fingerprint) {
        if (fingerprint == 0) return hasZero;
        int slot = slotOf(fingerprint);
        return slot < slots.length && slots[slot] != 0;
    }

    int size() {
        return size + (hasZero ? 1 : 0);
    }

    /** In ascending order as signed numbers. */
    long[] sorted() {
        var all = new long[size()];
        int n = 0;
        for (long slot : slots) if (slot != 0) n = insert(all, n, slot);
        if (hasZero) insert(all, n, 0);
        return all;
    }

    private static int insert(long[] sorted, int n, long value) {
        int i = n;
        for (; i > 0 && sorted[i - 1] > value; i--) sorted[i] = sorted[i - 1];
        sorted[i] = value;
        return n + 1;
    }

    /** Where the fingerprint is, or the free slot where it would be, or the end of all slots. */
    private int slotOf(long fingerprint) {
        int slot = (int) ((fingerprint ^ Long.MIN_VALUE) >>> (64 - bits));
        while (slot < slots.length && slots[slot] != 0 && slots[slot] != fingerprint) slot++;
        return slot;
    }

    /** Again when the margin did not do, which fingerprints that are no hashes can bring about. */
    private void grow() {
        var all = Arrays.stream(slots).filter(slot -> slot != 0).toArray();
        for (int margin = MARGIN; ; margin *= 2) {
            bits++;
            slots = new long[(1 << bits) + margin];
            if (putAll(all)) return;
        }
    }

    private boolean putAll(long[] fingerprints) {
        for (long fingerprint : fingerprints) {
            int slot = slotOf(fingerprint);
            if (slot == slots.length) return false;
            slots[slot] = fingerprint;
        }
        return true;
    }
}
