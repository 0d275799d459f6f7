package dev.gossamer.frontier;

import java.util.List;
import java.util.function.Consumer;

/**
 * Goes through the hosts in memory some at a time, so that a crawl of a million hosts goes on
 * between. A host that comes or leaves meanwhile may be missed.
 */
public final class HostWalk {
    private final List<Shard> shards;
    private final Blocks blocks;
    private int shard;
    private int at;

    HostWalk(List<Shard> shards, Blocks blocks) {
        this.shards = shards;
        this.blocks = blocks;
    }

    /**
     * Shows the next hosts, at most so many.
     *
     * @return whether there are more
     */
    public boolean step(int most, long nowNanos, Consumer<HostView> seen) {
        for (int left = most; left > 0; ) {
            if (shard >= shards.size()) return false;
            var hosts = shards.get(shard).state.hostList;
            int end = Math.min(hosts.size(), at + left);
            left -= Math.max(0, end - at);
            for (; at < end; at++) {
                var host = hosts.get(at);
                seen.accept(HostView.of(host, blocks.isBlocked(host.name), nowNanos));
            }
            if (at < hosts.size()) continue;
            shard++;
            at = 0;
        }
        return shard < shards.size();
    }
}
