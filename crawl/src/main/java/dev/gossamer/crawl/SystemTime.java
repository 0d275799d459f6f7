package dev.gossamer.crawl;

import dev.gossamer.files.ReadsTheClock;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Nanoseconds since 1970 that never run backwards: the wall clock read once, and the monotonic
 * clock since. Politeness must hold over a restart, hence wall-clock time, and must not be broken
 * when somebody sets the clock.
 */
@ReadsTheClock
final class SystemTime implements LongSupplier {
    private final long startNanos = System.nanoTime();
    private final long epochNanos;

    SystemTime() {
        Instant now = Instant.now();
        epochNanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    @Override
    public long getAsLong() {
        return epochNanos + (System.nanoTime() - startNanos);
    }
}
