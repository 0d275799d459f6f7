package dev.gossamer.crawl;

import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * The links that the workers of a crawl handed on lately, so that none of them does it again. Pages
 * of a site share most of their links: of fifty on a page some forty were on the page before. Each
 * would be normalised, filtered and looked up by the frontier only to be found known; here it costs
 * a hash and a look into a table. An order that learns needs to hear of each link again; there what
 * is remembered has passed the filters as it is, and is spared them.
 *
 * <p>A link that a rule kept out is remembered too, under that rule: it has been counted.
 *
 * <p>The table has one place for each hash, and the newer link takes it: forgetting is harmless.
 * Remembering what never arrived would lose a link. So a worker notes the links of a page in its
 * {@link OfPage}, and they enter the table when the answer with them stands in the queue of the
 * crawl loop: whoever finds a link here hands on its own answer after that one. No lock is needed:
 * each place is written and read as a whole.
 */
final class RecentLinks {
    /** One megabyte. */
    private static final int PLACES = 1 << 17;

    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] places = new long[PLACES];
    private final Fingerprints fingerprints;
    private final IntSupplier chances;

    /**
     * @param fingerprints with the seed of the crawl, so that no page can hide the link of another
     * @param chances changes when the frontier may take in what it left out before: all that was
     *     remembered until then is handed on again
     */
    RecentLinks(Fingerprints fingerprints, IntSupplier chances) {
        this.fingerprints = fingerprints;
        this.chances = chances;
    }

    private boolean contains(long key) {
        return (long) PLACE.getAcquire(places, place(key, PLACES)) == key;
    }

    private void add(long key) {
        PLACE.setRelease(places, place(key, PLACES), key);
    }

    private static int place(long key, int places) {
        return (int) (key >>> 40) & (places - 1);
    }

    /** The links of the page that one worker reads now, in front of those of all pages before. */
    static final class OfPage {
        /** More links of one page are looked up twice, which costs time and nothing else. */
        private static final int OWN_PLACES = 1 << 10;

        private final RecentLinks all;
        private final long[] own = new long[OWN_PLACES];
        private long[] added = new long[256];
        private int count;
        private long salt;

        OfPage(RecentLinks all) {
            this.all = all;
        }

        /** Begins a page. Links of a page before that did not arrive are forgotten. */
        void begin() {
            for (int i = 0; i < count; i++) own[place(added[i], OWN_PLACES)] = 0;
            count = 0;
            salt = all.chances.getAsInt() * MIX;
        }

        /** The answer with the links of the page stands in the queue of the crawl loop. */
        void arrived() {
            for (int i = 0; i < count; i++) all.add(added[i]);
        }

        /** Returns the key of a link, which is never 0: that stands for an empty place. */
        long key(Url url) {
            return (all.fingerprints.of(url) ^ salt) | 1;
        }

        /** Returns the key under which a link is remembered that a rule kept out. */
        static long leftOut(long key, String rule) {
            return (key ^ (rule.hashCode() * MIX)) | 1;
        }

        boolean contains(long key) {
            return all.contains(key) || own[place(key, OWN_PLACES)] == key;
        }

        void add(long key) {
            if (count == added.length) added = Arrays.copyOf(added, count * 2);
            added[count++] = key;
            own[place(key, OWN_PLACES)] = key;
        }
    }
}
