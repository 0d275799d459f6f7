package dev.gossamer.cluster;

import dev.gossamer.files.DiskLostException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The producer of all journals of one node. It is transactional, and nobody cares about its
 * transactions: who fences its transactional id makes sure that no record of this node follows in
 * any journal. A record is durable when it is acknowledged, whether its transaction is committed or
 * not, and readers read it then. So there is no commit between a decision and its execution; a
 * transaction is only ended and begun every few seconds, because the brokers end one that lasts too
 * long.
 *
 * <p>An error is final: the producer cannot say any more what the brokers have, so the node must
 * begin anew with what is there. While the brokers are away there is no error, for {@link
 * PlainProducer#LONGEST_OUTAGE}: calls throw a plain {@link IOException} after a bounded wait, and
 * what was sent before is sent when the brokers are back.
 */
final class JournalProducer implements AutoCloseable {
    /** Of what was sent and not acknowledged; more waits. */
    static final int MAX_UNACKED_BYTES = 16 << 20;

    /** How long a call waits for the brokers. */
    static final Duration MAX_WAIT = Duration.ofSeconds(4);

    /** Twice the memory of what may wait, because batches are not full. */
    private static final long BUFFER_BYTES = 4L * MAX_UNACKED_BYTES;

    private static final Duration RENEWAL = Duration.ofSeconds(10);
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final LongSupplier nanoTime;
    private final Semaphore room = new Semaphore(MAX_UNACKED_BYTES);

    /** Senders share it; who ends a transaction has it alone. */
    private final ReentrantReadWriteLock transaction = new ReentrantReadWriteLock();

    private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();
    private final LongAccumulator lastAckedSendNanos;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread renewing;

    /** Guarded by the lock: set by senders, read by who has the lock alone. */
    private volatile boolean isTransactionUsed;

    /** Is told what became of a record, on the producer's thread. */
    interface Receipt {
        void acked(long offset);

        /** The producer is lost. */
        void failed();
    }

    private JournalProducer(
            KafkaProducer<byte[], byte[]> producer,
            String topic,
            LongSupplier nanoTime,
            long openedNanos) {
        this.producer = producer;
        this.topic = topic;
        this.nanoTime = nanoTime;
        lastAckedSendNanos = new LongAccumulator((a, b) -> b - a > 0 ? b : a, openedNanos);
        renewing = Thread.ofPlatform().name("journal-renewal").daemon().unstarted(this::renewing);
    }

    /**
     * @param incarnation of the node; nobody ever had it before
     */
    static JournalProducer open(ClusterAddress address, String incarnation, LongSupplier nanoTime)
            throws IOException {
        var settings =
                PlainProducer.settings(
                        address,
                        Map.of(
                                "transactional.id",
                                transactionalId(address, incarnation),
                                "transaction.timeout.ms",
                                (int) PlainProducer.LONGEST_OUTAGE.toMillis(),
                                "linger.ms",
                                0,
                                "buffer.memory",
                                BUFFER_BYTES));
        try {
            var producer =
                    new KafkaProducer<>(
                            settings, new ByteArraySerializer(), new ByteArraySerializer());
            try {
                String topic = address.topic(ClusterTopics.JOURNAL);
                // Asks now for what a send would have to wait for.
                var _ = producer.partitionsFor(topic);
                long openedNanos = nanoTime.getAsLong();
                initTransactions(producer);
                producer.beginTransaction();
                var opened = new JournalProducer(producer, topic, nanoTime, openedNanos);
                opened.renewing.start();
                return opened;
            } catch (KafkaException e) {
                producer.close(Duration.ZERO);
                throw e;
            }
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot write journals of " + address.place(), e);
        }
    }

    /** The coordinator of a cluster that has just been started takes some seconds. */
    private static void initTransactions(KafkaProducer<byte[], byte[]> producer) {
        for (int attempt = 1; ; attempt++) {
            try {
                producer.initTransactions();
                return;
            } catch (TimeoutException e) {
                if (attempt == 10) throw e;
            }
        }
    }

    static String transactionalId(ClusterAddress address, String incarnation) {
        return address.name() + "/" + incarnation;
    }

    /**
     * Sends a record, after all that were sent to the partition before.
     *
     * @throws DiskLostException when no record will be acknowledged any more
     * @throws IOException when the brokers have been away for a while; the record was not sent
     */
    void send(int partition, byte[] value, Receipt receipt) throws IOException {
        throwIfLost();
        boolean isTaken = false;
        try {
            if (!room.tryAcquire(value.length, MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS))
                throw new IOException(topic + ": the brokers acknowledge nothing");
            try {
                if (!transaction.readLock().tryLock(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS))
                    throw new IOException(topic + ": the brokers do not answer");
                try {
                    awaitMetadata();
                    isTaken = true;
                    hand(partition, value, receipt);
                } finally {
                    transaction.readLock().unlock();
                }
            } finally {
                if (!isTaken) room.release(value.length);
            }
        } catch (InterruptedException e) {
            throw KafkaFailure.of("cannot write to " + topic, e);
        }
        throwIfLost();
    }

    /** A send that does not find the partition would be an error for good; this is none. */
    private void awaitMetadata() throws IOException {
        try {
            var _ = producer.partitionsFor(topic);
        } catch (TimeoutException e) {
            throw KafkaFailure.of("cannot write to " + topic, e);
        } catch (KafkaException | IllegalStateException e) {
            error.compareAndSet(null, e);
            throwIfLost();
        }
    }

    private void hand(int partition, byte[] value, Receipt receipt) {
        isTransactionUsed = true;
        long sentNanos = nanoTime.getAsLong();
        try {
            var _ =
                    producer.send(
                            new ProducerRecord<>(topic, partition, null, value),
                            (metadata, failure) -> {
                                room.release(value.length);
                                if (failure == null) {
                                    lastAckedSendNanos.accumulate(sentNanos);
                                    receipt.acked(metadata.offset());
                                } else {
                                    error.compareAndSet(null, failure);
                                    receipt.failed();
                                }
                            });
        } catch (KafkaException | IllegalStateException e) {
            error.compareAndSet(null, e);
            receipt.failed();
        }
    }

    /** Throws when this node cannot write to any journal any more. */
    void throwIfLost() throws DiskLostException {
        var cause = error.get();
        if (cause != null)
            throw new DiskLostException(topic + ": this node may not write any more", cause);
    }

    boolean isLost() {
        return error.get() != null;
    }

    /**
     * Returns when the record was sent that was sent last of those that are acknowledged; before
     * the first one, when the producer was opened.
     */
    long lastAckedSendNanos() {
        return lastAckedSendNanos.get();
    }

    private void renewing() {
        try {
            while (!closing.await(RENEWAL.toMillis(), TimeUnit.MILLISECONDS)) renew();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (KafkaException | IllegalStateException e) {
            error.compareAndSet(null, e);
        }
    }

    /** Ends the transaction and begins another; senders wait meanwhile. */
    void renew() {
        transaction.writeLock().lock();
        try {
            if (!isTransactionUsed || isLost()) return;
            if (!commit()) return;
            producer.beginTransaction();
            isTransactionUsed = false;
        } finally {
            transaction.writeLock().unlock();
        }
    }

    /**
     * A commit that was begun must be ended before anything else can be sent: as long as the
     * brokers are away, it is tried again.
     */
    private boolean commit() {
        while (true) {
            try {
                producer.commitTransaction();
                return true;
            } catch (TimeoutException e) {
                if (closing.getCount() == 0) {
                    error.compareAndSet(null, e);
                    return false;
                }
            }
        }
    }

    /** What was not acknowledged may be lost. */
    @Override
    public void close() {
        closing.countDown();
        producer.close(CLOSE_WAIT);
        error.compareAndSet(null, new IllegalStateException("closed"));
    }
}
