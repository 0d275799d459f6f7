package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of robots.txt files that origins of other hosts were redirected to, kept for their
 * life: a thousand hosts that all point at one file ask for it once. The oldest are let go first.
 */
final class SharedRules {
    private static final int MOST = 256;

    /** Larger ones are asked for again: so they all take 16 MB at most. */
    private static final long MOST_BYTES = 64 << 10;

    private record Kept(Result.Rules rules, long untilNanos) {}

    private final LinkedHashMap<Url, Kept> kept =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Url, Kept> eldest) {
                    return size() > MOST;
                }
            };

    void put(Url url, Result.Rules rules, long nowNanos) {
        if (rules.bytes() > MOST_BYTES) return;
        kept.put(url, new Kept(rules, Nanos.plus(nowNanos, Nanos.of(rules.validFor()))));
    }

    /** None when they are not there, or too old. */
    Result.@Nullable Rules find(Url url, long nowNanos) {
        var found = kept.get(url);
        if (found == null) return null;
        if (nowNanos < found.untilNanos) return found.rules;
        kept.remove(url);
        return null;
    }
}
