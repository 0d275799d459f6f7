package dev.gossamer.frontier;

import java.util.Arrays;

/**
 * A set of 64-bit fingerprints in one array: open addressing, linear probing, at most half full. A
 * fingerprint's upper bits are its place, so the array is almost in ascending order all the time,
 * and sorting it takes little more than a pass. Probing never wraps: there is a margin at the end.
 * Fingerprints are seeded, so that nobody can choose URLs that crowd in one place.
 */
final class FingerprintSet {
    private static final int FIRST_BITS = 8;
    private static final int MARGIN = 64;

    private int bits;

    /** Zero marks a free slot, so the fingerprint zero is kept aside. */
    private long[] slots;

    private boolean hasZero;
    private int size;

    FingerprintSet() {
        this(0);
    }

    /**
     * With room for so many. It matters when they come in ascending order: in a set that has yet to
     * grow they would all crowd in the same place.
     */
    FingerprintSet(int expected) {
        bits = Math.max(FIRST_BITS, 33 - Integer.numberOfLeadingZeros(expected));
        slots = new long[(1 << bits) + MARGIN];
    }

    /** True when it was not there before. */
    boolean add(long fingerprint) {
        if (fingerprint == 0) {
            boolean isNew = !hasZero;
            hasZero = true;
            return isNew;
        }
        if (!put(fingerprint)) return false;
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

    /** Returns how far from its place the farthest is found; for tests. */
    int longestProbe() {
        int longest = 0;
        for (int slot = 0; slot < slots.length; slot++)
            if (slots[slot] != 0) longest = Math.max(longest, slot - home(slots[slot]));
        return longest;
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
        int slot = home(fingerprint);
        while (slot < slots.length && slots[slot] != 0 && slots[slot] != fingerprint) slot++;
        return slot;
    }

    private int home(long fingerprint) {
        return (int) ((fingerprint ^ Long.MIN_VALUE) >>> (64 - bits));
    }

    private boolean put(long fingerprint) {
        int slot = slotOf(fingerprint);
        // Only fingerprints that are no hashes can fill the margin.
        if (slot == slots.length) slots = Arrays.copyOf(slots, slots.length + slots.length / 4);
        if (slots[slot] != 0) return false;
        slots[slot] = fingerprint;
        return true;
    }

    private void grow() {
        var old = slots;
        bits++;
        slots = new long[(1 << bits) + MARGIN];
        for (long fingerprint : old) if (fingerprint != 0) put(fingerprint);
    }
}
