package dev.gossamer.frontier;

/**
 * A set of 64-bit fingerprints in one array: open addressing, linear probing, at most two thirds
 * full. Fingerprints are uniform already, so their upper bits are the place to look.
 */
final class FingerprintSet {
    private static final int SMALLEST = 1 << 10;

    /** Zero marks a free slot, so the fingerprint zero is kept aside. */
    private long[] slots = new long[SMALLEST];

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
        if (slots[slot] != 0) return false;
        slots[slot] = fingerprint;
        if (++size > slots.length / 3 * 2) grow();
        return true;
    }

    boolean contains(long fingerprint) {
        return fingerprint == 0 ? hasZero : slots[slotOf(fingerprint)] != 0;
    }

    int size() {
        return size + (hasZero ? 1 : 0);
    }

    /** In ascending order as signed numbers. */
    long[] sorted() {
        var all = new long[size()];
        int n = hasZero ? 1 : 0;
        for (long slot : slots) if (slot != 0) all[n++] = slot;
        java.util.Arrays.sort(all);
        return all;
    }

    /** Where the fingerprint is, or the free slot where it would be. */
    private int slotOf(long fingerprint) {
        int mask = slots.length - 1;
        int slot = (int) ((fingerprint * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && slots[slot] != fingerprint) slot = (slot + 1) & mask;
        return slot;
    }

    private void grow() {
        var old = slots;
        slots = new long[old.length * 2];
        for (long fingerprint : old) if (fingerprint != 0) slots[slotOf(fingerprint)] = fingerprint;
    }
}
