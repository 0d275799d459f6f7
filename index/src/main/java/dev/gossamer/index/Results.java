package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One page of results.
 *
 * @param matches pages that match, near duplicates among them; at least so many unless {@code
 *     isExact}
 * @param reachable results that can be paged through, near duplicates folded
 * @param hasMost whether no page has all of the words, and these have most of them
 * @param isCutShort whether the search took too long and these are what it had
 */
public record Results(
        long matches,
        boolean isExact,
        int reachable,
        boolean hasMost,
        boolean isCutShort,
        Duration took,
        List<Hit> hits) {
    /**
     * @param number the first is 1
     * @param duplicates other pages that say nearly the same, the first few
     * @param duplicateCount all of them, among the pages that were ranked
     */
    public record Hit(
            int number,
            Url url,
            Marked title,
            Marked snippet,
            Instant at,
            int status,
            String type,
            String language,
            double score,
            List<Url> duplicates,
            int duplicateCount) {
        public Hit {
            duplicates = List.copyOf(duplicates);
        }
    }

    public Results {
        hits = List.copyOf(hits);
    }
}
