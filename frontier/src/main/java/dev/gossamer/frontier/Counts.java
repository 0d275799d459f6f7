package dev.gossamer.frontier;

import java.util.Map;

/**
 * Where the frontier stands.
 *
 * @param queued URLs that wait, those under way not among them
 * @param seen URLs ever taken in
 * @param hosts known
 * @param originsSetAside after failures, to be tried again much later
 * @param underWay tasks given out and not finished, lookups and robots.txt among them
 * @param fetched URLs that were answered
 * @param pages those of them that were answered with 2xx
 * @param retried requests that failed and were or will be tried again
 * @param parked URLs that could not be fetched so far, to be tried again after hours or a resume
 * @param stateBytes that the frontier's files take on disk
 * @param dropped URLs let go without an answer
 * @param leftOut URLs that never came in, by the rule of the crawl that kept them out
 * @param bySource URLs ever taken in, by {@link Discovered#source}; without those of which it is
 *     still to be found out whether they are new
 */
public record Counts(
        long queued,
        long seen,
        long hosts,
        long originsSetAside,
        long underWay,
        long fetched,
        long pages,
        long retried,
        long parked,
        long stateBytes,
        Map<DropReason, Long> dropped,
        Map<String, Long> leftOut,
        Map<Integer, Long> bySource) {
    /** Of a frontier without a shard. */
    static final Counts NONE =
            new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of(), Map.of(), Map.of());
}
