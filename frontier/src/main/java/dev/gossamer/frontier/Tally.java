package dev.gossamer.frontier;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** What became of the URLs of a shard, in numbers, and the number that the next one gets. */
final class Tally {
    private long discoveries;
    private long taken;
    private long underWay;
    private long fetched;
    private long pages;
    private long retried;
    private final Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
    private final long[] bySource = new long[Discovered.SOURCES];

    /** The number of the next URL, which is given away. */
    long takeNumber() {
        return discoveries++;
    }

    /** The number that the next URL will get. */
    long nextNumber() {
        return discoveries;
    }

    /** A URL has this number, so the next has a later one. */
    void numberIsTaken(long number) {
        discoveries = Math.max(discoveries, number + 1);
    }

    void tookIn(int source) {
        taken++;
        bySource[source]++;
    }

    void began() {
        underWay++;
    }

    void ended() {
        underWay--;
    }

    void triesAgain() {
        retried++;
    }

    void dropped(DropReason reason, long urls) {
        if (urls > 0) dropped.merge(reason, urls, Long::sum);
    }

    void ended(DecisionLog.Ending ending) {
        if (!ending.isAnswer()) return;
        fetched++;
        if (ending.isPage()) pages++;
    }

    /** It was answered, and is asked for once more. */
    void takesBack(DecisionLog.Ending ending) {
        fetched--;
        if (ending.isPage()) pages--;
    }

    /** URLs that were new. */
    long taken() {
        return taken;
    }

    /** The same by their source, those of which there are any. */
    Map<Integer, Long> bySource() {
        var counts = new TreeMap<Integer, Long>();
        for (int i = 0; i < bySource.length; i++) if (bySource[i] > 0) counts.put(i, bySource[i]);
        return counts;
    }

    long underWay() {
        return underWay;
    }

    long fetched() {
        return fetched;
    }

    long pages() {
        return pages;
    }

    long retried() {
        return retried;
    }

    Map<DropReason, Long> dropped() {
        return Map.copyOf(dropped);
    }

    /** All but what is under way, as a snapshot has it. */
    void write(Bytes out) {
        out.putLong(discoveries);
        out.putLong(taken);
        out.putLong(fetched);
        out.putLong(pages);
        out.putLong(retried);
        for (var drop : dropped.entrySet()) {
            out.putLong(drop.getKey().code);
            out.putLong(drop.getValue());
        }
    }

    void read(Bytes in) {
        discoveries = in.getLong();
        taken = in.getLong();
        fetched = in.getLong();
        pages = in.getLong();
        retried = in.getLong();
        while (in.hasMore()) dropped(Codec.drop(in), in.getLong());
        // Of an earlier version's snapshot no more is known.
        bySource[0] = taken;
    }

    void writeSources(Bytes out) {
        for (long count : bySource) out.putLong(count);
    }

    void readSources(Bytes in) {
        for (int i = 0; i < bySource.length; i++) bySource[i] = in.getLong();
    }
}
