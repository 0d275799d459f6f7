package dev.gossamer.alike;

import java.util.OptionalLong;

/**
 * Finds texts that were seen before in nearly the same words: a {@link SimHash} that differs in at
 * most {@link #MAX_DISTANCE} bits.
 *
 * <p>Four bands of 16 bits: two hashes that differ in three bits agree in at least one band, so it
 * is enough to look at those that share a band. For each band a table has 65,536 buckets of fixed
 * size, each a ring: a full bucket forgets its oldest. So memory is bounded, and with ten million
 * held a look-up compares about 600 hashes in four runs of memory. What a bucket has in common is
 * not kept: of the other 48 bits, 32 lie together, are compared first and rule out nearly all.
 *
 * <p>No lock. Two threads that write one bucket at once may lose an entry or spoil one, whose near
 * duplicate then goes unnoticed.
 */
public final class NearDuplicates {
    public static final int MAX_DISTANCE = 3;

    private static final int BANDS = 4;
    private static final int BITS = 16;
    private static final int BUCKETS = 1 << BITS;

    private final int ways;
    private final int[][] low = new int[BANDS][];
    private final char[][] high = new char[BANDS][];
    private final short[][] next = new short[BANDS][BUCKETS];

    /**
     * @param capacity how many hashes to hold when they spread evenly; 24 bytes each
     */
    public NearDuplicates(int capacity) {
        if (capacity < 1 || capacity > 60_000_000) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        ways = Math.ceilDiv(capacity, BUCKETS);
        for (int band = 0; band < BANDS; band++) {
            low[band] = new int[BUCKETS * ways];
            high[band] = new char[BUCKETS * ways];
        }
    }

    /** Any held hash that is near to this one. */
    public OptionalLong find(long hash) {
        for (int band = 0; band < BANDS; band++) {
            long turned = turned(hash, band);
            if (smallestDistance(low[band], bucket(turned) * ways, (int) turned) > MAX_DISTANCE) {
                continue;
            }
            var near = find(band, turned);
            if (near.isPresent()) return near;
        }
        return OptionalLong.empty();
    }

    /** Of the 32 bits that lie together. Without a branch, so that it becomes vector code. */
    private int smallestDistance(int[] table, int from, int bits) {
        int smallest = Integer.SIZE;
        for (int i = from; i < from + ways; i++) {
            smallest = Math.min(smallest, Integer.bitCount(table[i] ^ bits));
        }
        return smallest;
    }

    private OptionalLong find(int band, long turned) {
        int from = bucket(turned) * ways;
        for (int i = from; i < from + ways; i++) {
            long held = (long) high[band][i] << 32 | (low[band][i] & 0xffff_ffffL);
            boolean isNear = Long.bitCount((held ^ turned) << 16) <= MAX_DISTANCE;
            if (isNear && held != 0) {
                long whole = (turned & (0xffffL << 48)) | held;
                return OptionalLong.of(Long.rotateLeft(whole, BITS * (band + 1)));
            }
        }
        return OptionalLong.empty();
    }

    /** Zero, which stands for a text without a hash, is not held. */
    public void add(long hash) {
        if (hash == 0) return;
        for (int band = 0; band < BANDS; band++) {
            long turned = turned(hash, band);
            int bucket = bucket(turned);
            int way = next[band][bucket] % ways;
            low[band][bucket * ways + way] = (int) turned;
            high[band][bucket * ways + way] = (char) (turned >>> 32);
            next[band][bucket] = (short) ((way + 1) % ways);
        }
    }

    /** The hash turned so that the band is in the highest bits. */
    private static long turned(long hash, int band) {
        return Long.rotateRight(hash, BITS * (band + 1));
    }

    private static int bucket(long turned) {
        return (int) (turned >>> 48);
    }
}
