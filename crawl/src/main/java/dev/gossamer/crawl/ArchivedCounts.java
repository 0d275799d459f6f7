package dev.gossamer.crawl;

import dev.gossamer.http.StatusCode;
import dev.gossamer.store.WarcImport;
import dev.gossamer.url.Url;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The numbers of answers that were archived here and fetched elsewhere, as a crawl has them. */
final class ArchivedCounts {
    private final Map<String, Long> status = new TreeMap<>();
    private long captures;
    private long pages;
    private long bytes;
    private long duplicates;

    /** Counts an answer; returns whether it is a page. */
    boolean add(Url url, int answered, long bodyBytes, boolean isRevisit) {
        captures++;
        bytes += bodyBytes;
        if (answered > 0) status.merge(String.valueOf(answered), 1L, Long::sum);
        if (!StatusCode.isPage(answered) || url.path().equals("/robots.txt")) return false;
        pages++;
        if (isRevisit) duplicates++;
        return true;
    }

    long pages() {
        return pages;
    }

    /**
     * @param moreDuplicates that were not counted one by one
     * @param extent of the archive
     */
    Status status(Status.State state, long moreDuplicates, WarcImport.Extent extent) {
        return new Status(
                state,
                Optional.empty(),
                Optional.empty(),
                pages,
                captures,
                bytes,
                0,
                0,
                extent.urls(),
                extent.urls(),
                0,
                extent.hosts(),
                0,
                duplicates + moreDuplicates,
                0,
                status,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Status.Activity.NONE,
                Map.of());
    }
}
