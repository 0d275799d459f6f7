package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How far one life of a node has come: it lives, it leaves, or it has ended. For any thread. */
final class NodeLife {
    private final Runnable stop;
    private final BooleanSupplier isFenced;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean isOver;
    private volatile boolean isLeaving;
    private volatile boolean isLost;
    private volatile @Nullable IOException failure;

    /**
     * @param stop ends the run of the crawl
     * @param isFenced whether the node was found out to have lost its shards
     */
    NodeLife(Runnable stop, BooleanSupplier isFenced) {
        this.stop = stop;
        this.isFenced = isFenced;
    }

    /** Returns whether the whole crawl has ended. */
    boolean isOver() {
        return isOver;
    }

    /** Returns whether this life ended because others have its shards, or may have them. */
    boolean isLost() {
        return isLost || isFenced.getAsBoolean();
    }

    /** Returns whether the node leaves in good order. */
    boolean isLeaving() {
        return isLeaving;
    }

    /** Returns whether the run of the crawl has ended, however it did. */
    boolean isClosed() {
        return closing.getCount() == 0;
    }

    /** Returns whether no shard is taken any more. */
    boolean isEnding() {
        return isOver || isLeaving || isClosed();
    }

    /** The orders of before this life are in force. */
    void isReady() {
        ready.countDown();
    }

    /** Waits; returns whether the orders of before this life are in force. */
    boolean awaitReady(Duration most) throws InterruptedException {
        return ready.await(most.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The whole crawl has ended. */
    void crawlEnded() {
        isOver = true;
    }

    /** Ends this life; the caller of the node begins another. */
    void lose() {
        // Whoever leaves first makes the group give its shards to others, who need them no more.
        if (isOver) return;
        isLost = true;
        stop.run();
    }

    /**
     * Ends this life by what the brokers said. What they forbid they would forbid another life, so
     * that none is to begin.
     *
     * @param told hears of anything else
     */
    void lose(IOException why, Consumer<String> told) {
        if (KafkaFailure.isForbidden(why)) failure = why;
        else told.accept(String.valueOf(why.getMessage()));
        lose();
    }

    /** Returns why no other life is to begin. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    /** The node releases its shards from now on; the run is to be stopped afterwards. */
    void leave() {
        isLeaving = true;
    }

    /** Ends the run of the crawl in good order. */
    void stop() {
        stop.run();
    }

    /** The run of the crawl has ended. */
    void close() {
        closing.countDown();
    }

    /** Waits; returns whether the run has ended meanwhile. */
    boolean awaitClose(Duration most) throws InterruptedException {
        return closing.await(most.toMillis(), TimeUnit.MILLISECONDS);
    }
}
