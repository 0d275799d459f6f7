package dev.gossamer.links;

import dev.gossamer.links.Edge.Kind;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes small graphs. A URL without a scheme is one of http, and each link is written as its
 * target, or as kind, blank and target.
 */
final class TestGraph {
    private final List<PageLinks> pages = new ArrayList<>();

    static Url url(String text) {
        return Url.of(text.contains(":") ? text : "http://" + text);
    }

    TestGraph page(String source, String... links) {
        return page(200, source, links);
    }

    TestGraph page(int status, String source, String... links) {
        List<Edge> edges = new ArrayList<>();
        for (var link : links) {
            int blank = link.indexOf(' ');
            var kind = blank < 0 ? Kind.NAVIGATE : Kind.valueOf(link.substring(0, blank));
            edges.add(new Edge(url(link.substring(blank + 1)), kind, "to " + link));
        }
        pages.add(new PageLinks(url(source), Instant.EPOCH, status, edges));
        return this;
    }

    TestGraph redirect(String source, String target) {
        return page(301, source, "REDIRECT " + target);
    }

    /** In one segment. */
    LinkGraph open(Path dir) throws IOException {
        return open(dir, pages.size());
    }

    /** In segments of some pages each. */
    LinkGraph open(Path dir, int pagesOfSegment) throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.commit("");
            for (int i = 0; i < pages.size(); i++) {
                store.add(pages.get(i));
                if ((i + 1) % pagesOfSegment == 0) store.commit("");
            }
            store.commit("");
        }
        return LinkGraph.open(dir);
    }
}
