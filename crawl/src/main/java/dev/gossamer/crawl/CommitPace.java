package dev.gossamer.crawl;

import java.util.concurrent.TimeUnit;

/**
 * How long the loop of a node gathers answers before it commits. A commit in a cluster is a journey
 * to the brokers, with a record for each shard, and costs nearly the same for many answers as for
 * one. It takes along what comes within a while that is longer where commits take longer, because
 * the brokers are far or the machine is busy; or a part of what is under way, so that it adds a
 * fourth to the time that an answer takes, at most, where answers come fast.
 */
final class CommitPace {
    static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Far below the time for which a node may act after its last commit. */
    static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Of the time between two commits, the last one took one part in so many. */
    private static final int PARTS = 10;

    private static final int UNDER_WAY_PARTS = 4;
    private static final int LOOKS = 10;

    private long gatherNanos = SHORTEST_NANOS;

    void committed(long tookNanos) {
        gatherNanos = Math.clamp(tookNanos * PARTS, SHORTEST_NANOS, LONGEST_NANOS);
    }

    /** Returns how long to wait between two looks. */
    long lookNanos() {
        return gatherNanos / LOOKS;
    }

    /**
     * Returns whether it is time to commit.
     *
     * @param arrived answers that wait for it
     * @param underWay requests that have no answer yet, and these
     * @param gatheredNanos since the first of them
     */
    boolean isEnough(int arrived, int underWay, long gatheredNanos) {
        return arrived >= underWay / UNDER_WAY_PARTS || gatheredNanos >= gatherNanos;
    }
}
