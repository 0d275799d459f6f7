package dev.gossamer.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * The smallest time between the end of an answer of one host and the next request to it. Lines of
 * the log stand in the order in which workers wrote them, which is nearly that of the requests: the
 * last few are held back until they can be put in order.
 */
final class SmallestGap {
    private static final int HELD_BACK = 8;
    private static final long NONE = Long.MAX_VALUE;

    private record Request(long from, long to) {}

    private final PriorityQueue<Request> held =
            new PriorityQueue<>(4, Comparator.comparingLong(Request::from));
    private long lastEnd = Long.MIN_VALUE;
    private long smallest = NONE;

    void add(long fromMillis, long tookMillis) {
        held.add(new Request(fromMillis, fromMillis + tookMillis));
        if (held.size() <= HELD_BACK) return;
        var first = held.remove();
        smallest = Math.min(smallest, gap(lastEnd, first));
        lastEnd = Math.max(lastEnd, first.to);
    }

    private static long gap(long end, Request next) {
        return end == Long.MIN_VALUE ? NONE : Math.max(0, next.from - end);
    }

    /** Returns it in milliseconds; empty where there was one request at most. */
    OptionalLong millis() {
        long least = smallest;
        long end = lastEnd;
        var rest = held.toArray(Request[]::new);
        Arrays.sort(rest, Comparator.comparingLong(Request::from));
        for (var request : rest) {
            least = Math.min(least, gap(end, request));
            end = Math.max(end, request.to);
        }
        return least == NONE ? OptionalLong.empty() : OptionalLong.of(least);
    }
}
