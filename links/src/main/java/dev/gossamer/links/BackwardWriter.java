package dev.gossamer.links;

import java.io.IOException;

/**
 * Writes what links to URLs: for each its labels (a text and a kind), and for each label the pages
 * that link so, as gaps. Most links to a page say the same words, so a text is named once for all
 * of them.
 */
final class BackwardWriter {
    private final BitWriter out;
    private final int textBits;
    private final OffsetTable groups = new OffsetTable();
    private final LongList gaps = new LongList();
    private int next;
    private long edges;
    private long labelBits;

    /**
     * @param texts how many there are
     */
    BackwardWriter(BlockWriter out, int texts) {
        this.out = new BitWriter(out);
        textBits = textBits(texts);
    }

    /** Number 0 is the empty text; others are counted from one. */
    static int textBits(int texts) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(texts);
    }

    /**
     * @param target larger than all before
     * @param links {@link Packed#inLink}, ascending, each once; not empty
     */
    void target(int target, LongList links) throws IOException {
        skipTo(target);
        long start = out.position();
        int labels = 0;
        for (int i = 0; i < links.size(); i++) {
            if (i == 0 || Packed.label(links.get(i)) != Packed.label(links.get(i - 1))) labels++;
        }
        out.gamma(labels + 1L);
        labelBits += out.position() - start;
        for (int from = 0; from < links.size(); ) {
            long label = Packed.label(links.get(from));
            int to = from + 1;
            while (to < links.size() && Packed.label(links.get(to)) == label) to++;
            writeLabel(label, to - from);
            writeSources(target, links, from, to);
            from = to;
        }
        edges += links.size();
        next = target + 1;
    }

    private void writeLabel(long label, int count) throws IOException {
        long start = out.position();
        int kind = Packed.kind(label);
        out.bits(kind == 0 ? 0 : 1, 1);
        if (kind != 0) out.bits(kind, Packed.KIND_BITS);
        out.bits(Packed.text(label), textBits);
        out.gamma(count);
        labelBits += out.position() - start;
    }

    private void writeSources(int target, LongList links, int from, int to) throws IOException {
        GapCode.writeFirst(out, Packed.source(links.get(from)), target);
        if (to == from + 1) return;
        gaps.clear();
        for (int i = from + 1; i < to; i++) gaps.add(links.get(i) - links.get(i - 1));
        int choice = GapCode.choose(gaps);
        GapCode.writeChoice(out, choice);
        for (int i = 0; i < gaps.size(); i++) GapCode.writeGap(out, choice, gaps.get(i));
    }

    private void skipTo(int target) throws IOException {
        for (; next <= target; next++) {
            if (next % BackwardReader.GROUP == 0) groups.add(out.position());
            if (next < target) out.gamma(1);
        }
    }

    long edges() {
        return edges;
    }

    /** What of the bits so far tells of texts and kinds. */
    long labelBits() {
        return labelBits;
    }

    /** Returns where the index of the groups begins. */
    long finish(BlockWriter file, int ids) throws IOException {
        skipTo(ids);
        if (ids % BackwardReader.GROUP != 0) groups.add(out.position());
        out.finish();
        return groups.write(file);
    }
}
