package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the records of one journal partition that were sent and that were acknowledged. They are
 * acknowledged in the order in which they were sent. Sending is the business of one thread at a
 * time; anyone may wait.
 */
final class AckedWrites {
    private final JournalProducer producer;
    private final int partition;
    private final String place;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long sent;
    private long acked;
    private boolean isLost;

    /** Is told the offset of a record, before anyone who waits for it goes on. */
    @FunctionalInterface
    interface Place {
        Place IGNORED = _ -> {};

        void at(long offset);
    }

    /**
     * @param place of the journal, for messages
     */
    AckedWrites(JournalProducer producer, int partition, String place) {
        this.producer = producer;
        this.partition = partition;
        this.place = place;
    }

    /** Sends a record; returns the number to wait for. */
    long send(byte[] value, Place where) throws IOException {
        producer.send(
                partition,
                value,
                new JournalProducer.Receipt() {
                    @Override
                    public void acked(long offset) {
                        where.at(offset);
                        lock.lock();
                        try {
                            acked++;
                            changed.signalAll();
                        } finally {
                            lock.unlock();
                        }
                    }

                    @Override
                    public void failed() {
                        lock.lock();
                        try {
                            isLost = true;
                            changed.signalAll();
                        } finally {
                            lock.unlock();
                        }
                    }
                });
        lock.lock();
        try {
            return ++sent;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of the last record that was sent. */
    long sent() {
        lock.lock();
        try {
            return sent;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all records up to this number are acknowledged.
     *
     * @throws dev.gossamer.files.DiskLostException when that will never be
     * @throws IOException when it takes too long; another call may succeed
     */
    void await(long number, Duration most) throws IOException {
        long leftNanos = most.toNanos();
        lock.lock();
        try {
            while (acked < number && !isLost && !producer.isLost()) {
                if (leftNanos <= 0)
                    throw new IOException(
                            "%s: the brokers have not acknowledged a record within %d s"
                                    .formatted(place, most.toSeconds()));
                // Someone else's record may have been refused: look now and then.
                long stepNanos = Math.min(leftNanos, TimeUnit.MILLISECONDS.toNanos(100));
                long restNanos = changed.awaitNanos(stepNanos);
                leftNanos -= stepNanos - Math.max(0, restNanos);
            }
            if (acked >= number) return;
        } catch (InterruptedException e) {
            throw KafkaFailure.of(place, e);
        } finally {
            lock.unlock();
        }
        producer.throwIfLost();
    }
}
