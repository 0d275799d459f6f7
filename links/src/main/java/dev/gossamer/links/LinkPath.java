package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** A shortest way from page to page by links. */
public final class LinkPath {
    /**
     * @param by the link that was followed to get here; for the first step one without text from
     *     the page to itself
     */
    public record Step(Url url, InLink by) {}

    private LinkPath() {}

    /**
     * Empty where there is no way. One pass over all lists for each link of the way, whatever the
     * size of the graph, with one number in memory for each URL.
     */
    public static List<Step> find(LinkGraph graph, Collection<Url> starts, Url end)
            throws IOException {
        var merged = graph.merged();
        int goal = graph.id(end);
        if (goal < 0) return List.of();
        int[] parent = new int[merged.urls()];
        Arrays.fill(parent, -1);
        int[] distance = new int[merged.urls()];
        Arrays.fill(distance, Integer.MAX_VALUE);
        for (var start : starts) {
            int id = graph.id(start);
            if (id >= 0) distance[id] = 0;
        }
        boolean isMoving = true;
        for (int step = 0; isMoving && distance[goal] == Integer.MAX_VALUE; step++) {
            isMoving = false;
            for (var pages = merged.pages(); pages.next(); ) {
                if (distance[pages.source()] != step) continue;
                for (int i = 0; i < pages.edges().size(); i++) {
                    int target = Packed.target(pages.edges().get(i));
                    if (distance[target] != Integer.MAX_VALUE) continue;
                    distance[target] = step + 1;
                    parent[target] = pages.source();
                    isMoving = true;
                }
            }
        }
        return distance[goal] == Integer.MAX_VALUE ? List.of() : steps(graph, parent, goal);
    }

    private static List<Step> steps(LinkGraph graph, int[] parent, int goal) throws IOException {
        List<Url> urls = new ArrayList<>();
        for (int id = goal; id >= 0; id = parent[id]) urls.add(graph.url(id));
        urls = urls.reversed();
        var first = urls.getFirst();
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(first, new InLink(first, Edge.Kind.NAVIGATE, "")));
        for (int i = 1; i < urls.size(); i++) {
            var target = urls.get(i);
            var source = urls.get(i - 1);
            var edges = graph.from(source).map(PageLinks::edges).orElse(List.of());
            var edge =
                    edges.stream()
                            .filter(candidate -> candidate.target().equals(target))
                            .findFirst()
                            .orElseThrow();
            steps.add(new Step(target, new InLink(source, edge.kind(), edge.text())));
        }
        return steps;
    }
}
