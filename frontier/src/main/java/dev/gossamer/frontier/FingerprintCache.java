package dev.gossamer.frontier;

/**
 * Some fingerprints that are known to be seen. Each has two places; the newer one pushes the older
 * out. It grows with what is put in, to a limit.
 */
final class FingerprintCache {
    private static final int FIRST_SLOTS = 2;

    private final int limit;
    private long[] slots = new long[FIRST_SLOTS];
    private long added;

    FingerprintCache(int entries) {
        limit = Integer.highestOneBit(Math.max(FIRST_SLOTS, entries));
    }

    /** Zero is never found: it marks a free place. */
    boolean contains(long fingerprint) {
        int pair = pair(fingerprint);
        return fingerprint != 0 && (slots[pair] == fingerprint || slots[pair + 1] == fingerprint);
    }

    /** All of them, or the last, if there are too many. */
    void addAll(long[] fingerprints) {
        added += fingerprints.length;
        if (added > slots.length && slots.length < limit) grow();
        for (long fingerprint : fingerprints) put(fingerprint);
    }

    void add(long fingerprint) {
        if (++added > slots.length && slots.length < limit) grow();
        put(fingerprint);
    }

    private void put(long fingerprint) {
        int pair = pair(fingerprint);
        slots[pair + 1] = slots[pair];
        slots[pair] = fingerprint;
    }

    private int pair(long fingerprint) {
        return (int) fingerprint & (slots.length - 2);
    }

    private void grow() {
        var old = slots;
        long enough = Long.highestOneBit(2 * added);
        slots = new long[(int) Math.min(limit, enough)];
        // The newer of a pair comes first, and is put in last.
        for (int i = old.length - 1; i >= 0; i--) if (old[i] != 0) put(old[i]);
    }
}
