package dev.gossamer.frontier;

import java.time.Duration;

/** Arithmetic on times and spans in nanoseconds that stops at the ends instead of wrapping. */
final class Nanos {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private Nanos() {}

    static long of(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }

    /** Any span that comes in is cut to some seventy years, so the sum of two fits. */
    static long plus(long nanos, long span) {
        return nanos + Math.min(span, LONGEST.toNanos());
    }

    static long doubled(long span, int times) {
        int shift = Math.min(times, 40);
        return span > LONGEST.toNanos() >> shift ? LONGEST.toNanos() : span << shift;
    }
}
