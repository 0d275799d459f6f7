package dev.gossamer.server;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a crawl in a cluster stands, as its nodes report it. {@code gossamer cluster status --json}
 * and the API print the same.
 *
 * @param state {@code running}, {@code paused}, {@code stopped} or {@code finished}
 * @param shards how many there are
 * @param orders the offset up to which orders were given
 * @param nodes those that crawl, by their names
 * @param lostArchives of nodes that are gone and did not leave in good order
 * @param storage who stores pages; empty where each node stores its own
 */
public record ClusterStatus(
        String state,
        int shards,
        long orders,
        List<Node> nodes,
        List<LostArchive> lostArchives,
        Optional<Storage> storage) {
    private static final Schema COUNTS = Schema.of(Counts.class);

    private static final Schema NODE =
            Schema.object(
                            "node", Schema.TEXT,
                            "incarnation", Schema.TEXT,
                            "shards", Schema.map(Schema.WHOLE),
                            "isIdle", Schema.TRUTH,
                            "isFull", Schema.TRUTH,
                            "isGone", Schema.TRUTH,
                            "control", Schema.WHOLE)
                    .with(COUNTS);

    /** The shape of {@link #json}. */
    static final Schema SCHEMA =
            Schema.object(
                            "state",
                            Schema.choice("running", "paused", "stopped", "finished"),
                            "shards",
                            Schema.WHOLE,
                            "shardsOwned",
                            Schema.WHOLE,
                            "orders",
                            Schema.WHOLE,
                            "inForce",
                            Schema.WHOLE,
                            "nodes",
                            Schema.list(NODE),
                            "lostArchives",
                            Schema.list(Schema.of(LostArchive.class)),
                            "storing?",
                            Schema.list(Schema.of(StoringNode.class)),
                            "pagesWaiting?",
                            Schema.WHOLE,
                            "isStored?",
                            Schema.TRUTH)
                    .with(COUNTS);

    public ClusterStatus {
        nodes = List.copyOf(nodes);
        lostArchives = List.copyOf(lostArchives);
    }

    /**
     * What a node counts.
     *
     * @param pages that it has fetched
     * @param fetched requests that were answered
     * @param queued URLs that wait
     * @param seen URLs that were ever discovered
     * @param parked URLs that are given up for now
     */
    public record Counts(long pages, long fetched, long queued, long seen, long parked) {
        Counts plus(Counts other) {
            return new Counts(
                    pages + other.pages,
                    fetched + other.fetched,
                    queued + other.queued,
                    seen + other.seen,
                    parked + other.parked);
        }
    }

    /**
     * A node that crawls.
     *
     * @param name its name
     * @param incarnation of this life of it
     * @param shards that it has, each with the offset from which it reads letters next
     * @param activity what it is doing
     * @param orders it follows the orders up to this offset
     * @param counts what it has done
     */
    public record Node(
            String name,
            String incarnation,
            Map<Integer, Long> shards,
            Activity activity,
            long orders,
            Counts counts) {
        public Node {
            shards = Map.copyOf(shards);
        }

        private Map<String, Object> json() {
            var json =
                    ApiJson.map(
                            "node", name,
                            "incarnation", incarnation,
                            "shards", new TreeMap<>(shards));
            json.putAll(ApiJson.members(activity));
            json.put("control", orders);
            json.putAll(ApiJson.members(counts));
            return json;
        }
    }

    /**
     * What a node is doing.
     *
     * @param isIdle nothing is left to do in its shards
     * @param isFull it may fetch nothing more
     * @param isGone it has left in good order
     */
    public record Activity(boolean isIdle, boolean isFull, boolean isGone) {}

    /**
     * The archive of a node that is gone: where the disk went with the node, so did its WARC files.
     *
     * @param node its name
     * @param folder on its machine
     */
    public record LostArchive(String node, String folder) {}

    /**
     * Who stores what other nodes fetch.
     *
     * @param nodes those that store, also those that have left
     * @param pagesWaiting records that nobody has stored yet
     * @param isRunning whether one of them runs
     */
    public record Storage(List<StoringNode> nodes, long pagesWaiting, boolean isRunning) {
        public Storage {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A node that stores.
     *
     * @param node its name
     * @param pages in its folder
     * @param behind records of its part that it has not read yet
     */
    public record StoringNode(String node, long pages, long behind) {}

    /** Returns what all nodes together have done. */
    public Counts counts() {
        return nodes.stream().map(Node::counts).reduce(new Counts(0, 0, 0, 0, 0), Counts::plus);
    }

    /** Returns how many shards have a node. */
    public long shardsOwned() {
        return nodes.stream()
                .map(node -> node.shards().keySet())
                .flatMap(Collection::stream)
                .distinct()
                .count();
    }

    /** Returns how many nodes follow the newest orders. */
    public long inForce() {
        return nodes.stream().filter(node -> node.orders() >= orders).count();
    }

    /** Returns whether a node of this name crawls or stores. */
    boolean hasNode(String name) {
        return nodes.stream().anyMatch(each -> each.name().equals(name))
                || storage.stream()
                        .flatMap(each -> each.nodes().stream())
                        .anyMatch(each -> each.node().equals(name));
    }

    /** Returns it as JSON has it. */
    public Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("state", state);
        json.put("shards", shards);
        json.put("shardsOwned", shardsOwned());
        json.putAll(ApiJson.members(counts()));
        json.put("orders", orders);
        json.put("inForce", inForce());
        json.put("nodes", nodes.stream().map(Node::json).toList());
        json.put("lostArchives", lostArchives);
        storage.ifPresent(
                each -> {
                    json.put("storing", each.nodes());
                    json.put("pagesWaiting", each.pagesWaiting());
                    json.put("isStored", each.isRunning());
                });
        return json;
    }
}
