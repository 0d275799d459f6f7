package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/**
 * PageRank (Page and Brin, 1998) of everything known: where a reader is found who follows a random
 * link of each page, and with the chance 1 - {@link #DAMPING}, or where a page has no links, goes
 * to a random URL.
 *
 * <p>Computed by iteration over the lists as they lie on disk, with three arrays in memory, until
 * the ranks, which sum to one, change by less than {@link #TOLERANCE} together; they are then
 * within six times that of the exact ones. A page's vote for itself does not count, nor does a
 * second link to the same page, nor what a page is made of or says of itself ({@link #counts}).
 */
public final class PageRank {
    public static final double DAMPING = 0.85;
    public static final double TOLERANCE = 1e-8;

    /** 0.85 to this power is less than the tolerance, so that it is never reached. */
    private static final int MAX_ITERATIONS = 150;

    /** Two ranks, two fingerprints, the rank that is kept, and what numbers take in the graph. */
    private static final long BYTES_PER_URL = 8 + 8 + 8 + 8 + 4 + 4;

    private final LinkGraph graph;
    private final double[] ranks;
    private final int nodes;
    private final int iterations;
    private final double change;

    private PageRank(LinkGraph graph, double[] ranks, int nodes, int iterations, double change) {
        this.graph = graph;
        this.ranks = ranks;
        this.nodes = nodes;
        this.iterations = iterations;
        this.change = change;
    }

    /** Whether a reader gets from page to page by such a link. */
    static boolean counts(Edge.Kind kind) {
        return switch (kind) {
            case NAVIGATE, FRAME, REFRESH, FORM, REDIRECT -> true;
            case RESOURCE, RELATION -> false;
        };
    }

    public static PageRank compute(LinkGraph graph) throws IOException {
        var merged = graph.merged();
        var isNode = nodes(merged);
        int n = isNode.cardinality();
        double[] ranks = new double[merged.urls()];
        double[] next = new double[merged.urls()];
        isNode.stream().forEach(id -> ranks[id] = 1.0 / n);
        double change = n == 0 ? 0 : Double.MAX_VALUE;
        int iterations = 0;
        while (change > TOLERANCE && iterations < MAX_ITERATIONS) {
            double given = spread(merged, ranks, next);
            // What was not given away, at pages without links and by chance, goes to all alike.
            double all = (1 - given) / n;
            change = 0;
            for (int id = isNode.nextSetBit(0); id >= 0; id = isNode.nextSetBit(id + 1)) {
                double rank = next[id] + all;
                change += Math.abs(rank - ranks[id]);
                ranks[id] = rank;
            }
            Arrays.fill(next, 0);
            iterations++;
        }
        return new PageRank(graph, ranks, n, iterations, change);
    }

    private static BitSet nodes(Merged merged) throws IOException {
        var nodes = new BitSet(merged.urls());
        for (var pages = merged.pages(); pages.next(); ) {
            nodes.set(pages.source());
            var edges = pages.edges();
            for (int i = 0; i < edges.size(); i++) {
                if (counts(Packed.kind(Packed.kind(edges.get(i)))))
                    nodes.set(Packed.target(edges.get(i)));
            }
        }
        return nodes;
    }

    /** One round of votes; returns the sum of them all. */
    private static double spread(Merged merged, double[] ranks, double[] next) throws IOException {
        double given = 0;
        int[] targets = new int[64];
        for (var pages = merged.pages(); pages.next(); ) {
            var edges = pages.edges();
            if (targets.length < edges.size()) targets = new int[2 * edges.size()];
            int count = 0;
            for (int i = 0; i < edges.size(); i++) {
                int target = Packed.target(edges.get(i));
                if (target == pages.source() || (count > 0 && targets[count - 1] == target))
                    continue;
                if (counts(Packed.kind(Packed.kind(edges.get(i))))) targets[count++] = target;
            }
            if (count == 0) continue;
            double vote = DAMPING * ranks[pages.source()] / count;
            given += DAMPING * ranks[pages.source()];
            for (int i = 0; i < count; i++) next[targets[i]] += vote;
        }
        return given;
    }

    public double of(Url url) throws IOException {
        int id = graph.id(url);
        return id < 0 ? 0 : ranks[id];
    }

    /** By number of {@link LinkGraph#merged}. */
    double of(int id) {
        return ranks[id];
    }

    /** How many URLs share the rank of one. */
    public int nodes() {
        return nodes;
    }

    public int iterations() {
        return iterations;
    }

    /** Of all ranks together in the last iteration. */
    public double change() {
        return change;
    }

    /**
     * Computes and keeps it if that takes no more memory than this; otherwise the ranks of the last
     * time stay, and nothing is done.
     *
     * @return whether it was computed
     */
    public static boolean updateWithin(Path dir, long maxBytes) throws IOException {
        try (var graph = LinkGraph.open(dir)) {
            if (graph.merged().urls() * BYTES_PER_URL > maxBytes) return false;
            compute(graph).save();
            return true;
        }
    }

    /** Computes and keeps it beside the graph, for {@link LinkGraph#pageRank}. */
    public static PageRank update(Path dir) throws IOException {
        try (var graph = LinkGraph.open(dir)) {
            var computed = compute(graph);
            computed.save();
            return computed;
        }
    }

    private void save() throws IOException {
        long[] fingerprints = new long[ranks.length];
        graph.merged().forEachUrl((id, url) -> fingerprints[id] = Url.of(url).fingerprint());
        long[] sorted = fingerprints.clone();
        Arrays.sort(sorted);
        float[] values = new float[sorted.length];
        for (int id = 0; id < ranks.length; id++) {
            values[Arrays.binarySearch(sorted, fingerprints[id])] = (float) ranks[id];
        }
        Ranks.write(graph.dir(), sorted, values);
    }
}
