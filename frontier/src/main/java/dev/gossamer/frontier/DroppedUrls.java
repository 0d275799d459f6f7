package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Some of the URLs that were dropped lately, for people to look at: a few for each reason until
 * they are taken.
 */
final class DroppedUrls {
    private static final int MOST = 16;

    private final List<Dropped> all = new ArrayList<>();
    private final int[] counts = new int[Drop.values().length];

    void add(Url url, Url via, Drop reason) {
        if (counts[reason.ordinal()] >= MOST) return;
        counts[reason.ordinal()]++;
        all.add(new Dropped(url, via, reason));
    }

    /** What waits for a host, and is dropped as a whole. */
    void addAll(Host host, Drop reason) {
        for (var origin : host.origins)
            if (!origin.health.isParked())
                origin.queue.peek(MOST, entry -> add(entry.url(), entry.via(), reason));
    }

    List<Dropped> take() {
        if (all.isEmpty()) return List.of();
        var taken = List.copyOf(all);
        all.clear();
        Arrays.fill(counts, 0);
        return taken;
    }
}
