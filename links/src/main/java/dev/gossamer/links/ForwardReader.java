package dev.gossamer.links;

import java.io.IOException;

/** Reads what {@link ForwardWriter} wrote, from the front or from any group. For one thread. */
final class ForwardReader {
    private final Segment segment;
    private final BitReader in;
    private final ForwardGroup earlier = new ForwardGroup();
    private LongList edges = new LongList();
    private int next;
    private int source = -1;
    private int status;
    private long seconds;

    ForwardReader(Segment segment, BitReader in) {
        this.segment = segment;
        this.in = in;
    }

    /** Goes to this page; false where this URL was not fetched. */
    boolean seek(int id) throws IOException {
        if (!segment.isFetched(id)) return false;
        int start = id / ForwardGroup.IDS * ForwardGroup.IDS;
        if (next <= start || next > id) next = start;
        while (next() && source < id) {}
        return true;
    }

    /** Goes to the next page; false at the end. */
    boolean next() throws IOException {
        while (next < segment.urls()) {
            if (next % ForwardGroup.IDS == 0) startGroup();
            int id = next++;
            if (!segment.isFetched(id)) continue;
            source = id;
            read();
            return true;
        }
        return false;
    }

    private void startGroup() throws IOException {
        in.seek(segment.forwardGroup(next / ForwardGroup.IDS));
        earlier.clear();
        seconds = 0;
    }

    private void read() throws IOException {
        status = in.bit() ? 200 : (int) in.bits(10);
        seconds += BitReader.unfold(in.zeta(seconds == 0 ? 12 : 3));
        int count = count(in.gamma() - 1);
        var own = earlier.next();
        if (count > 0) {
            int reference = (int) in.gamma() - 1;
            if (reference >= earlier.size()) throw in.damaged("refers before its group");
            if (reference > 0) copyRuns(earlier.back(reference + 1), own);
            int copied = own.size();
            if (copied > count) throw in.damaged("copies more than it has");
            if (copied < count) readRest(own, count - copied);
            if (copied > 0 && copied < count) own.mergeSorted(copied);
        }
        edges = own;
    }

    /** A damaged file must not make us ask for more memory than it has bits. */
    private int count(long count) throws IOException {
        if (count > segment.bits()) throw in.damaged("a list of " + count);
        return (int) count;
    }

    private void copyRuns(LongList from, LongList into) throws IOException {
        int runs = count(in.gamma() - 1);
        int at = 0;
        boolean isTaking = true;
        for (int i = 0; i < runs; i++) {
            int run = count(in.gamma() - (i == 0 ? 1 : 0));
            if (at + run > from.size()) throw in.damaged("copies past the end of a list");
            if (isTaking) into.addAll(from, at, at + run);
            at += run;
            isTaking = !isTaking;
        }
        if (isTaking) into.addAll(from, at, from.size());
    }

    private void readRest(LongList into, int count) throws IOException {
        int k = GapCode.readChoice(in);
        long target = GapCode.readFirst(in, source);
        int kind = 0;
        for (int i = 0; i < count; i++) {
            if (i > 0) target += GapCode.readGap(in, k) - 1;
            if (in.bit()) kind = (int) in.bits(Packed.KIND_BITS);
            if (!Packed.isKind(kind)) throw in.damaged("kind " + kind);
            if (target < 0 || target >= segment.urls()) throw in.damaged("links to " + target);
            into.add(Packed.edge((int) target, kind));
        }
    }

    int source() {
        return source;
    }

    int status() {
        return status;
    }

    /** Since 1970. */
    long seconds() {
        return seconds;
    }

    /** {@link Packed#edge}, ascending; until the next move. */
    LongList edges() {
        return edges;
    }
}
