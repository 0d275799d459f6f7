package dev.gossamer.frontier;

import dev.gossamer.url.Fingerprints;
import java.util.Arrays;
import java.util.List;

/**
 * Brings URLs that were found together into an order in which those of one domain are far apart, so
 * that a page full of links to one site, or to many hosts of one, is no burst of requests there.
 * They are put in a row domain by domain, and dealt like cards to as many piles as the largest
 * domain has URLs: then no pile has two of one domain, and neighbours are a whole pile apart. One
 * host's keep their order, and all do where no domain has two.
 *
 * <p>Done for each page's links, so it makes no strings: names are told apart by hashes, a domain's
 * by that of the last two labels. Two that happen to be alike count as one, and so do all hosts of
 * a suffix such as co.uk; that only makes more piles than there need be.
 */
final class Spread {
    /** A card is three places in the batch: the domain's first URL, the host's first, its own. */
    private static final int PLACE_BITS = 20;

    private static final int LARGEST_BATCH = 1 << PLACE_BITS;

    private Spread() {}

    /**
     * Returns the places of the URLs in the list, in the order in which they are to be queued.
     *
     * @param fingerprints seeded, so that nobody can crowd the table of hosts
     */
    static int[] order(List<Discovered> found, Fingerprints fingerprints) {
        int n = found.size();
        var order = new int[n];
        Arrays.setAll(order, i -> i);
        if (n < 3 || n > LARGEST_BATCH || isOneHost(found)) return order;
        var cards = cards(found, fingerprints);
        int piles = largestDomain(cards);
        if (piles == 1) return order;
        Arrays.sort(cards);
        var places = new int[n];
        int place = 0;
        for (int pile = 0; pile < piles; pile++)
            for (int i = pile; i < n; i += piles) places[i] = place++;
        for (int start = 0; start < n; ) {
            int end = start + 1;
            while (end < n && host(cards[start]) == host(cards[end])) end++;
            Arrays.sort(places, start, end);
            for (int i = start; i < end; i++) order[places[i]] = place(cards[i]);
            start = end;
        }
        return order;
    }

    private static boolean isOneHost(List<Discovered> found) {
        var first = found.getFirst().url();
        for (var each : found) if (!Fingerprints.areOfOneHost(first, each.url())) return false;
        return true;
    }

    private static long[] cards(List<Discovered> found, Fingerprints fingerprints) {
        var domains = new Firsts(found.size());
        var hosts = new Firsts(found.size());
        var cards = new long[found.size()];
        for (int i = 0; i < cards.length; i++) {
            var url = found.get(i).url();
            long domain = domains.of(fingerprints.ofLastLabels(url), i);
            long host = hosts.of(fingerprints.ofHost(url), i);
            cards[i] = (domain << PLACE_BITS | host) << PLACE_BITS | i;
        }
        return cards;
    }

    private static int domain(long card) {
        return (int) (card >>> (2 * PLACE_BITS));
    }

    private static long host(long card) {
        return card >>> PLACE_BITS;
    }

    private static int place(long card) {
        return (int) card & (LARGEST_BATCH - 1);
    }

    /** URLs of the domain that has most of them. */
    private static int largestDomain(long[] cards) {
        var sizes = new int[cards.length];
        int largest = 0;
        for (long card : cards) largest = Math.max(largest, ++sizes[domain(card)]);
        return largest;
    }

    /** Where in a batch each hash came first. */
    private static final class Firsts {
        private final long[] hashes;

        /** Open addressing, at most half full; 0 is free, else the place and one. */
        private final int[] slots;

        Firsts(int size) {
            hashes = new long[size];
            slots = new int[Integer.highestOneBit(size) * 4];
        }

        int of(long hash, int place) {
            hashes[place] = hash;
            int slot = (int) (hash >>> (Integer.numberOfLeadingZeros(slots.length) + 33));
            while (slots[slot] != 0) {
                int first = slots[slot] - 1;
                if (hashes[first] == hash) return first;
                slot = slot + 1 & (slots.length - 1);
            }
            slots[slot] = place + 1;
            return place;
        }
    }
}
