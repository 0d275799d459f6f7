package dev.gossamer.crawl;

import dev.gossamer.parse.Link;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ways in which a crawl finds URLs. New URLs are counted by the way on which they were found
 * first. The frontier keeps the counts by number, also in its files; there is room for sixteen.
 */
enum FoundBy {
    /** A link, a frame: the usual way, number 0. */
    LINK(0, "links"),
    SEED(1, "seeds"),
    /** By the program that runs the crawl, or by its user while it runs. */
    ADDED(2, "added"),
    /** Something that a page or a style sheet is made of. */
    RESOURCE(3, "resources"),
    /** An element {@code link} of a page: the next page of a series, the canonical form. */
    RELATION(4, "relations"),
    /** A header field {@code Link}. */
    LINK_HEADER(5, "link-headers"),
    /** A header field {@code Refresh}, or the element that stands for it. */
    REFRESH(6, "refreshes"),
    REDIRECT(7, "redirects"),
    /** A sitemap that robots.txt names, or at its usual place. */
    ROBOTS(8, "robots"),
    /** What a sitemap names: pages, and other sitemaps. */
    SITEMAP(9, "sitemaps"),
    /** A filter wrote a URL that was queued in another way. */
    FILTER(10, "filters"),
    /** The crawl's own log: asked for once more, or counted anew. */
    LOG(11, "log"),
    /** An application that uses the crawl asked for it, or a redirect led there from such a URL. */
    REQUEST(12, "requests");

    /** In the frontier and on disk. */
    final int source;

    /** As programs and people are told it. */
    final String label;

    FoundBy(int source, String label) {
        this.source = source;
        this.label = label;
    }

    /**
     * @param isInHead whether the link stands in the head of the answer, not on the page
     */
    static FoundBy of(Link.Kind kind, boolean isInHead) {
        return switch (kind) {
            case REFRESH -> REFRESH;
            case NAVIGATE, FRAME, FORM -> isInHead ? LINK_HEADER : LINK;
            case RESOURCE -> isInHead ? LINK_HEADER : RESOURCE;
            case RELATION -> isInHead ? LINK_HEADER : RELATION;
        };
    }

    /** Counts of the frontier, by label. */
    static Map<String, Long> labelled(Map<Integer, Long> counts) {
        var labelled = new TreeMap<String, Long>();
        for (FoundBy way : values()) {
            Long count = counts.get(way.source);
            if (count != null) labelled.put(way.label, count);
        }
        return labelled;
    }
}
