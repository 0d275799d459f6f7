package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The same as a {@link LinkGraph} in the plainest way: maps in memory. */
final class Model {
    private final Map<Url, PageLinks> pages = new TreeMap<>();

    void add(PageLinks page) {
        pages.put(page.source(), page);
    }

    Model copy() {
        var copy = new Model();
        copy.pages.putAll(pages);
        return copy;
    }

    Collection<PageLinks> pages() {
        return pages.values();
    }

    /** Fetched or linked to. */
    Set<Url> urls() {
        Set<Url> urls = new HashSet<>(pages.keySet());
        for (var page : pages.values()) for (var edge : page.edges()) urls.add(edge.target());
        return urls;
    }

    long edges() {
        return pages.values().stream().mapToLong(page -> Set.copyOf(page.edges()).size()).sum();
    }

    Set<Edge> from(Url url) {
        var page = pages.get(url);
        return page == null ? Set.of() : Set.copyOf(page.edges());
    }

    Map<Url, Set<InLink>> backward() {
        Map<Url, Set<InLink>> links = new HashMap<>();
        for (var page : pages.values()) {
            for (var edge : page.edges())
                links.computeIfAbsent(edge.target(), _ -> new HashSet<>())
                        .add(new InLink(page.source(), edge.kind(), edge.text()));
        }
        return links;
    }

    static List<Anchor> anchors(Url target, Set<InLink> links) {
        Map<String, Long> counts = new TreeMap<>();
        for (var link : links) {
            if (!link.text().isEmpty() && !link.source().equals(target))
                counts.merge(link.text(), 1L, Long::sum);
        }
        List<Anchor> anchors = new ArrayList<>();
        counts.forEach((text, count) -> anchors.add(new Anchor(text, count)));
        anchors.sort((a, b) -> Long.compare(b.count(), a.count()));
        return anchors;
    }
}
