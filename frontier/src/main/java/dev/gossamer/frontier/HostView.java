package dev.gossamer.frontier;

/**
 * A host as an operator sees it.
 *
 * @param queued URLs that wait, without those that are parked
 * @param parked URLs that could not be fetched so far
 * @param pages URLs that were dealt with since it came into memory
 * @param failures in a row: of look-ups of its name, or of that origin of it which failed most
 * @param reason why the last of them failed; empty if it never did
 * @param underWay requests and look-ups
 * @param opensAtNanos when it may be asked next; the far past if that is now, the far future if
 *     only an event can tell
 * @param delayNanos between two requests: the longer of our own and the one that robots.txt asks
 *     for
 */
public record HostView(
        String name,
        Doing doing,
        long queued,
        long parked,
        long pages,
        int failures,
        String reason,
        int underWay,
        long opensAtNanos,
        long delayNanos) {

    /** What it does at the moment. */
    public enum Doing {
        /** A request or a look-up is under way. */
        BUSY,
        /** It could be asked now: it waits for a connection, or for the total rate. */
        READY,
        /** It waits for its delay, or for others at its address or of its domain. */
        WAITING,
        /** It failed, and is tried again much later. */
        ASIDE,
        /** An operator does not want it to be asked. */
        BLOCKED,
        /** Nothing waits for it. */
        IDLE
    }

    static HostView of(Host host, boolean isBlocked, long nowNanos) {
        var worst = worst(host);
        return new HostView(
                host.name,
                doing(host, isBlocked, nowNanos),
                host.queued(),
                host.urls() - host.queued(),
                host.pages(),
                worst.failures(),
                worst.reason(),
                host.underWay.size(),
                opensAt(host, nowNanos),
                Math.max(host.delayNanos(), host.crawlDelayNanos()));
    }

    private static Health worst(Host host) {
        var worst = host.lookUps;
        for (var origin : host.origins)
            if (origin.health.failures() > worst.failures()) worst = origin.health;
        return worst;
    }

    private static Doing doing(Host host, boolean isBlocked, long nowNanos) {
        if (!host.underWay.isEmpty()) return Doing.BUSY;
        if (!host.hasWork()) return Doing.IDLE;
        if (isBlocked) return Doing.BLOCKED;
        if (host.lookUps.isSetAside() || isAside(host)) return Doing.ASIDE;
        return opensAt(host, nowNanos) <= nowNanos ? Doing.READY : Doing.WAITING;
    }

    /** Whether nothing of what waits can be asked for before long. */
    private static boolean isAside(Host host) {
        for (var origin : host.origins)
            if (origin.hasUrls() && !origin.health.isSetAside() && !origin.health.isParked())
                return false;
        return true;
    }

    private static long opensAt(Host host, long nowNanos) {
        long opensAt = Math.max(host.openAtNanos(), host.gate.openAtNanos());
        var shut = host.firstShut(nowNanos);
        return shut == null ? opensAt : Math.max(opensAt, shut.openAtNanos());
    }
}
