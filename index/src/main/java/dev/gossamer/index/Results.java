package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.List;

/**
 * One page of results.
 *
 * @param matches pages that match, at least
 */
public record Results(long matches, List<Hit> hits) {
    /**
     * @param rank the first is 1
     */
    public record Hit(
            int rank,
            Url url,
            String title,
            Instant at,
            String type,
            String language,
            double score) {}

    public Results {
        hits = List.copyOf(hits);
    }
}
