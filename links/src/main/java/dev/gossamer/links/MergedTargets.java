package dev.gossamer.links;

import java.io.IOException;
import java.util.PriorityQueue;

/** A walk over every URL of several segments, by rising number, with the links to it. */
final class MergedTargets {
    private final Merged merged;
    private final PriorityQueue<Head<BackwardReader>> heads = new PriorityQueue<>();
    private final LongList links = new LongList();
    private int target;

    MergedTargets(Merged merged) throws IOException {
        this.merged = merged;
        for (int i = 0; i < merged.segments().size(); i++)
            advance(i, merged.segments().get(i).backward());
    }

    private void advance(int segment, BackwardReader targets) throws IOException {
        if (targets.next())
            heads.add(new Head<>(segment, targets, merged.id(segment, targets.target())));
    }

    /** Goes to the next URL, which may have none; false at the end. */
    boolean next() throws IOException {
        var least = heads.peek();
        if (least == null) return false;
        target = least.id();
        links.clear();
        int holders = 0;
        while (least != null && least.id() == target) {
            take(least.segment(), least.reader().links());
            holders++;
            heads.remove();
            advance(least.segment(), least.reader());
            least = heads.peek();
        }
        if (holders > 1) links.sort();
        return true;
    }

    private void take(int segment, LongList old) {
        for (int i = 0; i < old.size(); i++) {
            long link = old.get(i);
            int source = Packed.source(link);
            if (merged.isShadowed(segment, source)) continue;
            long label = Packed.label(link);
            links.add(
                    Packed.inLink(
                            merged.text(segment, Packed.text(label)),
                            Packed.kind(label),
                            merged.id(segment, source)));
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
