package dev.gossamer.fetch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Look-ups that still hold, the least recently used forgotten first. Guarded by its own lock: the
 * crawl asks, the event loop puts.
 */
final class DnsCache {
    private record Held(Resolver.Resolution resolution, long untilNanos) {}

    private final Map<String, Held> entries;

    DnsCache(int limit) {
        entries =
                new LinkedHashMap<>(64, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Held> eldest) {
                        return size() > limit;
                    }
                };
    }

    /** With what is left of its TTL. */
    synchronized Optional<Resolver.Resolution> get(String host, long nowNanos) {
        var entry = entries.get(host);
        if (entry == null) return Optional.empty();
        long left = entry.untilNanos - nowNanos;
        if (left <= 0) {
            entries.remove(host);
            return Optional.empty();
        }
        return Optional.of(
                entry.resolution instanceof Resolver.Resolution.Found(var addresses, _, _)
                        ? new Resolver.Resolution.Found(addresses, Duration.ofNanos(left))
                        : entry.resolution);
    }

    private static Resolver.Resolution withoutEvidence(Resolver.Resolution resolution) {
        return resolution instanceof Resolver.Resolution.Found(var addresses, var ttl, _)
                ? new Resolver.Resolution.Found(List.copyOf(addresses), ttl)
                : resolution;
    }

    /** The evidence is archived once, and not kept here. */
    synchronized void put(String host, Resolver.Resolution resolution, long untilNanos) {
        entries.put(host, new Held(withoutEvidence(resolution), untilNanos));
    }

    synchronized int size() {
        return entries.size();
    }
}
