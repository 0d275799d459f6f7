package dev.gossamer.server;

import java.util.Map;

/** An order to the nodes of a crawl in a cluster. */
public sealed interface ClusterOrder {
    /** What all nodes are to do. */
    enum Whole implements ClusterOrder {
        PAUSE,
        RESUME,
        STOP
    }

    /**
     * Changes settings on all nodes.
     *
     * @param settings by their names
     */
    record Change(Map<String, Object> settings) implements ClusterOrder {
        public Change {
            settings = Map.copyOf(settings);
        }
    }

    /**
     * Blocks hosts on all nodes, or lets them go.
     *
     * @param hosts a host, or with {@code *.} before it a domain
     */
    record Block(String hosts, boolean isBlocked) implements ClusterOrder {}

    /**
     * Has one node leave in good order.
     *
     * @param node its name
     */
    record Drain(String node) implements ClusterOrder {}
}
