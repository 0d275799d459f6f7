package dev.gossamer.links;

import java.util.Arrays;

/**
 * Importance as far as it is known while a crawl runs, after OPIC (Abiteboul, Preda and Cobena,
 * 2003). Every URL holds cash. A page that is fetched gives what it holds to those it links to in
 * equal parts, so what waits to be fetched is worth the more, the more pages and the better ones
 * link to it. Unlike PageRank it costs one step for each link, once.
 *
 * <p>Memory is fixed: a table of buckets of {@link #WAYS} fingerprints. Where a bucket is full, the
 * newcomer takes the place of one that was fetched, or of the poorest if it has more than that, so
 * what matters stays. No time, no chance: the same pages in the same order give the same cash. For
 * one thread.
 */
public final class OnlineRank {
    private static final int WAYS = 8;

    /** What a seed begins with. */
    private static final float SEED_CASH = 1;

    /**
     * What every page has of its own, as PageRank's reader may go anywhere by chance. Much less
     * than PageRank would give: what comes down from the seeds weighs hosts against each other,
     * while this favours those of which much was fetched.
     */
    private static final float INCOME = 1e-5f;

    /** What is worth less than this part of a seed, in powers of two, is all alike. */
    private static final int POWERS = 24;

    // Nobody holds less than nothing, so that less can say what there is instead of cash.
    private static final float EMPTY = -2;
    private static final float FETCHED = -1;

    private final long[] fingerprints;
    private final float[] cash;
    private final int mask;

    /**
     * @param urls how many it can hold at the same time, rounded up to a power of two; 12 bytes
     *     each
     */
    public OnlineRank(int urls) {
        if (urls < WAYS || urls > 1 << 29) throw new IllegalArgumentException("urls: " + urls);
        int capacity = Integer.highestOneBit(urls - 1) << 1;
        fingerprints = new long[capacity];
        cash = new float[capacity];
        Arrays.fill(cash, EMPTY);
        mask = capacity / WAYS - 1;
    }

    public void seed(long fingerprint) {
        give(fingerprint, SEED_CASH);
    }

    /**
     * A page was fetched.
     *
     * @param targets fingerprints of what it links to, each once, without itself
     */
    public void fetched(long page, long[] targets, int count) {
        float amount = INCOME + take(page);
        if (count == 0) return;
        float part = amount / count;
        for (int i = 0; i < count; i++) give(targets[i], part);
    }

    /** What a URL holds that was not yet fetched; zero for one that is not known. */
    public double cash(long fingerprint) {
        int place = find(fingerprint);
        return place < 0 ? 0 : Math.max(0, cash[place]);
    }

    /**
     * The cash on a scale of powers, for a frontier with so many priorities: 0 for what a seed
     * begins with or more, {@code levels - 1} for the least.
     */
    public int level(long fingerprint, int levels) {
        double held = cash(fingerprint);
        if (held <= 0) return levels - 1;
        double power = -Math.log(held) / Math.log(2);
        return (int) Math.clamp(power * levels / POWERS, 0, levels - 1.0);
    }

    private int find(long fingerprint) {
        int from = bucket(fingerprint);
        for (int i = from; i < from + WAYS; i++) {
            if (fingerprints[i] == fingerprint && cash[i] != EMPTY) return i;
        }
        return -1;
    }

    /** The high bits: the low ones may decide elsewhere who owns a URL. */
    private int bucket(long fingerprint) {
        return ((int) (fingerprint >>> 32) & mask) * WAYS;
    }

    private float take(long fingerprint) {
        int place = find(fingerprint);
        if (place < 0) return 0;
        float held = cash[place];
        cash[place] = FETCHED;
        return Math.max(0, held);
    }

    private void give(long fingerprint, float amount) {
        int from = bucket(fingerprint);
        int poorest = from;
        for (int i = from; i < from + WAYS; i++) {
            if (fingerprints[i] == fingerprint && cash[i] != EMPTY) {
                // What a fetched page is given would order nothing any more.
                if (cash[i] != FETCHED) cash[i] += amount;
                return;
            }
            if (cash[i] < cash[poorest]) poorest = i;
        }
        if (cash[poorest] >= amount) return;
        fingerprints[poorest] = fingerprint;
        cash[poorest] = amount;
    }
}
