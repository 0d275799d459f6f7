package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pages around a page: those that it links to and those that link to it, then the neighbours of
 * these, as far as wanted.
 *
 * @param nodes the page itself first
 * @param edges the links between the nodes that were met on the way; at most {@link #MOST_EDGES}
 * @param isCut whether there are more than the limit allows
 */
public record Neighbourhood(List<Node> nodes, List<Link> edges, boolean isCut) {
    public static final int MOST_EDGES = 2_000;

    /**
     * A page.
     *
     * @param hops links between it and the first one, whatever their direction
     * @param status 0 where it was not fetched
     */
    public record Node(String url, int hops, int status) {}

    /** A link between two nodes, which are named by their places in the list. */
    public record Link(int source, int target, String kind, String text) {}

    /**
     * Looks around a page.
     *
     * @param hops how far to go
     * @param limit how many nodes are wanted at most
     */
    public static Neighbourhood of(LinkGraph graph, Url start, int hops, int limit)
            throws IOException {
        return new Walk(graph, limit).around(start, hops);
    }

    private static final class Walk {
        private final LinkGraph graph;
        private final int limit;
        private final Map<Url, Integer> places = new LinkedHashMap<>();
        private final List<Node> nodes = new ArrayList<>();
        private final Set<Link> edges = new LinkedHashSet<>();
        private boolean isCut;

        Walk(LinkGraph graph, int limit) {
            this.graph = graph;
            this.limit = limit;
        }

        Neighbourhood around(Url start, int hops) throws IOException {
            place(start, 0);
            int from = 0;
            for (int hop = 1; hop <= hops; hop++) {
                int to = nodes.size();
                var these = List.copyOf(places.keySet()).subList(from, to);
                for (var page : these) look(page, hop);
                from = to;
            }
            return new Neighbourhood(List.copyOf(nodes), List.copyOf(edges), isCut);
        }

        /** The half of the room is left to the links in the other direction. */
        private void look(Url page, int hop) throws IOException {
            int own = place(page, hop).orElseThrow();
            int room = Math.max(1, (limit - nodes.size() + 1) / 2);
            Optional<PageLinks> out = graph.from(page);
            int before = nodes.size();
            for (var edge : out.map(PageLinks::edges).orElse(List.of())) {
                boolean isFull =
                        nodes.size() - before >= room && !places.containsKey(edge.target());
                if (isFull) isCut = true;
                else
                    place(edge.target(), hop)
                            .ifPresent(other -> link(own, other, edge.kind(), edge.text()));
            }
            var in = graph.to(page, limit + 1);
            if (in.size() > limit) isCut = true;
            for (var link : in.subList(0, Math.min(in.size(), limit)))
                place(link.source(), hop)
                        .ifPresent(other -> link(other, own, link.kind(), link.text()));
        }

        private void link(int source, int target, Edge.Kind kind, String text) {
            if (edges.size() < MOST_EDGES)
                edges.add(new Link(source, target, LinkJson.kind(kind), text));
            else isCut = true;
        }

        /** Returns the place of a page; empty if there is no room for it. */
        private Optional<Integer> place(Url url, int hop) throws IOException {
            var known = places.get(url);
            if (known != null) return Optional.of(known);
            if (nodes.size() == limit) {
                isCut = true;
                return Optional.empty();
            }
            int place = nodes.size();
            places.put(url, place);
            nodes.add(
                    new Node(
                            url.toString(),
                            hop,
                            graph.fetched(url).map(PageLinks::status).orElse(0)));
            return Optional.of(place);
        }
    }
}
