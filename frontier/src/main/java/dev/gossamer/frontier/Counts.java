package dev.gossamer.frontier;

import java.util.Map;

/**
 * Where the frontier stands.
 *
 * @param queued URLs that wait, those under way not among them
 * @param seen URLs ever taken in
 * @param hosts known
 * @param hostsSetAside after failures, to be tried again much later
 * @param underWay tasks given out and not finished, lookups and robots.txt among them
 * @param fetched URLs that were answered
 * @param retried requests that failed and were or will be tried again
 * @param dropped URLs let go without an answer
 */
public record Counts(
        long queued,
        long seen,
        long hosts,
        long hostsSetAside,
        long underWay,
        long fetched,
        long retried,
        Map<Drop, Long> dropped) {}
