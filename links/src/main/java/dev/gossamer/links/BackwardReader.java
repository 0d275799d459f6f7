package dev.gossamer.links;

import java.io.IOException;

/** Reads what {@link BackwardWriter} wrote, from the front or from any group. For one thread. */
final class BackwardReader {
    /** Fewer than in {@link ForwardGroup}: the lists of much-linked pages before one are long. */
    static final int GROUP = 8;

    private final Segment segment;
    private final BitReader in;
    private final int textBits;
    private final LongList links = new LongList();
    private int next;

    BackwardReader(Segment segment, BitReader in) {
        this.segment = segment;
        this.in = in;
        textBits = BackwardWriter.textBits(segment.texts().count());
    }

    /** Reads this one. */
    void seek(int target) throws IOException {
        int start = target / GROUP * GROUP;
        if (next < start || next > target) next = start;
        while (next <= target) next();
    }

    /** Goes to the next URL; false at the end. */
    boolean next() throws IOException {
        if (next >= segment.urls()) return false;
        if (next % GROUP == 0) in.seek(segment.backwardGroup(next / GROUP));
        int target = next++;
        links.clear();
        long labels = in.gamma() - 1;
        for (long i = 0; i < labels; i++) {
            int kind = in.bit() ? (int) in.bits(Packed.KIND_BITS) : 0;
            if (!Packed.isKind(kind)) throw in.damaged("kind " + kind);
            int text = (int) in.bits(textBits);
            if (text > segment.texts().count()) throw in.damaged("text " + text);
            readSources(Packed.inLink(text, kind, 0), target);
        }
        return true;
    }

    private void readSources(long label, int target) throws IOException {
        long count = in.gamma();
        if (count > segment.urls()) throw in.damaged("a list of " + count);
        long source = GapCode.readFirst(in, target);
        int k = count > 1 ? GapCode.readChoice(in) : 1;
        for (long i = 0; i < count; i++) {
            if (i > 0) source += GapCode.readGap(in, k);
            if (source < 0 || source >= segment.urls()) throw in.damaged("linked from " + source);
            links.add(label | source);
        }
    }

    int target() {
        return next - 1;
    }

    /** {@link Packed#inLink}, ascending; until the next move. */
    LongList links() {
        return links;
    }
}
