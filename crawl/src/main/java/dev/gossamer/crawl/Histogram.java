package dev.gossamer.crawl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts how often a figure was how large, by fixed bounds; from any thread. */
final class Histogram {
    /** The bound of the largest, as Prometheus writes it. */
    static final String NO_BOUND = "+Inf";

    private static final double[] SECONDS = {
        0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
    };
    private static final double[] BYTES = {
        1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20
    };

    private final double[] bounds;
    private final LongAdder[] counts;

    private Histogram(double[] bounds) {
        this.bounds = bounds;
        counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < counts.length; i++) counts[i] = new LongAdder();
    }

    static Histogram ofSeconds() {
        return new Histogram(SECONDS);
    }

    static Histogram ofBytes() {
        return new Histogram(BYTES);
    }

    void add(double figure) {
        int i = 0;
        while (i < bounds.length && figure > bounds[i]) i++;
        counts[i].increment();
    }

    /** What was counted before; bounds that are not known count with the largest. */
    void addAll(Map<String, Long> before) {
        var left = new LinkedHashMap<>(before);
        for (int i = 0; i < counts.length; i++) {
            var count = left.remove(bound(i));
            if (count != null) counts[i].add(count);
        }
        left.values().forEach(counts[bounds.length]::add);
    }

    /** How many were at most as large as each bound, and larger than the one before. */
    Map<String, Long> counts() {
        var all = new LinkedHashMap<String, Long>();
        for (int i = 0; i < counts.length; i++) all.put(bound(i), counts[i].sum());
        return all;
    }

    private String bound(int i) {
        if (i == bounds.length) return NO_BOUND;
        return bounds[i] == Math.rint(bounds[i])
                ? String.valueOf((long) bounds[i])
                : String.valueOf(bounds[i]);
    }

    /**
     * Returns about how large the figure is below which this share of all lies: evenly spread
     * between two bounds. Zero if there are none; of the largest their lower bound.
     */
    static double quantile(Map<String, Long> counts, double share) {
        double rank = share * counts.values().stream().mapToLong(Long::longValue).sum();
        if (rank == 0) return 0;
        double below = 0;
        double lower = 0;
        for (var each : counts.entrySet()) {
            if (each.getKey().equals(NO_BOUND)) return lower;
            double upper = Double.parseDouble(each.getKey());
            if (below + each.getValue() >= rank)
                return lower + (upper - lower) * (rank - below) / each.getValue();
            below += each.getValue();
            lower = upper;
        }
        return lower;
    }
}
