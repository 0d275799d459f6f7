package dev.gossamer.crawl;

import java.util.HashMap;
import java.util.Map;

/**
 * Says which of many URLs that meet a rule are taken as examples: the first ones, and then fewer
 * and fewer, so that all together cost nothing. For one thread.
 */
final class Sampler {
    /** Of each doubling of the number of URLs so many are taken. */
    private static final int EACH_DOUBLING = 16;

    private static final class Count {
        private long seen;
        private long next = 1;
    }

    private final Map<String, Count> counts = new HashMap<>();

    boolean isTaken(String rule) {
        var count = counts.computeIfAbsent(rule, _ -> new Count());
        if (++count.seen < count.next) return false;
        count.next = count.seen + Math.max(1, count.seen / EACH_DOUBLING);
        return true;
    }
}
