package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The ways on which servers send their visitors from URL to URL. A way begins at a URL that no
 * other redirects to, or anywhere in a circle.
 *
 * @param count of all ways
 * @param loops how many of them never end
 * @param chains the longest of them, loops first
 */
public record Redirects(int count, int loops, List<Chain> chains) {
    /** A way is not followed any further. */
    public static final int MAX_HOPS = 50;

    private static final int NOWHERE = -1;

    /**
     * One way.
     *
     * @param urls from its beginning to its end; of a loop the last one is among those before it
     * @param status of the end; 0 where that was not fetched
     */
    public record Chain(List<Url> urls, int status, boolean isLoop) {
        /** Returns how many redirects it has. */
        public int hops() {
            return urls.size() - 1;
        }
    }

    /** A way by its first number. */
    private record Way(int start, int hops, boolean isLoop) {}

    /** The loops first, then the longest. */
    private static final Comparator<Way> ORDER =
            Comparator.comparing(Way::isLoop)
                    .thenComparingInt(Way::hops)
                    .thenComparing(Comparator.comparingInt(Way::start).reversed());

    /**
     * Finds all of them, with a few bytes in memory for each URL.
     *
     * @param limit how many are told
     */
    public static Redirects of(LinkGraph graph, int limit) throws IOException {
        var merged = graph.merged();
        int[] next = new int[merged.urls()];
        short[] status = new short[merged.urls()];
        Arrays.fill(next, NOWHERE);
        for (var pages = merged.pages(); pages.next(); ) {
            status[pages.source()] = (short) pages.status();
            next[pages.source()] = target(pages);
        }
        return new Walk(graph, next, status, limit).all();
    }

    private static int target(MergedPages page) {
        for (int i = 0; i < page.edges().size(); i++) {
            long edge = page.edges().get(i);
            if (Packed.kind(Packed.kind(edge)) == Edge.Kind.REDIRECT) return Packed.target(edge);
        }
        return NOWHERE;
    }

    /** Follows each way once to measure it, and those that are told a second time. */
    private static final class Walk {
        private final LinkGraph graph;
        private final int[] next;
        private final short[] status;
        private final int limit;
        private final PriorityQueue<Way> longest = new PriorityQueue<>(ORDER);
        private final BitSet visited;
        private int count;
        private int loops;

        Walk(LinkGraph graph, int[] next, short[] status, int limit) {
            this.graph = graph;
            this.next = next;
            this.status = status;
            this.limit = limit;
            visited = new BitSet(next.length);
        }

        Redirects all() throws IOException {
            var isTarget = new BitSet(next.length);
            for (int target : next) if (target != NOWHERE) isTarget.set(target);
            for (int id = 0; id < next.length; id++)
                if (next[id] != NOWHERE && !isTarget.get(id)) add(id);
            // Those that are left are circles.
            for (int id = 0; id < next.length; id++)
                if (next[id] != NOWHERE && !visited.get(id)) add(id);
            var chains = new ArrayList<Chain>();
            for (Way way = longest.poll(); way != null; way = longest.poll())
                chains.add(chain(way));
            return new Redirects(count, loops, chains.reversed());
        }

        private void add(int start) {
            var ids = ids(start);
            ids.forEach(visited::set);
            boolean isLoop = isLoop(ids);
            count++;
            if (isLoop) loops++;
            longest.add(new Way(start, ids.size() - 1, isLoop));
            if (longest.size() > limit) longest.remove();
        }

        private List<Integer> ids(int start) {
            var ids = new ArrayList<Integer>(List.of(start));
            while (next[ids.getLast()] != NOWHERE && ids.size() <= MAX_HOPS) {
                int to = next[ids.getLast()];
                boolean isClosed = ids.contains(to);
                ids.add(to);
                if (isClosed) break;
            }
            return ids;
        }

        private static boolean isLoop(List<Integer> ids) {
            return ids.indexOf(ids.getLast()) < ids.size() - 1;
        }

        private Chain chain(Way way) throws IOException {
            var urls = new ArrayList<Url>();
            var ids = ids(way.start);
            for (int id : ids) urls.add(graph.url(id));
            return new Chain(List.copyOf(urls), status[ids.getLast()], way.isLoop);
        }
    }
}
