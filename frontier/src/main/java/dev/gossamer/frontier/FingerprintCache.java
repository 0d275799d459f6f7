package dev.gossamer.frontier;

/**
 * Some fingerprints that are known to be seen, in a fixed array. Each has two places; the newer one
 * pushes the older out.
 */
final class FingerprintCache {
    private final long[] slots;
    private final int mask;

    FingerprintCache(int entries) {
        slots = new long[Integer.highestOneBit(Math.max(2, entries))];
        mask = slots.length - 2;
    }

    /** Zero is never found: it marks a free place. */
    boolean contains(long fingerprint) {
        int pair = (int) fingerprint & mask;
        return fingerprint != 0 && (slots[pair] == fingerprint || slots[pair + 1] == fingerprint);
    }

    void add(long fingerprint) {
        int pair = (int) fingerprint & mask;
        slots[pair + 1] = slots[pair];
        slots[pair] = fingerprint;
    }
}
