package dev.gossamer.crawl;

import java.util.Optional;

/** Whether somebody paused the crawl, and for how long it was paused before. */
final class Pause {
    private Optional<String> by = Optional.empty();
    private long sinceNanos;
    private long nanosBefore;

    void begin(String who, long nowNanos) {
        if (by.isEmpty()) sinceNanos = nowNanos;
        by = Optional.of(who);
    }

    /** Returns whether there was one. */
    boolean end(long nowNanos) {
        boolean wasPaused = by.isPresent();
        if (wasPaused) nanosBefore += nowNanos - sinceNanos;
        by = Optional.empty();
        return wasPaused;
    }

    /** Returns who paused it, while it is paused. */
    Optional<String> by() {
        return by;
    }

    /** How long all pauses were that are over. */
    long nanosBefore() {
        return nanosBefore;
    }
}
