package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The records that were sent to several partitions and are not acknowledged yet. Once one of them
 * was refused, nobody can know that all have arrived. Any thread may call it.
 */
final class OpenSends {
    private final String topic;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private final TreeSet<Long> open = new TreeSet<>();
    private long last;
    private @Nullable Throwable refusal;

    /**
     * @param topic for messages
     */
    OpenSends(String topic) {
        this.topic = topic;
    }

    /** A record is sent; returns its number. */
    long begin() {
        lock.lock();
        try {
            open.add(++last);
            return last;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A record was acknowledged or refused.
     *
     * @param failure null if it was acknowledged
     */
    void end(long number, @Nullable Throwable failure) {
        lock.lock();
        try {
            open.remove(number);
            if (failure != null && refusal == null) refusal = failure;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until everything that was sent before is acknowledged.
     *
     * @throws IOException when it takes too long, and another call may succeed; or when a record
     *     was refused
     */
    void await(Duration most) throws IOException {
        long leftNanos = most.toNanos();
        lock.lock();
        try {
            long upTo = last;
            while (refusal == null && !open.isEmpty() && open.first() <= upTo) {
                if (leftNanos <= 0)
                    throw new IOException(
                            "%s: the brokers have not acknowledged a page within %d s"
                                    .formatted(topic, most.toSeconds()));
                leftNanos = changed.awaitNanos(leftNanos);
            }
            if (refusal != null)
                throw new IOException(
                        "%s: the brokers refused a page: %s".formatted(topic, refusal.getMessage()),
                        refusal);
        } catch (InterruptedException e) {
            throw KafkaFailure.of("cannot send to " + topic, e);
        } finally {
            lock.unlock();
        }
    }
}
