package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import dev.gossamer.simweb.ServerLog.Connection;
import dev.gossamer.simweb.Truth.Expect;
import dev.gossamer.simweb.Verdict.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds a server's log against the truth and the rules of politeness. One rule covers gap and
 * concurrency: a request occupies its host and its address from its arrival until a delay after its
 * answer's end, and never more than the allowed number may do so at a time.
 */
public final class Judge {
    /** Times are taken beside the calls to the kernel, so they are a little off. */
    private static final long TOLERANCE_NANOS = 5_000_000;

    /**
     * The end of a connection by the client's will is only seen when the event loop gets its turn.
     */
    static final long LATE_NANOS = 50_000_000;

    /** More attempts at one URL than any sensible retry makes. */
    private static final int MAX_ATTEMPTS = 20;

    private final ServerLog log;
    private final Truth truth;
    private final SimWeb web;
    private final long delayNanos;
    private final int allowed;
    private final Verdict verdict = new Verdict();
    private final Map<Integer, Occupied> byHost = new HashMap<>();
    private final Map<Integer, Occupied> byAddress = new HashMap<>();

    /** By origin, see {@link #origin}. */
    private final Map<Integer, Long> robotsEnds = new HashMap<>();

    private final Map<Integer, Long> closedUntil = new HashMap<>();
    private final Map<Long, Integer> failedAttempts = new HashMap<>();
    private final IdSet done;

    private Judge(ServerLog log, Truth truth, Duration delay, int connectionsPerHost) {
        this.log = log;
        this.truth = truth;
        web = log.web();
        delayNanos = delay.toNanos();
        allowed = connectionsPerHost;
        done = new IdSet(web.hosts());
    }

    /**
     * @param delay that the crawl was to keep
     * @param connectionsPerHost that it was allowed, for each host and for each address
     */
    public static Verdict judge(
            ServerLog log, Truth truth, Duration delay, int connectionsPerHost) {
        if (!log.web().options().equals(truth.web().options()))
            throw new IllegalArgumentException("log and truth are of different webs");
        if (connectionsPerHost < 1)
            throw new IllegalArgumentException("no connections allowed: " + connectionsPerHost);
        return new Judge(log, truth, delay, connectionsPerHost).run();
    }

    private Verdict run() {
        log.forEachRow(this::judgeRow);
        judgeConnections();
        truth.forEachRequiredId(
                (id, expect) -> {
                    boolean isDealtWith =
                            expect == Expect.BROKEN ? failedAttempts.containsKey(id) : done.has(id);
                    if (!isDealtWith && !isAway(PageId.host(id)))
                        verdict.add(Finding.MISSED, web.url(id) + " (" + expect + ")");
                });
        if (log.lostCount() > 0)
            verdict.add(Finding.LOG_FULL, log.lostCount() + " requests are not in the log");
        long required = truth.requiredCount();
        verdict.totals(log.requestCount(), required - verdict.count(Finding.MISSED), required);
        return verdict;
    }

    /** Whether an outage keeps it away at the end of the log, so that nothing more is due there. */
    private boolean isAway(int host) {
        return log.outages().stream()
                .anyMatch(each -> each.endNanos() < 0 && each.outage().strikes(host));
    }

    /** Scheme, host and port as a number: what robots.txt and Retry-After are about. */
    private static int origin(int host, long id) {
        return 2 * host + (PageId.isBeside(id) ? 1 : 0);
    }

    private void judgeRow(LogSegment segment, int row) {
        long id = segment.id(row);
        judgePace(segment, row);
        judgeRefusal(segment, row);
        if (id != PageId.NONE
                && (PageId.space(id) == Space.ROBOTS || PageId.space(id) == Space.BESIDE_ROBOTS)) {
            if (segment.isWhole(row) && segment.status(row) != 0)
                robotsEnds.merge(origin(segment.host(row), id), segment.end(row), Math::min);
            return;
        }
        switch (truth.expect(id)) {
            case STRANGE -> add(Finding.STRANGE, segment, row);
            case FORBIDDEN -> add(Finding.FORBIDDEN, segment, row);
            default -> {
                if (!hasRobots(segment, row))
                    verdict.add(
                            Finding.FORBIDDEN,
                            describe(segment, row) + " before robots.txt was answered");
                if (PageId.space(id) != Space.TRAP && !segment.isHead(row))
                    judgeRepeat(segment, row, id);
            }
        }
    }

    private boolean hasRobots(LogSegment segment, int row) {
        long id = segment.id(row);
        int host = segment.host(row);
        int rules = PageId.isBeside(id) ? host : web.robots().source(host);
        return robotsEnds.getOrDefault(origin(rules, id), Long.MAX_VALUE) <= segment.start(row);
    }

    /** A 429 or 503 closes its origin for as long as its Retry-After says. */
    private void judgeRefusal(LogSegment segment, int row) {
        if (segment.host(row) < 0) return;
        int origin = origin(segment.host(row), segment.id(row));
        long until = closedUntil.getOrDefault(origin, Long.MIN_VALUE);
        if (segment.start(row) + TOLERANCE_NANOS < until)
            verdict.add(
                    Finding.TOO_SOON_AFTER_REFUSAL,
                    describe(segment, row)
                            + ": "
                            + millis(until - segment.start(row))
                            + " ms before the time that Retry-After named");
        if (segment.isWhole(row) && SimWeb.asksToWait(segment.status(row)))
            closedUntil.merge(origin, segment.end(row) + SimWeb.RETRY_AFTER.toNanos(), Math::max);
    }

    private void judgeRepeat(LogSegment segment, int row, long id) {
        if (done.has(id)) {
            add(Finding.REPEATED, segment, row);
            return;
        }
        boolean isFinal =
                segment.isWhole(row)
                        && segment.fault(row).filter(fault -> fault != SimFault.SLOW).isEmpty();
        if (isFinal) done.add(id);
        else if (isDuringOutage(segment.start(row))) failedAttempts.putIfAbsent(id, 1);
        else if (failedAttempts.merge(id, 1, Integer::sum) > MAX_ATTEMPTS)
            add(Finding.REPEATED, segment, row);
    }

    /** Then attempts fail through no fault of the page, and any number is sensible. */
    private boolean isDuringOutage(long nanos) {
        return log.outages().stream()
                .anyMatch(
                        each ->
                                each.startNanos() <= nanos
                                        && (each.endNanos() < 0 || nanos <= each.endNanos()));
    }

    private void judgePace(LogSegment segment, int row) {
        int host = segment.host(row);
        if (host >= 0) {
            // What the robots.txt of an origin asks for is known once it was answered.
            boolean asks = !PageId.isBeside(segment.id(row)) && hasRobots(segment, row);
            long hostDelay =
                    asks ? Math.max(delayNanos, web.crawlDelay(host).toNanos()) : delayNanos;
            judgePace(
                    byHost.computeIfAbsent(host, _ -> new Occupied()),
                    hostDelay,
                    Finding.TOO_SOON_FOR_HOST,
                    segment,
                    row);
        }
        Occupied address = byAddress.computeIfAbsent(segment.address(row), _ -> new Occupied());
        judgePace(address, delayNanos, Finding.TOO_SOON_FOR_ADDRESS, segment, row);
    }

    private void judgePace(
            Occupied place, long delay, Finding tooSoon, LogSegment segment, int row) {
        long start = segment.start(row);
        place.leave(start - delay + TOLERANCE_NANOS);
        if (place.underWay(start + TOLERANCE_NANOS) >= allowed)
            add(Finding.TOO_MANY_REQUESTS, segment, row);
        else if (place.count() >= allowed)
            verdict.add(
                    tooSoon,
                    describe(segment, row)
                            + ": "
                            + millis(start - place.lastEnd())
                            + " ms after the last, delay "
                            + millis(delay));
        place.enter(segment.end(row) - (segment.isWhole(row) ? 0 : LATE_NANOS));
    }

    private void judgeConnections() {
        Map<String, List<Connection>> open = new HashMap<>();
        var byOpening =
                log.connections().stream()
                        .sorted(Comparator.comparingLong(Connection::openedNanos))
                        .toList();
        for (Connection connection : byOpening) {
            List<Connection> others =
                    open.computeIfAbsent(connection.address(), _ -> new ArrayList<>());
            long since = connection.openedNanos() + LATE_NANOS;
            others.removeIf(other -> other.closedNanos() >= 0 && other.closedNanos() <= since);
            if (others.size() >= allowed)
                verdict.add(
                        Finding.TOO_MANY_CONNECTIONS,
                        connection.address()
                                + " at "
                                + millis(connection.openedNanos())
                                + " ms: "
                                + (others.size() + 1)
                                + " open");
            others.add(connection);
        }
    }

    private void add(Finding finding, LogSegment segment, int row) {
        verdict.add(finding, describe(segment, row));
    }

    private static String describe(LogSegment segment, int row) {
        var request = segment.request(row);
        return request.host()
                + request.path()
                + " at "
                + millis(request.startNanos())
                + " ms, status "
                + request.status();
    }

    private static String millis(long nanos) {
        return Long.toString(nanos / 1_000_000);
    }

    /** The requests that hold one host or address, by their ends. */
    private static final class Occupied {
        private final List<Long> ends = new ArrayList<>();

        void leave(long endedBy) {
            ends.removeIf(end -> end <= endedBy);
        }

        int count() {
            return ends.size();
        }

        int underWay(long at) {
            return (int) ends.stream().filter(end -> end > at).count();
        }

        long lastEnd() {
            return ends.stream().mapToLong(Long::longValue).max().orElse(0);
        }

        void enter(long end) {
            ends.add(end);
        }
    }
}
