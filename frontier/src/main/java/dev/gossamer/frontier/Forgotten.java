package dev.gossamer.frontier;

/**
 * What is kept of hosts that left memory: how many pages each gave, where it gave any and there is
 * a limit, so that the limit holds when it comes back. Some 30 bytes a host, where one in use takes
 * half a kilobyte and its robots.txt besides. A host that comes back stays here too, out of date,
 * until it is forgotten again.
 */
final class Forgotten {
    private static final int FIRST_SLOTS = 16;

    /** Of hosts beyond these nothing is kept: their limit begins anew when they come back. */
    private final int most;

    /** Fingerprints of names, zero for a free slot; at most half full. */
    private long[] keys = new long[FIRST_SLOTS];

    private long[] pages = new long[FIRST_SLOTS];
    private int size;

    Forgotten(int most) {
        this.most = most;
    }

    /** What is done with each. */
    interface Each {
        void host(long fingerprint, long pages);
    }

    int size() {
        return size;
    }

    long pages(long fingerprint) {
        return size == 0 ? 0 : pages[slot(key(fingerprint))];
    }

    void put(long fingerprint, long count) {
        long key = key(fingerprint);
        int slot = slot(key);
        if (keys[slot] == 0 && size >= most) return;
        if (keys[slot] == 0 && ++size * 2 > keys.length) {
            grow();
            slot = slot(key);
        }
        keys[slot] = key;
        pages[slot] = count;
    }

    void forEach(Each each) {
        for (int i = 0; i < keys.length; i++) if (keys[i] != 0) each.host(keys[i], pages[i]);
    }

    /** Never 0, which stands for a free slot. */
    private static long key(long fingerprint) {
        return fingerprint | 1;
    }

    private int slot(long fingerprint) {
        int mask = keys.length - 1;
        int slot = (int) (fingerprint >>> 32) & mask;
        while (keys[slot] != 0 && keys[slot] != fingerprint) slot = (slot + 1) & mask;
        return slot;
    }

    private void grow() {
        var oldKeys = keys;
        var oldPages = pages;
        keys = new long[oldKeys.length * 2];
        pages = new long[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] == 0) continue;
            int slot = slot(oldKeys[i]);
            keys[slot] = oldKeys[i];
            pages[slot] = oldPages[i];
        }
    }
}
