package dev.gossamer.links;

import java.io.IOException;
import java.util.PriorityQueue;

/** A walk over every page of several segments, by rising number; of each its newest lists. */
final class MergedPages {
    private record Source(int segment, ForwardReader pages, int[] id)
            implements Comparable<Source> {
        @Override
        public int compareTo(Source other) {
            return Integer.compare(id[0], other.id[0]);
        }
    }

    private final Merged merged;
    private final PriorityQueue<Source> sources = new PriorityQueue<>();
    private final LongList edges = new LongList();
    private int source;
    private int status;
    private long seconds;

    MergedPages(Merged merged) throws IOException {
        this.merged = merged;
        for (int i = 0; i < merged.segments().size(); i++) {
            advance(new Source(i, merged.segments().get(i).forward(), new int[1]));
        }
    }

    private void advance(Source from) throws IOException {
        while (from.pages.next()) {
            if (merged.isShadowed(from.segment, from.pages.source())) continue;
            from.id[0] = merged.id(from.segment, from.pages.source());
            sources.add(from);
            return;
        }
    }

    /** Goes to the next page; false at the end. */
    boolean next() throws IOException {
        var least = sources.poll();
        if (least == null) return false;
        source = least.id[0];
        status = least.pages.status();
        seconds = least.pages.seconds();
        edges.clear();
        var old = least.pages.edges();
        for (int i = 0; i < old.size(); i++) {
            long edge = old.get(i);
            int target = merged.id(least.segment, Packed.target(edge));
            edges.add(Packed.edge(target, Packed.kind(edge)));
        }
        advance(least);
        return true;
    }

    int source() {
        return source;
    }

    int status() {
        return status;
    }

    long seconds() {
        return seconds;
    }

    /** {@link Packed#edge}, ascending; until the next move. */
    LongList edges() {
        return edges;
    }
}
