package dev.gossamer.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The archive of a node that keeps what it fetches or stores in its own folder. The brokers keep
 * this note when the node is gone, so that it is known which archives went with a lost node.
 *
 * @param node its name
 * @param folder on its machine
 * @param hasLeft whether the node left in good order
 */
public record NodeArchive(String node, String folder, boolean hasLeft) {
    /** Before the name of the node, on the board. */
    private static final String KEY = "archive/";

    private static final JsonMapper JSON = new JsonMapper();

    static NodeArchive of(String node, Path folder, boolean hasLeft) {
        return new NodeArchive(node, folder.toAbsolutePath().normalize().toString(), hasLeft);
    }

    /** Writes it to the board, unless that has it. */
    void note(ClusterBoard board, PlainProducer producer, ClusterAddress address)
            throws IOException {
        var value = JSON.writeValueAsString(this);
        if (board.value(KEY + node).equals(Optional.of(value))) return;
        ClusterCrawl.put(producer, address, KEY + node, value);
    }

    /** Returns all that the board knows. */
    static List<NodeArchive> all(ClusterBoard board) {
        var all = new ArrayList<NodeArchive>();
        for (var key : board.keys(KEY))
            board.value(key).flatMap(NodeArchive::read).ifPresent(all::add);
        return all;
    }

    private static Optional<NodeArchive> read(String value) {
        try {
            return Optional.of(
                    JSON.readValue(value.getBytes(StandardCharsets.UTF_8), NodeArchive.class));
        } catch (JacksonException _) {
            // Of a later version.
            return Optional.empty();
        }
    }
}
