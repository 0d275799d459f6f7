package dev.gossamer.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts requests and bytes by a name that a stranger may have chosen. */
final class NameCounts {
    /** Names beyond these are counted under one name. */
    static final int MOST_NAMES = 1_000;

    /** The name of those beyond the limit. */
    static final String OTHERS = "(others)";

    /** What was counted under a name. */
    record Sum(String name, long count, long bytes) {
        private Sum plus(Sum other) {
            return new Sum(name, count + other.count, bytes + other.bytes);
        }
    }

    private final Map<String, Sum> sums = new LinkedHashMap<>();

    void add(String name, long bytes) {
        String key = sums.containsKey(name) || sums.size() < MOST_NAMES ? name : OTHERS;
        sums.merge(key, new Sum(key, 1, bytes), Sum::plus);
    }

    /** Returns the largest first. */
    List<Sum> largestFirst() {
        return sums.values().stream()
                .sorted(Comparator.comparingLong(Sum::count).reversed().thenComparing(Sum::name))
                .toList();
    }

    /** Returns them by name. */
    List<Sum> byName() {
        return sums.values().stream().sorted(Comparator.comparing(Sum::name)).toList();
    }
}
