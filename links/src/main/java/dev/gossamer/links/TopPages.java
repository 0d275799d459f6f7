package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The URLs that matter most. */
public final class TopPages {
    /**
     * @param pages that link to it, itself not counted
     * @param pagesOfOtherHosts of these
     * @param rank its PageRank; zero where that was not asked for
     */
    public record Entry(Url url, int pages, int pagesOfOtherHosts, double rank) {}

    private final LinkGraph graph;
    private final int[] all;
    private final int[] other;

    private TopPages(LinkGraph graph, int urls) {
        this.graph = graph;
        all = new int[urls];
        other = new int[urls];
    }

    /** By how many pages of other hosts link to them, then by how many pages at all. */
    public static List<Entry> byLinks(LinkGraph graph, int limit) throws IOException {
        var top = count(graph);
        return top.largest(
                limit,
                Comparator.comparingInt((Integer id) -> top.other[id])
                        .thenComparingInt(id -> top.all[id]),
                new double[top.all.length]);
    }

    public static List<Entry> byRank(LinkGraph graph, PageRank rank, int limit) throws IOException {
        var top = count(graph);
        double[] ranks = new double[top.all.length];
        for (int id = 0; id < ranks.length; id++) ranks[id] = rank.of(id);
        return top.largest(limit, Comparator.comparingDouble(id -> ranks[id]), ranks);
    }

    private static TopPages count(LinkGraph graph) throws IOException {
        var merged = graph.merged();
        var hosts = HostNumbers.of(merged);
        var top = new TopPages(graph, merged.urls());
        for (var pages = merged.pages(); pages.next(); ) {
            int source = pages.source();
            int last = -1;
            for (int i = 0; i < pages.edges().size(); i++) {
                long edge = pages.edges().get(i);
                int target = Packed.target(edge);
                if (target == last || target == source) continue;
                if (!PageRank.counts(Packed.kind(Packed.kind(edge)))) continue;
                last = target;
                top.all[target]++;
                if (hosts.of(source) != hosts.of(target)) top.other[target]++;
            }
        }
        return top;
    }

    private List<Entry> largest(int limit, Comparator<Integer> order, double[] ranks)
            throws IOException {
        var heap = new PriorityQueue<Integer>(order.thenComparing(Comparator.reverseOrder()));
        for (int id = 0; id < all.length; id++) {
            if (all[id] == 0 && ranks[id] == 0) continue;
            heap.add(id);
            if (heap.size() > limit) heap.remove();
        }
        List<Entry> entries = new ArrayList<>();
        for (Integer id = heap.poll(); id != null; id = heap.poll()) {
            entries.add(new Entry(graph.url(id), all[id], other[id], ranks[id]));
        }
        return entries.reversed();
    }
}
