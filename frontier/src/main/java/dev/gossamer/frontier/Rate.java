package dev.gossamer.frontier;

import java.time.Duration;

/** The limit of requests a second in all: when the next one may begin. */
final class Rate {
    /** How far requests may catch up with it after a pause. */
    private static final long SLACK_NANOS = Duration.ofMillis(100).toNanos();

    private long intervalNanos;
    private long openAtNanos = Long.MIN_VALUE;

    /** When the last request began. */
    private long beganNanos = Long.MIN_VALUE;

    Rate(double requestsPerSecond) {
        limitTo(requestsPerSecond);
    }

    /** Another rate from now on (an operator's wish, a time of day); 0 is no limit. */
    void limitTo(double requestsPerSecond) {
        if (!(requestsPerSecond >= 0))
            throw new IllegalArgumentException("requests a second: " + requestsPerSecond);
        long interval = requestsPerSecond == 0 ? 0 : (long) (1e9 / requestsPerSecond);
        if (interval == intervalNanos) return;
        intervalNanos = interval;
        boolean isOpen = interval == 0 || beganNanos == Long.MIN_VALUE;
        openAtNanos = isOpen ? Long.MIN_VALUE : Nanos.plus(beganNanos, interval);
    }

    void began(long nowNanos) {
        beganNanos = nowNanos;
        if (intervalNanos > 0)
            openAtNanos = Math.max(openAtNanos, nowNanos - SLACK_NANOS) + intervalNanos;
    }

    long openAtNanos() {
        return openAtNanos;
    }
}
