package dev.gossamer.frontier;

import org.jspecify.annotations.Nullable;

/**
 * What limits requests to one host, address or registered domain: so many at once, and not before a
 * time. Hosts that found it shut wait at it, and when it opens as many as may pass are let go.
 */
final class Gate {
    static final long NEVER = Long.MAX_VALUE;

    final HostHeap waiting = HostHeap.byFirstUrl();
    private int limit;
    private int underWay;
    private long openAtNanos = Long.MIN_VALUE;

    /** Hosts let go from here that have not yet had their turn: each may still take a place. */
    private int released;

    /** What the whole cluster has only once; none where one process has all shards. */
    final @Nullable Place place;

    /** Hosts that know it. */
    int hosts;

    /** When the timer that was set for this gate goes off; NEVER when there is none. */
    long timerNanos = NEVER;

    Gate(int limit) {
        this(limit, null);
    }

    Gate(int limit, @Nullable Place place) {
        this.place = place;
        limitTo(limit);
    }

    /** So many at once from now on; those beyond it that are under way may end. */
    void limitTo(int connections) {
        limit = connections == 0 ? Integer.MAX_VALUE : connections;
    }

    /** At least so many at once. */
    void allow(int connections) {
        if (connections == 0) limit = Integer.MAX_VALUE;
        else limit = Math.max(limit, connections);
    }

    boolean isOpen(long nowNanos) {
        return !isFull() && nowNanos >= openAtNanos;
    }

    /** Whether time alone does not open it. */
    boolean isFull() {
        return underWay >= limit || !mayBeUsed();
    }

    private boolean mayBeUsed() {
        return place == null || place.isUsable();
    }

    boolean isAtRest() {
        return underWay == 0;
    }

    boolean isUnused() {
        return underWay == 0 && released == 0 && waiting.isEmpty();
    }

    /** Whether it makes a difference to anybody. */
    boolean isNeeded(long nowNanos) {
        return underWay > 0
                || released > 0
                || hosts > 0
                || !waiting.isEmpty()
                || timerNanos != NEVER
                || (place != null && (place.isHeld() || place.isAsked()))
                || nowNanos < openAtNanos;
    }

    long openAtNanos() {
        return openAtNanos;
    }

    void begin() {
        underWay++;
        if (place != null) place.used();
    }

    void end() {
        underWay--;
    }

    /** Never earlier than it was told before. */
    void shutUntil(long nanos) {
        openAtNanos = Math.max(openAtNanos, nanos);
    }

    /** The time itself has turned out wrong: the clock was set back while the crawl stood still. */
    void openNoLaterThan(long nanos) {
        openAtNanos = Math.min(openAtNanos, nanos);
    }

    boolean mayRelease() {
        return !waiting.isEmpty() && underWay + released < limit && mayBeUsed();
    }

    Host release() {
        released++;
        return waiting.remove();
    }

    void turnEnded() {
        released--;
    }
}
