package dev.gossamer.links;

import java.io.IOException;
import java.util.PriorityQueue;

/** A walk over every page of several segments, by rising number; of each its newest lists. */
final class MergedPages {
    private final Merged merged;
    private final PriorityQueue<Head<ForwardReader>> heads = new PriorityQueue<>();
    private final LongList edges = new LongList();
    private int source;
    private int status;
    private long seconds;

    MergedPages(Merged merged) throws IOException {
        this.merged = merged;
        for (int i = 0; i < merged.segments().size(); i++)
            advance(i, merged.segments().get(i).forward());
    }

    private void advance(int segment, ForwardReader pages) throws IOException {
        while (pages.next()) {
            if (merged.isShadowed(segment, pages.source())) continue;
            heads.add(new Head<>(segment, pages, merged.id(segment, pages.source())));
            return;
        }
    }

    /** Goes to the next page; false at the end. */
    boolean next() throws IOException {
        var least = heads.poll();
        if (least == null) return false;
        var pages = least.reader();
        source = least.id();
        status = pages.status();
        seconds = pages.seconds();
        edges.clear();
        var old = pages.edges();
        for (int i = 0; i < old.size(); i++) {
            long edge = old.get(i);
            int target = merged.id(least.segment(), Packed.target(edge));
            edges.add(Packed.edge(target, Packed.kind(edge)));
        }
        advance(least.segment(), pages);
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
