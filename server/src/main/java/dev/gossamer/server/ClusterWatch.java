package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The one reader of a crawl in a cluster, for all who look at it or give orders. Its thread alone
 * uses the cluster and may wait for it as long as that takes; a handler waits for the thread only
 * for a while. What handlers see is guarded by the lock, which is never held while the cluster is
 * asked.
 */
final class ClusterWatch {
    /** Between two looks: nodes report as often. */
    private static final Duration LOOK = Duration.ofMillis(500);

    /** Between two attempts to open a cluster that does not answer. */
    private static final Duration AGAIN = Duration.ofSeconds(2);

    /** A status that is older is not shown: the cluster may have changed since. */
    private static final Duration FRESH = Duration.ofSeconds(5);

    /** Orders that wait for their turn. */
    static final int MOST_ORDERS = 16;

    private final String name;
    private final Clusters clusters;
    private final InstantSource clock;
    private final BooleanSupplier isEnded;
    private final ShardOwners owners = new ShardOwners();
    private final BlockingQueue<Given> orders = new ArrayBlockingQueue<>(MOST_ORDERS);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Optional<ClusterView> seen = Optional.empty();
    private Optional<String> failure = Optional.empty();

    /** An order, and where the crawl stood when it was given. */
    private record Given(ClusterOrder order, CompletableFuture<ClusterStatus> done) {}

    /**
     * @param isEnded whether nobody wants it any more; asked between two looks
     */
    ClusterWatch(String name, Clusters clusters, InstantSource clock, BooleanSupplier isEnded) {
        this.name = name;
        this.clusters = clusters;
        this.clock = clock;
        this.isEnded = isEnded;
    }

    /** Reads until nobody wants it any more; what fails is tried again. */
    void run() {
        try {
            while (!isEnded.getAsBoolean()) {
                try (var cluster = clusters.open(name)) {
                    follow(cluster);
                } catch (IOException e) {
                    failed(String.valueOf(e.getMessage()));
                } catch (RuntimeException e) {
                    System.getLogger("dev.gossamer.server")
                            .log(System.Logger.Level.WARNING, "reading of a cluster failed", e);
                    failed("reading it failed: " + e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            refuse("it is not read any more");
        }
    }

    private void follow(Clusters.Cluster cluster) throws IOException, InterruptedException {
        while (!isEnded.getAsBoolean()) {
            look(cluster);
            var given = orders.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            // Whoever gave it may have been told meanwhile that it takes too long.
            if (given != null && !given.done.isDone()) obey(cluster, given);
        }
    }

    private ClusterStatus look(Clusters.Cluster cluster) throws IOException {
        var status = cluster.status();
        var now = clock.instant();
        owners.update(status, now);
        var view = new ClusterView(name, now, status, owners.owners(), owners.movements());
        lock.lock();
        try {
            seen = Optional.of(view);
            failure = Optional.empty();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return status;
    }

    private void obey(Clusters.Cluster cluster, Given given) throws IOException {
        try {
            cluster.order(given.order);
            given.done.complete(look(cluster));
        } catch (UsageException e) {
            given.done.completeExceptionally(e);
        } catch (IOException | RuntimeException e) {
            given.done.completeExceptionally(unreachable(String.valueOf(e.getMessage())));
            throw e;
        }
    }

    private void failed(String why) throws InterruptedException {
        lock.lock();
        try {
            seen = Optional.empty();
            failure = Optional.of(why);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        refuse(why);
        // An order that comes now ends the wait, and is refused or given after the next opening.
        var early = orders.poll(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        if (early != null) early.done.completeExceptionally(unreachable(why));
    }

    private void refuse(String why) {
        for (var given = orders.poll(); given != null; given = orders.poll())
            given.done.completeExceptionally(unreachable(why));
    }

    /**
     * Returns where the crawl stands.
     *
     * @param patience how long to wait where that is not known yet
     */
    ClusterView view(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (left > 0 && failure.isEmpty() && !isFresh()) left = changed.awaitNanos(left);
            if (failure.isEmpty() && isFresh()) return seen.orElseThrow();
            throw unreachable(failure.orElse("no answer within " + patience.toSeconds() + " s"));
        } finally {
            lock.unlock();
        }
    }

    private boolean isFresh() {
        var oldest = clock.instant().minus(FRESH);
        return seen.filter(view -> !view.at().isBefore(oldest)).isPresent();
    }

    /** Gives an order, and returns where the crawl stood right after it. */
    ClusterStatus order(ClusterOrder order, Duration patience)
            throws IOException, InterruptedException {
        var given = new Given(order, new CompletableFuture<>());
        if (!orders.offer(given))
            throw new Problem(
                    Problem.Kind.TOO_MANY_REQUESTS,
                    "%d orders wait for their turn; try again in a second".formatted(MOST_ORDERS));
        try {
            return given.done.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            given.done.cancel(false);
            throw unreachable(
                    "the order was not acknowledged within %d s; look whether it is in force"
                            .formatted(patience.toSeconds()));
        } catch (ExecutionException e) {
            throw SlowQuestions.failure(e);
        }
    }

    private Problem unreachable(String why) {
        return new Problem(Problem.Kind.CLUSTER_UNREACHABLE, name + " cannot be read: " + why);
    }
}
