package dev.gossamer.frontier;

import java.util.ArrayList;
import java.util.List;

/**
 * What shards of different processes write to each other. A letter begins with its kind: URLs,
 * which may come twice; URLs that are wanted although they were answered before; one numbered
 * message of a shard, see {@link Correspondence}; or what {@link RemoteErrands} ask and answer.
 */
final class Letters {
    static final int URLS = 1;
    static final int MESSAGE = 2;
    static final int ERRAND = 3;
    static final int RULES = 4;

    /** URLs to be asked for now, also those that were answered before. */
    static final int AGAIN = 5;

    private Letters() {}

    /** Returns a letter with these URLs, such as the seeds of a new crawl. */
    static byte[] of(List<Discovered> found, long nowNanos) {
        return of(URLS, found, nowNanos);
    }

    /** Returns a letter with URLs that are asked for whether they were seen or not. */
    static byte[] again(List<Discovered> found, long nowNanos) {
        return of(AGAIN, found, nowNanos);
    }

    private static byte[] of(int kind, List<Discovered> found, long nowNanos) {
        var letter = new Bytes(1 << 10);
        letter.put(kind);
        for (var each : found) Entry.put(letter, each, 0, nowNanos);
        return letter.toArray();
    }

    /** Reads the rest of a letter with URLs. */
    static List<Discovered> urls(Bytes letter) {
        var all = new ArrayList<Discovered>();
        while (letter.hasMore()) {
            var entry = Entry.get(letter);
            all.add(
                    new Discovered(
                            entry.url(),
                            entry.via(),
                            entry.depth(),
                            entry.redirects(),
                            entry.priority(),
                            entry.source()));
        }
        return all;
    }
}
