package dev.gossamer.frontier;

import java.time.Duration;

/**
 * What a failure does, and to whom: the URL goes behind the others or is parked, its origin waits
 * and is parked in the end, its host is asked less often. And what an answer makes good again.
 * {@link Shard} decides which of these it is.
 */
final class Failures {
    /** Refusals in a row after which a host that keeps saying 429 or 503 waits longer still. */
    private static final int MANY_REFUSALS = 20;

    /** The longest wait before that, unless the server asks for more. */
    private static final long REFUSAL_NANOS = Duration.ofMinutes(1).toNanos();

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    /** How much longer than usual the gap becomes, at most, while pages answer 500. */
    private static final int ERROR_DOUBLINGS = 3;

    /**
     * How long a refusal of one host quiets the others at its address and in its domain, at most:
     * they may be the same machine, but need not be, and one host must not silence a thousand.
     */
    private static final long NEIGHBOUR_NANOS = Duration.ofMinutes(1).toNanos();

    private final FrontierOptions options;
    private final ShardState state;
    private final DecisionLog log;

    Failures(FrontierOptions options, ShardState state, DecisionLog log) {
        this.options = options;
        this.state = state;
        this.log = log;
    }

    /** Something that can be used. */
    void answered(Origin origin) {
        origin.host.answered();
        alive(origin);
    }

    /** Any answer shows that somebody is there. */
    void alive(Origin origin) {
        origin.heard();
        if (origin.health.answered()) originChanged(origin);
    }

    void originFailed(Origin origin, Result.Unreachable failure, long wait, long nowNanos) {
        state.touch(origin.host);
        boolean wasParked = origin.health.isParked();
        origin.health.failed(options.retry(), failure.fault(), failure.isLasting(), wait, nowNanos);
        originChanged(origin);
        if (origin.health.isParked() && !wasParked) state.commons.failAll(origin, failure.fault());
    }

    void originChanged(Origin origin) {
        state.recount(origin);
        log.origin(origin);
    }

    /** The server said that it cannot now: its host is asked less often, or not before a time. */
    void refused(Host host, Host.UnderWay request, Result.Later later, long nowNanos) {
        long asked = asked(later);
        boolean isOverloaded = later.status() == TOO_MANY_REQUESTS || later.status() == UNAVAILABLE;
        long wait = isOverloaded ? Math.max(asked, overloadWait(host)) : asked;
        slowDown(host, nowNanos);
        host.gate.shutUntil(Nanos.plus(nowNanos, wait));
        long quietUntil = Nanos.plus(nowNanos, Math.min(wait, NEIGHBOUR_NANOS));
        for (var gate : request.gates()) if (gate != host.gate) gate.shutUntil(quietUntil);
        // Too many requests are often counted for all hosts of a domain together.
        if (later.status() == TOO_MANY_REQUESTS) host.share.traffic.quiet.shutUntil(quietUntil);
    }

    private long overloadWait(Host host) {
        var retry = options.retry();
        long longest = Nanos.of(retry.maxWait());
        if (host.refusals() < MANY_REFUSALS) longest = Math.min(longest, REFUSAL_NANOS);
        return Math.min(Nanos.doubled(Nanos.of(retry.firstWait()), host.refusals()), longest);
    }

    /** The gap becomes longer with each failure in a row, up to some times its length. */
    void slowDown(Host host, long nowNanos) {
        host.refused();
        int doublings = Math.min(host.refusals(), ERROR_DOUBLINGS);
        long gap = Nanos.doubled(host.delayNanos(), doublings);
        host.gate.shutUntil(Nanos.plus(nowNanos, gap));
    }

    /** A fault of our own: the host is not to blame, but trying it again at once is of no use. */
    void holdUp(Host host, long nowNanos) {
        host.gate.shutUntil(Nanos.plus(nowNanos, Nanos.of(options.retry().firstWait())));
    }

    long asked(Result.Later later) {
        return Math.min(
                later.retryAfter().map(Nanos::of).orElse(0L),
                Nanos.of(options.retry().retryAfterCap()));
    }

    /** The URL goes behind the others, or is given up for now when it was tried so often. */
    DecisionLog.End again(Origin origin, Entry entry, String reason, long nowNanos) {
        var retry = options.retry();
        if (entry.attempts() >= retry.maxAttempts()) return giveUp(origin, entry, reason, nowNanos);
        long wait =
                Math.min(
                        Nanos.doubled(Nanos.of(retry.firstWait()), entry.attempts() - 1),
                        Nanos.of(retry.maxWait()));
        var later = entry.again(state.tally.takeNumber(), Nanos.plus(nowNanos, wait));
        state.again(origin, later);
        return new DecisionLog.End(DecisionLog.Ending.AGAIN, later, reason);
    }

    /** The URL is parked, as more attempts are of no use for now. */
    DecisionLog.End giveUp(Origin origin, Entry entry, String reason, long nowNanos) {
        state.park(origin, entry, reason, nowNanos);
        state.commons.fail(entry, reason);
        return new DecisionLog.End(DecisionLog.Ending.PARKED, entry, reason);
    }

    /** The URL stands first as before: nothing was its fault. */
    DecisionLog.End back(Origin origin, Entry entry) {
        var untried = entry.untried();
        state.putBack(origin, untried);
        return new DecisionLog.End(DecisionLog.Ending.BACK, untried, "");
    }
}
