package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Some of the URLs that were dropped lately, for people to look at: a few for each reason until
 * they are taken.
 */
final class DroppedUrls {
    private static final int MOST = 16;

    private final List<Dropped> all = new ArrayList<>();
    private final Map<DropReason, Integer> counts = new EnumMap<>(DropReason.class);

    void add(Url url, Url via, DropReason reason) {
        if (counts.getOrDefault(reason, 0) >= MOST) return;
        counts.merge(reason, 1, Integer::sum);
        all.add(new Dropped(url, via, reason));
    }

    /** What waits for a host, and is dropped as a whole. */
    void addAll(Host host, DropReason reason) {
        for (var origin : host.origins)
            if (!origin.health.isParked())
                origin.queue.peek(MOST, entry -> add(entry.url(), entry.via(), reason));
    }

    List<Dropped> take() {
        if (all.isEmpty()) return List.of();
        var taken = List.copyOf(all);
        all.clear();
        counts.clear();
        return taken;
    }
}
