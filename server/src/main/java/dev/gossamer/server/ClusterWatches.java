package dev.gossamer.server;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The readers of crawls in a cluster: one for each crawl that somebody looks at. A reader ends when
 * nobody has looked for a minute.
 */
final class ClusterWatches implements AutoCloseable {
    /** How long a handler waits for a cluster. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A crawl that nobody has looked at for so long is not read any more. */
    static final Duration UNWATCHED = Duration.ofMinutes(1);

    /** Crawls that are read at the same time: each costs some connections to the brokers. */
    static final int MOST_WATCHED = 16;

    private final Clusters clusters;
    private final InstantSource clock;
    private final Duration patience;
    private final ClusterNames names;
    private final Map<String, Watched> watched = new HashMap<>();
    private boolean isClosed;

    /** A reader, and when somebody looked last. */
    private record Watched(ClusterWatch watch, Instant at) {}

    /**
     * @param patience how long a handler waits
     */
    ClusterWatches(Clusters clusters, InstantSource clock, Duration patience) {
        this.clusters = clusters;
        this.clock = clock;
        this.patience = patience;
        names = new ClusterNames(clusters, clock);
    }

    /** Returns the names of all crawls. */
    List<String> names() throws InterruptedException {
        return names.all(patience);
    }

    /** Returns where a crawl stands. */
    ClusterView view(String name) throws InterruptedException {
        var watch = watch(name);
        try {
            return watch.view(patience);
        } catch (Problem e) {
            // It may fail because the crawl was deleted meanwhile.
            throw names.isKnownToLack(name) ? missing() : e;
        }
    }

    /** Gives an order to the nodes of a crawl, and returns where it stood right after it. */
    ClusterStatus order(String name, ClusterOrder order) throws IOException, InterruptedException {
        return watch(name).order(order, patience);
    }

    private ClusterWatch watch(String name) throws InterruptedException {
        if (!isWatched(name) && !names().contains(name)) throw missing();
        return looked(name);
    }

    private static Problem missing() {
        return Problem.notFound("there is no crawl of this name in the cluster");
    }

    private synchronized boolean isWatched(String name) {
        return watched.containsKey(name);
    }

    private synchronized ClusterWatch looked(String name) {
        var known = watched.get(name);
        if (known == null && (isClosed || watched.size() == MOST_WATCHED))
            throw new Problem(
                    Problem.Kind.TOO_MANY_REQUESTS,
                    "%d other crawls of the cluster are looked at; try again in a minute"
                            .formatted(watched.size()));
        var watch = known == null ? started(name) : known.watch;
        watched.put(name, new Watched(watch, clock.instant()));
        return watch;
    }

    private ClusterWatch started(String name) {
        var watch = new ClusterWatch(name, clusters, clock, () -> isEnded(name));
        Thread.ofVirtual().name("cluster-" + name).start(watch::run);
        return watch;
    }

    /** Decided in one step with forgetting it: who looks from then on begins a new reader. */
    private synchronized boolean isEnded(String name) {
        var known = watched.get(name);
        boolean isEnded =
                isClosed || known == null || known.at.isBefore(clock.instant().minus(UNWATCHED));
        if (isEnded) watched.remove(name);
        return isEnded;
    }

    /** Returns how many crawls are read. */
    synchronized int size() {
        return watched.size();
    }

    /** Ends all readers, each after the look that is under way. */
    @Override
    public synchronized void close() {
        isClosed = true;
    }
}
