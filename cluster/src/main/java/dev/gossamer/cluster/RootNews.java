package dev.gossamer.cluster;

import dev.gossamer.crawl.ShardDoor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * The roots by which redirects of seeds have widened the scope, known to all nodes through the
 * board. The node that meets such a redirect goes on with it when all nodes have reported that they
 * follow the board so far. {@link #tell} is for any thread, the rest for the one that reports.
 */
final class RootNews {
    /** Before a root on the board. */
    private static final String ROOT = "root/";

    /** After so long the crawl goes on, also where a node does not report. */
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final NodeClients clients;
    private final Queue<Told> underWay = new ConcurrentLinkedQueue<>();
    private final Set<String> known = new HashSet<>();

    /**
     * @param control a node that follows the board up to this offset knows it
     */
    private record Told(long control, CompletableFuture<Void> known) {}

    RootNews(NodeClients clients) {
        this.clients = clients;
    }

    /** Tells all nodes; the future ends when they know it. */
    CompletableFuture<Void> tell(String root) {
        var known = new CompletableFuture<Void>();
        var _ =
                clients.producer()
                        .send(
                                clients.address().topic(ClusterTopics.CONTROL),
                                0,
                                (ROOT + root).getBytes(StandardCharsets.UTF_8),
                                "yes".getBytes(StandardCharsets.UTF_8))
                        .whenComplete(
                                (offset, failure) -> {
                                    if (failure == null) underWay.add(new Told(offset + 1, known));
                                    else known.completeExceptionally(failure);
                                });
        return known.completeOnTimeout(null, WAIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Learns what the board has since the last call. */
    void learn(ShardDoor door) throws IOException {
        var fresh = new ArrayList<String>();
        for (var key : clients.board().keys(ROOT))
            if (known.add(key)) fresh.add(key.substring(ROOT.length()));
        if (!fresh.isEmpty()) door.learnRoots(fresh);
    }

    /** Looks which roots are known by all nodes now. */
    void look() {
        var reports = clients.board().reports();
        underWay.removeIf(
                each -> {
                    boolean isKnown =
                            !reports.isEmpty()
                                    && reports.stream()
                                            .allMatch(node -> node.control() >= each.control());
                    if (isKnown) each.known().complete(null);
                    return isKnown || each.known().isDone();
                });
    }
}
