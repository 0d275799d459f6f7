package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The ways on which servers send their visitors from URL to URL. A way begins at a URL that no
 * other redirects to, or anywhere in a circle. They are found with six bytes in memory for each URL
 * of the graph and eight for each way. The graph must stay open.
 */
public final class Redirects {
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

    /** Takes ways one by one. */
    @FunctionalInterface
    public interface Visitor {
        /** Returns whether to go on. */
        boolean visit(Chain chain) throws IOException;
    }

    private static final int LOOP_BIT = 62;
    private static final int HOPS_BIT = 32;

    private final LinkGraph graph;

    /** Where each URL redirects to. */
    private final int[] next;

    private final short[] status;
    private final BitSet visited;

    /** Whether it is no loop, how much it is shorter than the longest, and where it begins. */
    private final LongList ways = new LongList();

    private int loops;

    private Redirects(LinkGraph graph, int[] next, short[] status) {
        this.graph = graph;
        this.next = next;
        this.status = status;
        visited = new BitSet(next.length);
    }

    /** Finds them. */
    public static Redirects of(LinkGraph graph) throws IOException {
        var merged = graph.merged();
        int[] next = new int[merged.urls()];
        short[] status = new short[merged.urls()];
        Arrays.fill(next, NOWHERE);
        for (var pages = merged.pages(); pages.next(); ) {
            status[pages.source()] = (short) pages.status();
            next[pages.source()] = target(pages);
        }
        var found = new Redirects(graph, next, status);
        found.walk();
        return found;
    }

    private static int target(MergedPages page) {
        for (int i = 0; i < page.edges().size(); i++) {
            long edge = page.edges().get(i);
            if (Packed.kind(Packed.kind(edge)) == Edge.Kind.REDIRECT) return Packed.target(edge);
        }
        return NOWHERE;
    }

    /** Follows each way once to measure it; those that are handed on are followed again. */
    private void walk() {
        var isTarget = new BitSet(next.length);
        for (int target : next) if (target != NOWHERE) isTarget.set(target);
        for (int id = 0; id < next.length; id++)
            if (next[id] != NOWHERE && !isTarget.get(id)) add(id);
        // Those that are left are circles.
        for (int id = 0; id < next.length; id++)
            if (next[id] != NOWHERE && !visited.get(id)) add(id);
        ways.sort();
    }

    private void add(int start) {
        var ids = ids(start);
        ids.forEach(visited::set);
        // What comes after the limit is no way of its own.
        int rest = next[ids.getLast()];
        for (; rest != NOWHERE && !visited.get(rest); rest = next[rest]) visited.set(rest);
        boolean isLoop = isLoop(ids);
        if (isLoop) loops++;
        long missing = MAX_HOPS + 1L - ids.size();
        ways.add((isLoop ? 0 : 1L << LOOP_BIT) | missing << HOPS_BIT | start);
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

    /** Returns how many ways there are. */
    public int count() {
        return ways.size();
    }

    /** Returns how many of them never end. */
    public int loops() {
        return loops;
    }

    /** Hands on all of them: loops first, then the longest. */
    public void forEach(Visitor visitor) throws IOException {
        for (int i = 0; i < ways.size(); i++) if (!visitor.visit(chain((int) ways.get(i)))) return;
    }

    private Chain chain(int start) throws IOException {
        var urls = new ArrayList<Url>();
        var ids = ids(start);
        for (int id : ids) urls.add(graph.url(id));
        return new Chain(List.copyOf(urls), status[ids.getLast()], isLoop(ids));
    }
}
