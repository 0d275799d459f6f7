package dev.gossamer.crawl;

import dev.gossamer.files.Disk;
import dev.gossamer.files.DiskLostException;
import dev.gossamer.frontier.Frontier;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The shards of a cluster that come to the frontier of this process, and those that are to leave
 * it. Owned by the thread of the crawl loop.
 */
final class ShardMoves {
    /** How long a shard that leaves waits for answers under way: then the whole run ends. */
    private static final long LEAVE_NANOS = 30_000_000_000L;

    private final Frontier frontier;

    /** Shards that are to leave, and who waits for that. */
    private final Map<Integer, Leaving> leaving = new HashMap<>();

    private record Leaving(CompletableFuture<Void> done, long sinceNanos) {}

    ShardMoves(Frontier frontier) {
        this.frontier = frontier;
    }

    /**
     * A shard comes.
     *
     * @return the offset from which letters to it are to be read
     */
    long adopt(int shard, Disk disk, Duration waitOut, long nowNanos) throws IOException {
        return frontier.adopt(shard, disk, waitOut, nowNanos);
    }

    /**
     * A shard is to leave.
     *
     * @param done ends when it has left
     */
    void release(int shard, CompletableFuture<Void> done, long nowNanos) {
        frontier.retire(shard, nowNanos);
        leaving.put(shard, new Leaving(done, nowNanos));
    }

    /** Hands a letter to a shard, if it is here to stay. */
    void receive(int shard, long nextOffset, byte[] letter, long nowNanos) {
        if (frontier.shardsHere().contains(shard) && !leaving.containsKey(shard))
            frontier.receive(shard, nextOffset, letter, nowNanos);
    }

    boolean isNoneLeaving() {
        return leaving.isEmpty();
    }

    /** Returns for each shard the offset from which letters are to be read next. */
    Map<Integer, Long> inboxOffsets() {
        var offsets = new TreeMap<Integer, Long>();
        for (int shard : frontier.shardsHere()) offsets.put(shard, frontier.inboxOffset(shard));
        return offsets;
    }

    /**
     * Lets shards go of which nothing is under way any more.
     *
     * @return whether any went
     */
    boolean letGo(long nowNanos) throws IOException {
        boolean isAnyGone = false;
        for (var each : List.copyOf(leaving.entrySet())) {
            int shard = each.getKey();
            if (frontier.isAtRest(shard, nowNanos)) {
                frontier.letGo(shard, nowNanos);
                leaving.remove(shard);
                isAnyGone = true;
                each.getValue().done.complete(null);
            } else if (nowNanos - each.getValue().sinceNanos > LEAVE_NANOS)
                throw new DiskLostException(
                        "shard " + shard + " was to leave, and its requests do not end");
        }
        return isAnyGone;
    }
}
