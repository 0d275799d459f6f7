package dev.gossamer.frontier;

/**
 * A set of numbers of URLs, from which they go one by one: open addressing in one array, at most
 * half full; a removal moves up what would not be found behind the gap.
 */
final class Numbers {
    private static final int FIRST_SLOTS = 8;

    /** A number and one; zero is a free slot. */
    private long[] slots = new long[FIRST_SLOTS];

    private int size;
    private final long seed;

    /** With a secret seed: which numbers come may be up to the pages that name the URLs. */
    Numbers(long seed) {
        this.seed = seed;
    }

    int size() {
        return size;
    }

    void add(long number) {
        if (put(slots, number + 1) && ++size * 2 > slots.length) grow();
    }

    boolean contains(long number) {
        int mask = slots.length - 1;
        int at = home(number + 1, mask);
        while (slots[at] != 0 && slots[at] != number + 1) at = (at + 1) & mask;
        return slots[at] != 0;
    }

    /** True when it was there. */
    boolean remove(long number) {
        int mask = slots.length - 1;
        int gap = home(number + 1, mask);
        while (slots[gap] != number + 1) {
            if (slots[gap] == 0) return false;
            gap = (gap + 1) & mask;
        }
        for (int next = (gap + 1) & mask; slots[next] != 0; next = (next + 1) & mask) {
            int home = home(slots[next], mask);
            // Behind the gap it may stay only where its home is behind the gap too.
            if (((next - home) & mask) < ((next - gap) & mask)) continue;
            slots[gap] = slots[next];
            gap = next;
        }
        slots[gap] = 0;
        size--;
        return true;
    }

    void write(Bytes out) {
        for (long slot : slots) if (slot != 0) out.putLong(slot - 1);
    }

    private void grow() {
        var larger = new long[slots.length * 2];
        for (long slot : slots) if (slot != 0) put(larger, slot);
        slots = larger;
    }

    private boolean put(long[] slots, long value) {
        int mask = slots.length - 1;
        int at = home(value, mask);
        while (slots[at] != 0) {
            if (slots[at] == value) return false;
            at = (at + 1) & mask;
        }
        slots[at] = value;
        return true;
    }

    private int home(long value, int mask) {
        // The finaliser of MurmurHash3.
        long hash = value ^ seed;
        hash = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
        hash = (hash ^ (hash >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return (int) (hash ^ (hash >>> 33)) & mask;
    }
}
