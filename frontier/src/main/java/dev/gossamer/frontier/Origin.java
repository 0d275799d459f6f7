package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.function.Predicate;

/** What is known of the robots.txt of one origin of a host. */
final class Origin {
    private Predicate<Url> allowed = _ -> false;
    private long validUntilNanos = Long.MIN_VALUE;
    private boolean isFinal;

    /** Its robots.txt is being asked for. */
    boolean isAsking;

    long crawlDelayNanos;

    void set(Predicate<Url> allowed, long validUntilNanos, boolean isFinal) {
        this.allowed = allowed;
        this.validUntilNanos = validUntilNanos;
        this.isFinal = isFinal;
    }

    /** Whether the rules may be used: those of an unreachable robots.txt only say when to ask. */
    boolean isKnown(long nowNanos) {
        return isFinal && nowNanos < validUntilNanos;
    }

    boolean isAllowed(Url url) {
        return allowed.test(url);
    }
}
