package dev.gossamer.server;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The names of the crawls of a cluster: asked for once for all clients, and kept for a moment. */
final class ClusterNames {
    private static final Duration KEPT = Duration.ofSeconds(2);

    private final Clusters clusters;
    private final InstantSource clock;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Future<List<String>> asked = CompletableFuture.completedFuture(List.of());
    private Instant askedAt = Instant.MIN;

    ClusterNames(Clusters clusters, InstantSource clock) {
        this.clusters = clusters;
        this.clock = clock;
    }

    /** Returns the names. */
    List<String> all(Duration patience) throws InterruptedException {
        try {
            return asked().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw unreachable("no answer within " + patience.toSeconds() + " s");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure)
                throw unreachable(String.valueOf(failure.getMessage()));
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Returns whether this name is not among them, as far as that is known without waiting. */
    boolean isKnownToLack(String name) {
        var now = asked();
        return now.state() == Future.State.SUCCESS && !now.resultNow().contains(name);
    }

    private synchronized Future<List<String>> asked() {
        var now = clock.instant();
        boolean isOld = asked.isDone() && askedAt.isBefore(now.minus(KEPT));
        if (isOld) {
            askedAt = now;
            asked = threads.submit(() -> List.copyOf(clusters.names()));
        }
        return asked;
    }

    private static Problem unreachable(String why) {
        return new Problem(
                Problem.Kind.CLUSTER_UNREACHABLE, "the clusters cannot be listed: " + why);
    }
}
