package dev.gossamer.report;

/**
 * A set of 64-bit hashes in one array, up to a limit. What comes beyond it is not in the set. Zero
 * is never in it.
 */
final class HashSet64 {
    private final int limit;
    private long[] slots = new long[1 << 10];
    private int size;

    HashSet64(int limit) {
        this.limit = limit;
    }

    /** Adds a hash; returns whether it was there before. */
    boolean add(long hash) {
        int slot = slot(hash);
        if (slots[slot] != 0) return true;
        if (hash == 0 || size == limit) return false;
        slots[slot] = hash;
        if (++size * 2 > slots.length) grow();
        return false;
    }

    boolean contains(long hash) {
        return hash != 0 && slots[slot(hash)] != 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    private int slot(long hash) {
        int mask = slots.length - 1;
        int slot = (int) ((hash * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && slots[slot] != hash) slot = (slot + 1) & mask;
        return slot;
    }

    private void grow() {
        var old = slots;
        slots = new long[old.length * 2];
        for (long each : old) if (each != 0) slots[slot(each)] = each;
    }
}
