package dev.gossamer.frontier;

import java.util.ArrayList;
import java.util.List;

/**
 * What shards of different processes write to each other. A letter begins with its kind: URLs,
 * which may come twice; one numbered message of a shard, see {@link Correspondence}; or what {@link
 * RemoteErrands} ask and answer.
 */
final class Letters {
    static final int URLS = 1;
    static final int MESSAGE = 2;
    static final int ERRAND = 3;
    static final int RULES = 4;

    private Letters() {}

    /** Returns a letter with these URLs, such as the seeds of a new crawl. */
    static byte[] of(List<Discovered> found, long nowNanos) {
        var letter = new Bytes(1 << 10);
        letter.put(URLS);
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
