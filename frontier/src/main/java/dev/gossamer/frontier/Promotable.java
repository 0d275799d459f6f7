package dev.gossamer.frontier;

/**
 * Some of the URLs that wait for their first request, so that one whose importance has grown can be
 * moved forward: by fingerprint, the number and priority under which it stands in its host's queue.
 * In arrays of a fixed size: each URL has four places, the one looked at last comes first and the
 * last is pushed out. A URL that was pushed out keeps the priority it has, and that is all.
 *
 * <p>A look-up should cost little more than the one miss of the processor's cache it makes.
 */
final class Promotable {
    private static final int PLACES = 4;
    private static final int NONE = -1;

    private final long[] fingerprints;
    private final long[] numbers;
    private final int[] priorities;
    private final int[] depths;
    private final int mask;

    /** What is done with each when all are walked through. */
    interface Each {
        void url(long fingerprint, long number, int priority, int depth);
    }

    /** With room for so many, rounded down to a power of two; 0 keeps none. */
    Promotable(int urls) {
        int size = urls == 0 ? 0 : Integer.highestOneBit(Math.max(PLACES, urls));
        fingerprints = new long[size];
        numbers = new long[size];
        priorities = new int[size];
        depths = new int[size];
        mask = size - PLACES;
    }

    boolean isOn() {
        return fingerprints.length > 0;
    }

    /** The place of a URL, valid until the next call; negative when it is not known to wait. */
    int find(long fingerprint) {
        int first = (int) fingerprint & mask;
        for (int at = first; at < first + PLACES; at++)
            if (fingerprints[at] == fingerprint && fingerprint != 0) return toFront(first, at);
        return NONE;
    }

    long number(int place) {
        return numbers[place];
    }

    int priority(int place) {
        return priorities[place];
    }

    int depth(int place) {
        return depths[place];
    }

    /** The URL waits from now on, or waits with another number and priority. */
    void put(long fingerprint, long number, int priority, int depth) {
        if (!isOn()) return;
        int place = find(fingerprint);
        if (place == NONE) {
            int first = (int) fingerprint & mask;
            place = toFront(first, first + PLACES - 1);
        }
        fingerprints[place] = fingerprint;
        numbers[place] = number;
        priorities[place] = priority;
        depths[place] = depth;
    }

    /** The URL waits no more, or is tried again, which nobody hurries. */
    void remove(long fingerprint) {
        int place = isOn() ? find(fingerprint) : NONE;
        if (place != NONE) fingerprints[place] = 0;
    }

    void forEach(Each each) {
        for (int i = 0; i < fingerprints.length; i++)
            if (fingerprints[i] != 0)
                each.url(fingerprints[i], numbers[i], priorities[i], depths[i]);
    }

    private int toFront(int first, int at) {
        if (at == first) return first;
        long fingerprint = fingerprints[at];
        long number = numbers[at];
        int priority = priorities[at];
        int depth = depths[at];
        int moved = at - first;
        System.arraycopy(fingerprints, first, fingerprints, first + 1, moved);
        System.arraycopy(numbers, first, numbers, first + 1, moved);
        System.arraycopy(priorities, first, priorities, first + 1, moved);
        System.arraycopy(depths, first, depths, first + 1, moved);
        fingerprints[first] = fingerprint;
        numbers[first] = number;
        priorities[first] = priority;
        depths[first] = depth;
        return first;
    }
}
