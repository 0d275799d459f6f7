package dev.gossamer.links;

import java.io.IOException;

/**
 * Writes what pages link to. The idea is that of WebGraph (Boldi and Vigna, 2004): neighbours in
 * the order of URLs have the same menus, so a list may name an earlier one of its group, which runs
 * of that it takes, and then only what is left, as gaps.
 */
final class ForwardWriter {
    private final BitWriter out;
    private final OffsetTable groups = new OffsetTable();
    private final ForwardGroup earlier = new ForwardGroup();
    private final LongList rest = new LongList();
    private final LongList gaps = new LongList();
    private final LongList runs = new LongList();
    private final LongList bestRuns = new LongList();
    private long lastSeconds;
    private long edges;

    ForwardWriter(BlockWriter out) {
        this.out = new BitWriter(out);
    }

    /**
     * @param source larger than all before
     * @param edges {@link Packed#edge}, ascending, each once
     */
    void page(int source, int status, long seconds, LongList edges) throws IOException {
        startGroup(source / ForwardGroup.IDS);
        writeHead(status, seconds);
        out.gamma(edges.size() + 1L);
        this.edges += edges.size();
        if (edges.size() > 0) {
            int reference = chooseReference(edges);
            out.gamma(reference + 1L);
            if (reference > 0) writeRuns();
            takeOut(edges, reference);
            writeRest(source);
        }
        earlier.add(edges);
    }

    private void startGroup(int group) {
        while (groups.size() <= group) {
            groups.add(out.position());
            earlier.clear();
            lastSeconds = 0;
        }
    }

    private void writeHead(int status, long seconds) throws IOException {
        out.bits(status == 200 ? 1 : 0, 1);
        if (status != 200) out.bits(status, 10);
        out.zeta(lastSeconds == 0 ? 12 : 3, BitWriter.fold(seconds - lastSeconds));
        lastSeconds = seconds;
    }

    /** How far back in the group is the list that helps most; 0 for none. Its runs are kept. */
    private int chooseReference(LongList edges) {
        int best = 0;
        long most = 0;
        for (int back = 1; back <= Math.min(ForwardGroup.WINDOW, earlier.size()); back++) {
            var candidate = earlier.back(back);
            long gain = findRuns(candidate, edges);
            if (gain > most) {
                most = gain;
                best = back;
                bestRuns.setTo(runs);
            }
        }
        return best;
    }

    /** What is taken, what is not, what is taken …; returns about how many bits are saved. */
    private long findRuns(LongList candidate, LongList edges) {
        runs.clear();
        int taken = 0;
        int run = 0;
        boolean isTaking = true;
        int j = 0;
        for (int i = 0; i < candidate.size(); i++) {
            long edge = candidate.get(i);
            while (j < edges.size() && edges.get(j) < edge) j++;
            boolean isTaken = j < edges.size() && edges.get(j) == edge;
            if (isTaken) taken++;
            if (isTaken != isTaking) {
                runs.add(run);
                run = 0;
                isTaking = isTaken;
            }
            run++;
        }
        return 8L * taken - 4L * runs.size() - 2;
    }

    private void writeRuns() throws IOException {
        out.gamma(bestRuns.size() + 1L);
        for (int i = 0; i < bestRuns.size(); i++) out.gamma(bestRuns.get(i) + (i == 0 ? 1 : 0));
    }

    private void takeOut(LongList edges, int reference) {
        rest.clear();
        if (reference == 0) {
            rest.setTo(edges);
            return;
        }
        var candidate = earlier.back(reference);
        int j = 0;
        for (int i = 0; i < edges.size(); i++) {
            long edge = edges.get(i);
            while (j < candidate.size() && candidate.get(j) < edge) j++;
            if (j == candidate.size() || candidate.get(j) != edge) rest.add(edge);
        }
    }

    private void writeRest(int source) throws IOException {
        if (rest.size() == 0) return;
        gaps.clear();
        for (int i = 1; i < rest.size(); i++) {
            gaps.add(Packed.target(rest.get(i)) - Packed.target(rest.get(i - 1)) + 1L);
        }
        int choice = GapCode.choose(gaps);
        GapCode.writeChoice(out, choice);
        int lastKind = 0;
        for (int i = 0; i < rest.size(); i++) {
            if (i == 0) GapCode.writeFirst(out, Packed.target(rest.get(0)), source);
            else GapCode.writeGap(out, choice, gaps.get(i - 1));
            int kind = Packed.kind(rest.get(i));
            out.bits(kind == lastKind ? 0 : 1, 1);
            if (kind != lastKind) out.bits(kind, Packed.KIND_BITS);
            lastKind = kind;
        }
    }

    long edges() {
        return edges;
    }

    /**
     * Returns where the index of the groups begins.
     *
     * @param ids how many there are, fetched or not
     */
    long finish(BlockWriter file, int ids) throws IOException {
        startGroup(ids / ForwardGroup.IDS);
        out.finish();
        return groups.write(file);
    }
}
