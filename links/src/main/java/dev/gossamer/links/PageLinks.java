package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.List;

/**
 * The links of one fetched URL.
 *
 * @param at when it was fetched; kept to the second
 * @param status HTTP status of the source; a redirect has one edge of kind {@link
 *     Edge.Kind#REDIRECT}
 * @param edges in any order; one that stands there twice counts once
 */
public record PageLinks(Url source, Instant at, int status, List<Edge> edges) {
    public PageLinks {
        if (status < 0 || status > 999) throw new IllegalArgumentException("status " + status);
        edges = List.copyOf(edges);
    }
}
