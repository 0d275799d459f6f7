package dev.gossamer.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * How often 64-bit hashes came, in two arrays, of hashes up to a limit. What comes beyond it is not
 * counted. Zero is never counted.
 */
final class HashCounts64 {
    private final int limit;
    private long[] slots = new long[1 << 10];
    private int[] counts = new int[1 << 10];
    private int size;

    HashCounts64(int limit) {
        this.limit = limit;
    }

    /** Counts a hash; returns whether it came before. */
    boolean add(long hash) {
        int slot = slot(hash);
        boolean isKnown = slots[slot] != 0;
        if (!isKnown && (hash == 0 || size == limit)) return false;
        slots[slot] = hash;
        if (counts[slot] < Integer.MAX_VALUE) counts[slot]++;
        if (!isKnown && ++size * 2 > slots.length) grow();
        return isKnown;
    }

    int count(long hash) {
        return hash == 0 ? 0 : counts[slot(hash)];
    }

    /** Returns how often those came together that came several times. */
    long sumOfRepeated() {
        long sum = 0;
        for (int count : counts) if (count > 1) sum += count;
        return sum;
    }

    /** Returns those that came most often, of those that came several times. */
    List<Long> mostRepeated(int most) {
        var kept =
                new PriorityQueue<Long>(
                        Comparator.comparingInt(this::count)
                                .thenComparing(Comparator.reverseOrder()));
        for (int i = 0; i < slots.length; i++) {
            if (counts[i] < 2) continue;
            kept.add(slots[i]);
            if (kept.size() > most) kept.remove();
        }
        return new ArrayList<>(kept);
    }

    private int slot(long hash) {
        int mask = slots.length - 1;
        int slot = (int) ((hash * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && slots[slot] != hash) slot = (slot + 1) & mask;
        return slot;
    }

    private void grow() {
        var oldSlots = slots;
        var oldCounts = counts;
        slots = new long[oldSlots.length * 2];
        counts = new int[slots.length];
        for (int i = 0; i < oldSlots.length; i++) {
            if (oldSlots[i] == 0) continue;
            int slot = slot(oldSlots[i]);
            slots[slot] = oldSlots[i];
            counts[slot] = oldCounts[i];
        }
    }
}
