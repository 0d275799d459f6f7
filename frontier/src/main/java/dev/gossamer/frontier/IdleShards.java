package dev.gossamer.frontier;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether a crawl of several processes has ended, as far as their reports tell. Reports are of
 * different times, but only a letter wakes an idle shard: when every shard was idle in some report
 * and no letter has come since, all are idle at once.
 */
public final class IdleShards {
    /**
     * What a process says of itself.
     *
     * @param lettersRead for each shard that it has the offset of the next letter that it reads
     * @param isIdle whether none of these shards has anything to do, and all that they had to send
     *     has arrived
     */
    public record Report(Map<Integer, Long> lettersRead, boolean isIdle) {}

    private IdleShards() {}

    /**
     * Returns how far each shard of the crawl has read its letters, if all are idle. The crawl has
     * ended if no inbox has more than that. Empty also while a shard is reported by nobody, or by
     * two processes of which one does not have it any more.
     */
    public static Optional<Map<Integer, Long>> lettersRead(int shards, Collection<Report> reports) {
        var read = new TreeMap<Integer, Long>();
        for (var report : reports) {
            if (!report.isIdle()) return Optional.empty();
            for (var shard : report.lettersRead().entrySet())
                if (read.put(shard.getKey(), shard.getValue()) != null) return Optional.empty();
        }
        return read.size() == shards ? Optional.of(read) : Optional.empty();
    }
}
