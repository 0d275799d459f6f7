package dev.gossamer.report;

import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * The smallest time from the sending of a request to that of the next one to the same host. Lines
 * of the log stand in the order in which workers wrote them, which is nearly that of the requests:
 * the last few are held back until they can be put in order.
 */
final class SmallestGap {
    private static final int HELD_BACK = 8;
    private static final long NONE = Long.MAX_VALUE;
    private static final long NEVER = Long.MIN_VALUE;

    private final PriorityQueue<Long> held = new PriorityQueue<>(4);
    private long last = NEVER;
    private long smallest = NONE;

    void add(long sentMillis) {
        held.add(sentMillis);
        if (held.size() <= HELD_BACK) return;
        long first = held.remove();
        smallest = Math.min(smallest, gap(last, first));
        last = Math.max(last, first);
    }

    private static long gap(long before, long next) {
        return before == NEVER ? NONE : Math.max(0, next - before);
    }

    /** Returns it in milliseconds; empty where there was one request at most. */
    OptionalLong millis() {
        long least = smallest;
        long before = last;
        for (long next : held.stream().sorted().toList()) {
            least = Math.min(least, gap(before, next));
            before = Math.max(before, next);
        }
        return least == NONE ? OptionalLong.empty() : OptionalLong.of(least);
    }
}
