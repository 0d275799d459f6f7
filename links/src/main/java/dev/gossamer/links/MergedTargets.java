package dev.gossamer.links;

import java.io.IOException;
import java.util.PriorityQueue;

/** A walk over every URL of several segments, by rising number, with the links to it. */
final class MergedTargets {
    private record Source(int segment, BackwardReader targets, int[] id)
            implements Comparable<Source> {
        @Override
        public int compareTo(Source other) {
            return Integer.compare(id[0], other.id[0]);
        }
    }

    private final Merged merged;
    private final PriorityQueue<Source> sources = new PriorityQueue<>();
    private final LongList links = new LongList();
    private int target;

    MergedTargets(Merged merged) throws IOException {
        this.merged = merged;
        for (int i = 0; i < merged.segments().size(); i++) {
            advance(new Source(i, merged.segments().get(i).backward(), new int[1]));
        }
    }

    private void advance(Source from) throws IOException {
        if (!from.targets.next()) return;
        from.id[0] = merged.id(from.segment, from.targets.target());
        sources.add(from);
    }

    /** Goes to the next URL, which may have none; false at the end. */
    boolean next() throws IOException {
        var least = sources.peek();
        if (least == null) return false;
        target = least.id[0];
        links.clear();
        int holders = 0;
        while (least != null && least.id[0] == target) {
            take(least);
            holders++;
            sources.remove();
            advance(least);
            least = sources.peek();
        }
        if (holders > 1) links.sort();
        return true;
    }

    private void take(Source from) {
        var old = from.targets.links();
        for (int i = 0; i < old.size(); i++) {
            long link = old.get(i);
            int source = Packed.source(link);
            if (merged.isShadowed(from.segment, source)) continue;
            long label = Packed.label(link);
            links.add(
                    Packed.inLink(
                            merged.text(from.segment, Packed.text(label)),
                            Packed.kind(label),
                            merged.id(from.segment, source)));
        }
    }

    int target() {
        return target;
    }

    /** {@link Packed#inLink}, ascending; until the next move. */
    LongList links() {
        return links;
    }
}
