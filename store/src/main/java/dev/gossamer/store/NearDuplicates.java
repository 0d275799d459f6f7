package dev.gossamer.store;

import java.util.OptionalLong;

/**
 * Finds texts that were seen before in nearly the same words: a {@link SimHash} that differs in at
 * most {@link #MAX_DISTANCE} bits.
 *
 * <p>Four bands of 16 bits: two hashes that differ in three bits agree in at least one band, so it
 * is enough to look at those that share a band. For each band a table has 65,536 buckets of fixed
 * size, each a ring: a full bucket forgets its oldest. So memory is bounded, a look-up reads four
 * short runs of memory, and with ten million held it compares about 600 hashes.
 *
 * <p>No lock. Array elements are whole longs; two threads that write one bucket at once may lose an
 * entry, whose near duplicate then goes unnoticed.
 */
public final class NearDuplicates {
    public static final int MAX_DISTANCE = 3;

    private static final int BANDS = 4;
    private static final int BUCKETS = 1 << 16;

    private final int ways;
    private final long[][] tables = new long[BANDS][];
    private final short[][] next = new short[BANDS][BUCKETS];

    /**
     * @param capacity how many hashes to hold when they spread evenly; 32 bytes each
     */
    public NearDuplicates(int capacity) {
        if (capacity < 1 || capacity > 60_000_000) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        ways = Math.ceilDiv(capacity, BUCKETS);
        for (int band = 0; band < BANDS; band++) tables[band] = new long[BUCKETS * ways];
    }

    /** Any held hash that is near to this one. */
    public OptionalLong find(long hash) {
        for (int band = 0; band < BANDS; band++) {
            long[] table = tables[band];
            int from = bucket(hash, band) * ways;
            for (int i = from; i < from + ways; i++) {
                if (Long.bitCount(table[i] ^ hash) <= MAX_DISTANCE && table[i] != 0) {
                    return OptionalLong.of(table[i]);
                }
            }
        }
        return OptionalLong.empty();
    }

    /** Zero, which stands for a text without a hash, is not held. */
    public void add(long hash) {
        if (hash == 0) return;
        for (int band = 0; band < BANDS; band++) {
            int bucket = bucket(hash, band);
            int way = next[band][bucket] % ways;
            tables[band][bucket * ways + way] = hash;
            next[band][bucket] = (short) ((way + 1) % ways);
        }
    }

    private static int bucket(long hash, int band) {
        return (int) (hash >>> (16 * band)) & (BUCKETS - 1);
    }
}
