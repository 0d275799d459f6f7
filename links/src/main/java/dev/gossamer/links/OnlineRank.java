package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.util.Arrays;
import java.util.List;

/**
 * Importance as far as it is known while a crawl runs, after OPIC (Abiteboul, Preda and Cobena,
 * 2003). Every URL holds cash. A page that is fetched gives what it holds to those it links to, so
 * what waits to be fetched is worth the more, the more pages and the better ones link to it. Unlike
 * PageRank it costs one step for each link, once.
 *
 * <p>What a URL will be worth in the end must be guessed from the part of the web that was fetched.
 * Three things make the guess better than the cash alone, and better than PageRank of that part:
 *
 * <ul>
 *   <li>A link from another host weighs {@link #FROM_ANOTHER_HOST} times one of the own: on a page
 *       that is in every menu of its site, each page fetched there adds the same news again.
 *   <li>Cash counts more on a host of which little was fetched, by the root of (URLs known / pages
 *       fetched): most of the links to its pages are not found yet.
 *   <li>Every page has an income, as PageRank's reader may go anywhere by chance. It falls with the
 *       root of the URLs known: more favours hosts of which much was fetched, less those beside the
 *       seeds.
 * </ul>
 *
 * <p>Memory is fixed: a table of buckets of {@link #WAYS} fingerprints, and two counts for each
 * place of hosts, which two may share. Where a bucket is full, the newcomer takes the place of one
 * that was fetched, or of the poorest if it has more than that, so what matters stays. No time, no
 * chance: the same pages in the same order give the same cash. For one thread.
 */
public final class OnlineRank {
    /** How many {@link #level}s there are. */
    public static final int LEVELS = 64;

    private static final int WAYS = 8;

    /** What a seed begins with. */
    private static final float SEED_CASH = 1;

    private static final float FROM_ANOTHER_HOST = 3;

    /** Levels for a doubling of the worth: more of them order no better, and move more. */
    private static final int STEPS = 2;

    /** Level 0 is what is worth that power of two, or more. */
    private static final int BEST = 6;

    // Nobody holds less than nothing, so that less can say what there is instead of cash.
    private static final float EMPTY = -2;
    private static final float FETCHED = -1;

    private final long[] fingerprints;
    private final float[] cash;
    private final int mask;
    private final int[] knownOfHost;
    private final int[] fetchedOfHost;
    private long known;

    /**
     * @param urls how many it can hold at the same time, rounded up to a power of two; 13 bytes
     *     each
     */
    public OnlineRank(int urls) {
        if (urls < WAYS || urls > 1 << 29) throw new IllegalArgumentException("urls: " + urls);
        int capacity = Integer.highestOneBit(urls - 1) << 1;
        fingerprints = new long[capacity];
        cash = new float[capacity];
        Arrays.fill(cash, EMPTY);
        mask = capacity / WAYS - 1;
        knownOfHost = new int[mask + 1];
        fetchedOfHost = new int[mask + 1];
    }

    public void seed(Url url) {
        give(url.fingerprint(), host(url), SEED_CASH);
    }

    /**
     * A page was fetched.
     *
     * @param links what it links to, each once, without itself; none for a picture or a text
     */
    public void fetched(Url page, List<Url> links) {
        float amount = take(page.fingerprint()) + (float) (1 / Math.sqrt(1.0 + known));
        int own = host(page);
        fetchedOfHost[own]++;
        if (links.isEmpty()) return;
        int[] hosts = new int[links.size()];
        float weights = 0;
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = host(links.get(i));
            weights += weight(own, hosts[i]);
        }
        for (int i = 0; i < hosts.length; i++) {
            float part = amount * weight(own, hosts[i]) / weights;
            give(links.get(i).fingerprint(), hosts[i], part);
        }
    }

    /** What a URL holds that was not yet fetched; zero for one that is not known. */
    public double cash(Url url) {
        int place = find(url.fingerprint());
        return place < 0 ? 0 : Math.max(0, cash[place]);
    }

    /**
     * What a URL seems to be worth, on a scale of powers for a frontier with priorities: 0 for the
     * best, {@code LEVELS - 1} for the least.
     */
    public int level(Url url) {
        double held = cash(url);
        if (held <= 0) return LEVELS - 1;
        int host = host(url);
        double worth = held * Math.sqrt((1.0 + knownOfHost[host]) / (1.0 + fetchedOfHost[host]));
        double power = Math.log(worth) / Math.log(2);
        return (int) Math.clamp((BEST - power) * STEPS, 0, LEVELS - 1.0);
    }

    private static float weight(int from, int to) {
        return from == to ? 1 : FROM_ANOTHER_HOST;
    }

    private int host(Url url) {
        return url.shard(mask + 1);
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

    private void give(long fingerprint, int host, float amount) {
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
        knownOfHost[host]++;
        known++;
    }
}
