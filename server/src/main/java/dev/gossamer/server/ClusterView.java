package dev.gossamer.server;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * A crawl in a cluster as a client sees it.
 *
 * @param at when it was read
 * @param owners the node of each shard that has one
 * @param movements the last ones, the newest first
 */
record ClusterView(
        String name,
        Instant at,
        ClusterStatus status,
        SortedMap<Integer, String> owners,
        List<ShardMovement> movements) {
    static final Schema SCHEMA =
            Schema.object("name", Schema.TEXT, "at", Schema.TEXT)
                    .with(ClusterStatus.SCHEMA)
                    .with(
                            "owners",
                            Schema.map(Schema.TEXT),
                            "movements",
                            Schema.list(ShardMovement.SCHEMA));

    Map<String, Object> json() {
        var json = ApiJson.map("name", name, "at", at);
        json.putAll(status.json());
        json.put("owners", owners);
        json.put("movements", movements);
        return json;
    }
}
