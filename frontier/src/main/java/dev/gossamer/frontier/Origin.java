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

    /** What the rules take of memory, about. */
    private long bytes;

    /**
     * Whether they were asked anything yet. Rules that were not are kept while there is any room,
     * or a host could ask for them for ever and get nothing done.
     */
    private boolean isUsed;

    /** The rules are to be asked for again; the delay holds. Returns how many bytes that frees. */
    long forget() {
        long freed = bytes;
        set(_ -> false, Long.MIN_VALUE, false, 0);
        return freed;
    }

    boolean isUsed() {
        return isUsed;
    }

    long bytes() {
        return bytes;
    }

    /** Returns how many bytes more they are than those before. */
    long set(Predicate<Url> allowed, long validUntilNanos, boolean isFinal, long bytes) {
        long more = bytes - this.bytes;
        this.bytes = bytes;
        this.allowed = allowed;
        isUsed = false;
        this.validUntilNanos = validUntilNanos;
        this.isFinal = isFinal;
        return more;
    }

    /** Whether the rules may be used: those of an unreachable robots.txt only say when to ask. */
    boolean isKnown(long nowNanos) {
        return isFinal && nowNanos < validUntilNanos;
    }

    boolean isAllowed(Url url) {
        isUsed = true;
        return allowed.test(url);
    }
}
