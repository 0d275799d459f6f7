package dev.gossamer.links;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The links between hosts.
 *
 * @param hosts the most linked to first
 * @param links the most first; links within a host are not among them
 */
public record HostGraph(List<Node> hosts, List<Link> links) {
    /**
     * @param urls known of it
     * @param pages fetched of it
     * @param hostsIn how many others link to it
     * @param linksIn from others, a page's to one URL counted once
     */
    public record Node(
            String host, int urls, int pages, int hostsIn, long linksIn, long linksOut) {}

    public record Link(String from, String to, long count) {}

    public static HostGraph of(LinkGraph graph) throws IOException {
        var merged = graph.merged();
        var hosts = HostNumbers.of(merged);
        int[] urls = new int[hosts.count()];
        int[] pages = new int[hosts.count()];
        for (int id = 0; id < merged.urls(); id++) urls[hosts.of(id)]++;
        Map<Long, Long> counts = new HashMap<>();
        for (var walk = merged.pages(); walk.next(); ) {
            int from = hosts.of(walk.source());
            pages[from]++;
            int last = -1;
            for (int i = 0; i < walk.edges().size(); i++) {
                int target = Packed.target(walk.edges().get(i));
                if (target == last) continue;
                last = target;
                int to = hosts.of(target);
                if (to != from) counts.merge((long) from << 32 | to, 1L, Long::sum);
            }
        }
        return new HostGraph(nodes(hosts, urls, pages, counts), links(hosts, counts));
    }

    private static List<Node> nodes(
            HostNumbers hosts, int[] urls, int[] pages, Map<Long, Long> counts) {
        int[] hostsIn = new int[urls.length];
        long[] in = new long[urls.length];
        long[] out = new long[urls.length];
        counts.forEach(
                (pair, count) -> {
                    int to = pair.intValue();
                    hostsIn[to]++;
                    in[to] += count;
                    out[(int) (pair >>> 32)] += count;
                });
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < urls.length; i++) {
            nodes.add(new Node(hosts.name(i), urls[i], pages[i], hostsIn[i], in[i], out[i]));
        }
        // What was crawled comes before what is only linked to.
        nodes.sort(
                Comparator.<Node, Boolean>comparing(node -> node.pages() > 0)
                        .thenComparingInt(Node::hostsIn)
                        .thenComparingLong(Node::linksIn)
                        .thenComparingInt(Node::urls)
                        .reversed()
                        .thenComparing(Node::host));
        return nodes;
    }

    private static List<Link> links(HostNumbers hosts, Map<Long, Long> counts) {
        List<Link> links = new ArrayList<>();
        counts.forEach(
                (pair, count) ->
                        links.add(
                                new Link(
                                        hosts.name((int) (pair >>> 32)),
                                        hosts.name(pair.intValue()),
                                        count)));
        links.sort(
                Comparator.comparingLong(Link::count)
                        .reversed()
                        .thenComparing(Link::from)
                        .thenComparing(Link::to));
        return links;
    }
}
