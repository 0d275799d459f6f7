package dev.gossamer.server;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which node has which shard, and the last movements of shards, found by comparing what nodes
 * report with what they reported before. Owned by the thread that reads the reports.
 *
 * <p>A node that died is listed with its shards for some seconds more, so that two nodes may claim
 * a shard: the one whose claim is new has it. A shard without a node is remembered with the last
 * one that had it, so that a movement has both ends however long it takes.
 */
final class ShardOwners {
    /** The movements that are kept. */
    static final int MOST_MOVEMENTS = 200;

    private final Map<Integer, String> last = new HashMap<>();
    private final ArrayDeque<ShardMovement> movements = new ArrayDeque<>();
    private SortedMap<Integer, NavigableSet<String>> claims = new TreeMap<>();
    private SortedMap<Integer, String> owners = new TreeMap<>();
    private boolean isFirst = true;

    /** Compares a status with the one before. */
    void update(ClusterStatus status, Instant now) {
        var before = claims;
        claims = claims(status);
        owners = new TreeMap<>();
        claims.forEach(
                (shard, nodes) -> {
                    var was = Optional.ofNullable(last.get(shard));
                    var owner = owner(was, before.getOrDefault(shard, new TreeSet<>()), nodes);
                    owners.put(shard, owner);
                    last.put(shard, owner);
                    boolean hasMoved = !isFirst && !was.equals(Optional.of(owner));
                    if (hasMoved) add(new ShardMovement(shard, was, owner, now));
                });
        isFirst = false;
    }

    private static SortedMap<Integer, NavigableSet<String>> claims(ClusterStatus status) {
        var claims = new TreeMap<Integer, NavigableSet<String>>();
        for (var node : status.nodes())
            for (int shard : node.shards().keySet())
                if (shard >= 0 && shard < status.shards())
                    claims.computeIfAbsent(shard, _ -> new TreeSet<>()).add(node.name());
        return claims;
    }

    private static String owner(
            Optional<String> last, Set<String> before, NavigableSet<String> now) {
        for (var node : now) if (!before.contains(node)) return node;
        return last.filter(now::contains).orElseGet(now::first);
    }

    private void add(ShardMovement movement) {
        if (movements.size() == MOST_MOVEMENTS) movements.removeLast();
        movements.addFirst(movement);
    }

    /** Returns the node of each shard that has one. */
    SortedMap<Integer, String> owners() {
        return owners;
    }

    /** Returns the last movements, the newest first. */
    List<ShardMovement> movements() {
        return List.copyOf(movements);
    }
}
