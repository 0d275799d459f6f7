package dev.gossamer.frontier;

import java.io.IOException;
import java.util.List;

/**
 * Brings what waits in one frontier, and who may not be asked before a time, into another one. What
 * is known there already is left out.
 */
final class TakeOver {
    /** What is written of the URLs before it is committed. */
    private static final long COMMIT_BYTES = 4L << 20;

    private final Frontier into;
    private final Commons gates;
    private final long nowNanos;
    private long committedBytes;

    TakeOver(Frontier into, Commons gates, long nowNanos) {
        this.into = into;
        this.gates = gates;
        this.nowNanos = nowNanos;
    }

    /** The gates of addresses and domains, which all shards of the other one share. */
    void gates(Gates before) {
        for (var address : before.addresses().entrySet())
            gates.gates.of(address.getKey()).shutUntil(address.getValue().openAtNanos());
        for (var domain : before.domains().entrySet())
            gates.gates.ofDomain(domain.getKey()).shutUntil(domain.getValue().openAtNanos());
    }

    /** All that waits in one of its shards. */
    void shard(Shard before) throws IOException {
        before.checkPending();
        for (var host : before.state.hostList) host(host);
        for (var door : WaitingRoom.Door.values())
            while (before.state.room.size(door) > 0) {
                url(before.state.room.first(door).entry());
                before.state.room.removeFirst(door, 0);
            }
    }

    private void host(Host before) throws IOException {
        var state = into.stateOf(before.name);
        for (var origin : before.origins) {
            origin.queue.revive();
            while (origin.queue.size() > 0) {
                var entry = origin.queue.head(Long.MAX_VALUE);
                origin.queue.remove(entry.number());
                url(entry);
            }
            if (origin.crawlDelayNanos() > 0)
                state.origin(origin.name).setCrawlDelay(origin.crawlDelayNanos());
        }
        if (before.gate.openAtNanos() > nowNanos)
            state.host(before.name).gate.shutUntil(before.gate.openAtNanos());
    }

    private void url(Entry entry) throws IOException {
        into.discovered(
                List.of(
                        new Discovered(
                                entry.url(),
                                entry.via(),
                                entry.depth(),
                                entry.redirects(),
                                entry.priority(),
                                entry.source())),
                nowNanos);
        if (into.journalBytes() - committedBytes < COMMIT_BYTES) return;
        into.commit(nowNanos);
        committedBytes = into.journalBytes();
    }
}
