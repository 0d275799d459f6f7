package dev.gossamer.cluster;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Who may fetch how many of the pages that the whole crawl may have. Nodes claim some at a time, in
 * a topic that everybody reads in the same order; what was claimed first is granted first. So
 * nobody needs to decide, and together they never fetch more. What a node that died had claimed and
 * not used is not used by others.
 */
final class PageAllowance {
    /** Of what is left, the part that a node claims at once, for each node. */
    private static final int SHARE = 2;

    /** Claimed at once at most. */
    private static final long MOST = 10_000;

    private final long max;
    private final Map<String, Long> granted = new LinkedHashMap<>();
    private long claimed;

    /**
     * @param max pages of the whole crawl
     */
    PageAllowance(long max) {
        this.max = max;
    }

    /** Takes a claim, in the order of the topic; each has a key of its own, which counts once. */
    synchronized void claim(String key, long pages) {
        if (granted.containsKey(key)) return;
        long most = Math.clamp(pages, 0, max - claimed);
        granted.put(key, most);
        claimed += most;
    }

    /** Returns what was granted to claims whose keys begin so. */
    synchronized long grantedTo(String prefix) {
        long sum = 0;
        for (var each : granted.entrySet())
            if (each.getKey().startsWith(prefix)) sum += each.getValue();
        return sum;
    }

    /** Whether nothing can be claimed any more. */
    synchronized boolean isSpent() {
        return claimed >= max;
    }

    /** Returns how much a node should claim next, where so many of them are at work. */
    synchronized long nextClaim(int nodes) {
        return Math.clamp((max - claimed) / (SHARE * Math.max(1L, nodes)), 1, MOST);
    }
}
