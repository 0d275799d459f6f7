package dev.gossamer.frontier;

import java.util.Comparator;

/**
 * What the frontier waits for when it has URLs and none of them may be asked for yet.
 *
 * @param origin whose turn comes next: a host, or scheme, host and port where only that origin
 *     waits; empty for the total rate
 * @param untilNanos when its turn comes
 * @param detail what was wrong, where something failed; else empty
 */
public record Wait(String origin, long untilNanos, Cause cause, String detail) {
    /** Why a request must wait. */
    public enum Cause {
        /** The delay that is configured for the host. */
        DELAY,
        /** A longer delay that its robots.txt asks for. */
        CRAWL_DELAY,
        /** The delay between requests to its address, which other hosts share. */
        ADDRESS,
        /** The delay between requests to its registered domain. */
        DOMAIN,
        /** The server said that it cannot answer now, or pages of it failed. */
        REFUSED,
        /** Its name could not be looked up. */
        LOOK_UP,
        /** It, or the URL that is next, failed and is tried again. */
        FAILED,
        /** It failed often and is left alone for a while. */
        SET_ASIDE,
        /** The limit of requests per second in all. */
        RATE
    }

    static Wait forRate(long untilNanos) {
        return new Wait("", untilNanos, Cause.RATE, "");
    }

    /** Describes a host whose gate is shut. */
    static Wait at(Gate gate, Host host) {
        long until = gate.openAtNanos();
        if (gate == host.gate) return atOwnGate(host, until);
        if (gate == host.domain()) return new Wait(host.name, until, Cause.DOMAIN, "");
        var cause = gate == host.share.traffic.quiet ? Cause.REFUSED : Cause.ADDRESS;
        return new Wait(host.name, until, cause, "");
    }

    private static Wait atOwnGate(Host host, long until) {
        if (host.lookUps.failures() > 0)
            return new Wait(host.name, until, Cause.LOOK_UP, host.lookUps.reason());
        if (host.refusals() > 0) return new Wait(host.name, until, Cause.REFUSED, "");
        boolean isAsked = host.crawlDelayNanos() > host.delayNanos();
        return new Wait(host.name, until, isAsked ? Cause.CRAWL_DELAY : Cause.DELAY, "");
    }

    /** Describes a host all of whose origins wait, and whose own gate may be shut for longer. */
    static Wait asleep(Host host) {
        long until = host.sleepsUntilNanos;
        if (host.gate.openAtNanos() > until) return atOwnGate(host, host.gate.openAtNanos());
        var first =
                host.origins.stream()
                        .filter(Origin::hasWork)
                        .min(Comparator.comparingLong(Origin::openAtNanos));
        if (first.isEmpty()) return new Wait(host.name, until, Cause.FAILED, "");
        var health = first.get().health;
        return new Wait(
                first.get().name,
                until,
                health.isSetAside() ? Cause.SET_ASIDE : Cause.FAILED,
                health.failures() > 0 ? health.reason() : "");
    }
}
