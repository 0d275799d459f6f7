package dev.gossamer.crawl;

import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.util.Arrays;

/**
 * What one worker handed on lately, so that it need not do it again. Pages of a site share most of
 * their links: of fifty on a page some forty were on the page before. Each would be normalised,
 * filtered and looked up by the frontier only to be found known; here it costs a hash and a look
 * into a table. An order that learns needs to hear of each link again; there what is remembered has
 * passed the filters as it is, and is spared them.
 *
 * <p>What a rule kept out is remembered too, under that rule: it has been counted.
 *
 * <p>One place for each hash, the newer takes it: forgetting is harmless, and a link is only
 * remembered when it has passed every filter. Remembering what never arrived would lose it, hence
 * {@link #forget}.
 */
final class RecentLinks {
    /** 512 KB a worker. */
    private static final int PLACES = 1 << 16;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final long[] places = new long[PLACES];
    private final Fingerprints fingerprints;

    /** With the seed of the crawl, so that no page can hide the link of another. */
    RecentLinks(Fingerprints fingerprints) {
        this.fingerprints = fingerprints;
    }

    boolean contains(long fingerprint) {
        return places[place(fingerprint)] == fingerprint;
    }

    void add(long fingerprint) {
        places[place(fingerprint)] = fingerprint;
    }

    /** After a page whose links may not have reached the frontier. */
    void forget() {
        Arrays.fill(places, 0);
    }

    /** Never 0, which stands for an empty place. */
    long fingerprint(Url url) {
        return fingerprints.of(url) | 1;
    }

    /** Under which a link is remembered that a rule kept out. */
    static long leftOut(long fingerprint, String rule) {
        return (fingerprint ^ (rule.hashCode() * MIX)) | 1;
    }

    private static int place(long fingerprint) {
        return (int) (fingerprint >>> 40) & (PLACES - 1);
    }
}
