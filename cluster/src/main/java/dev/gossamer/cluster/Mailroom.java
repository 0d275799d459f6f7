package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Membership of a node in the group of all nodes, and mail between shards. The group proposes who
 * should own which shard; who does own it is for the {@link ShardStore} to find out.
 *
 * <p>Mail comes from the partition of the shard's inbox, in order, at least once. How far a shard
 * has read is written in its own journal and not in the group: so mail is held back until {@link
 * #open} tells where to begin. Mail goes out by a producer that keeps the order of what one node
 * sends to one shard.
 *
 * <p>It runs one thread, which owns the consumer; any thread may call the methods. When that thread
 * ends by a failure, {@link #failure} tells.
 */
final class Mailroom implements AutoCloseable {
    /** The least that brokers with default settings allow. */
    static final Duration SESSION = Duration.ofSeconds(6);

    /** Unread mail of one shard; more stays with the brokers. */
    static final int MAX_UNREAD_BYTES = 4 << 20;

    /** The longest value that may be sent. */
    static final int MAX_MAIL_BYTES = 900 << 10;

    /** How long a node may take to release shards that the group wants back. */
    private static final Duration RELEASE_WAIT = Duration.ofSeconds(30);

    /** A node hears of a death by its own next sign of life: so many of them in a session. */
    private static final int BEATS = 10;

    /** The longest that news of the group wait. */
    private static final Duration POLL = Duration.ofMillis(100);

    private final ClusterTopics topics;
    private final String topic;
    private final Shareholder shareholder;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final PlainProducer producer;
    private final Admin admin;
    private final Thread thread;
    private final ConcurrentLinkedQueue<Runnable> orders = new ConcurrentLinkedQueue<>();

    /** Owned by the thread: the shards that the group gave us. */
    private final Map<Integer, Inbox> inboxes = new HashMap<>();

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong acked = new AtomicLong();
    private volatile boolean isClosing;
    private volatile @Nullable Throwable failure;

    /** The state of one shard's mail. */
    private static final class Inbox {
        boolean isOpen;
        long unreadBytes;
        boolean isFull;
    }

    private Mailroom(
            ClusterTopics topics,
            Shareholder shareholder,
            KafkaConsumer<byte[], byte[]> consumer,
            PlainProducer producer,
            Admin admin) {
        this.topics = topics;
        this.shareholder = shareholder;
        this.consumer = consumer;
        this.producer = producer;
        this.admin = admin;
        topic = topics.address().topic(ClusterTopics.INBOX);
        thread = Thread.ofPlatform().name("mailroom").daemon().unstarted(this::run);
    }

    /**
     * Joins the group.
     *
     * @param producer for mail; closed by the caller, as is the next
     * @param admin to delete mail that was read
     * @param session how long the node may be silent before the group believes it dead; {@link
     *     #SESSION} unless the brokers were told to allow less
     */
    static Mailroom open(
            ClusterTopics topics,
            PlainProducer producer,
            Admin admin,
            Duration session,
            Shareholder shareholder)
            throws IOException {
        var address = topics.address();
        var settings = new HashMap<String, Object>();
        settings.put("group.id", address.name());
        settings.put("group.protocol", "classic");
        settings.put("session.timeout.ms", (int) session.toMillis());
        settings.put("heartbeat.interval.ms", (int) session.toMillis() / BEATS);
        settings.put("max.poll.interval.ms", (int) RELEASE_WAIT.toMillis());
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "earliest");
        settings.put("isolation.level", "read_uncommitted");
        settings.put("reconnect.backoff.max.ms", 500);
        settings.put("max.poll.records", 100);
        try {
            var consumer =
                    new KafkaConsumer<>(
                            address.settings(settings),
                            new ByteArrayDeserializer(),
                            new ByteArrayDeserializer());
            var opened = new Mailroom(topics, shareholder, consumer, producer, admin);
            opened.thread.start();
            return opened;
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot join the nodes of " + address.place(), e);
        }
    }

    /**
     * Lets the mail of a shard come that this node has taken.
     *
     * @param offset as its journal has it; 0 for a new shard
     */
    void open(int shard, long offset) {
        order(
                () -> {
                    var inbox = inboxes.get(shard);
                    // The group may have taken it away meanwhile.
                    if (inbox == null) return;
                    inbox.isOpen = true;
                    consumer.seek(partition(shard), offset);
                    resumeOrPause(shard, inbox);
                });
    }

    /** So many bytes of the mail that the shareholder got for a shard do not wait any more. */
    void read(int shard, long bytes) {
        // Soon enough without a wake-up, which would cost more than most letters.
        orders.add(
                () -> {
                    var inbox = inboxes.get(shard);
                    if (inbox == null) return;
                    inbox.unreadBytes = Math.max(0, inbox.unreadBytes - bytes);
                    resumeOrPause(shard, inbox);
                });
    }

    /** Deletes mail that the shard will never ask for again. */
    CompletableFuture<Void> trim(int shard, long beforeOffset) {
        return admin.deleteRecords(
                        Map.of(partition(shard), RecordsToDelete.beforeOffset(beforeOffset)))
                .all()
                .toCompletionStage()
                .toCompletableFuture();
    }

    /**
     * Sends mail to a shard. The future ends when the brokers have it; it fails with an {@link
     * IOException} when they were away for too long, and then the mail must be sent again.
     */
    CompletableFuture<Void> send(int shard, byte[] value) {
        if (value.length > MAX_MAIL_BYTES)
            throw new IllegalArgumentException("mail of " + value.length + " bytes");
        if (shard < 0 || shard >= topics.shards())
            throw new IllegalArgumentException("there is no shard " + shard);
        sent.incrementAndGet();
        return producer.send(topic, shard, null, value).thenAccept(_ -> acked.incrementAndGet());
    }

    /** Returns how many sends were begun. */
    long sent() {
        return sent.get();
    }

    /**
     * Returns how many sends are acknowledged; equal to {@link #sent} when nothing is under way.
     */
    long acked() {
        return acked.get();
    }

    /** Returns why the thread ended; empty while it runs, and after a close. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    private TopicPartition partition(int shard) {
        return new TopicPartition(topic, shard);
    }

    private void order(Runnable what) {
        orders.add(what);
        consumer.wakeup();
    }

    private void resumeOrPause(int shard, Inbox inbox) {
        inbox.isFull =
                inbox.unreadBytes >= (inbox.isFull ? MAX_UNREAD_BYTES / 2 : MAX_UNREAD_BYTES);
        if (inbox.isOpen && !inbox.isFull) consumer.resume(List.of(partition(shard)));
        else consumer.pause(List.of(partition(shard)));
    }

    private void run() {
        try {
            consumer.subscribe(List.of(topic), new Rebalances());
            while (!isClosing) {
                follow();
                poll();
            }
        } catch (KafkaException | IllegalStateException e) {
            failure = e;
        } finally {
            leave();
        }
    }

    private void follow() {
        for (var order = orders.poll(); order != null; order = orders.poll()) order.run();
    }

    private void poll() {
        try {
            for (var record : consumer.poll(POLL)) deliver(record);
        } catch (WakeupException _) {
            // There are orders.
        }
    }

    private void deliver(ConsumerRecord<byte[], byte[]> record) {
        var inbox = inboxes.get(record.partition());
        if (inbox == null || !inbox.isOpen) return;
        byte[] value = record.value() == null ? new byte[0] : record.value();
        inbox.unreadBytes += value.length;
        shareholder.mail(record.partition(), record.offset() + 1, value);
        resumeOrPause(record.partition(), inbox);
    }

    /** Leaves the group, so that the others need not wait until the session ends. */
    private void leave() {
        try {
            consumer.close();
        } catch (KafkaException e) {
            if (failure == null) failure = e;
        }
    }

    private final class Rebalances implements ConsumerRebalanceListener {
        private static Collection<Integer> shards(Collection<TopicPartition> partitions) {
            var shards = new TreeSet<Integer>();
            for (var partition : partitions) shards.add(partition.partition());
            return shards;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (partitions.isEmpty()) return;
            consumer.pause(partitions);
            var shards = shards(partitions);
            for (int shard : shards) inboxes.put(shard, new Inbox());
            shareholder.assigned(shards);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (partitions.isEmpty()) return;
            var shards = shards(partitions);
            shards.forEach(inboxes::remove);
            shareholder.revoked(shards);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            if (partitions.isEmpty()) return;
            var shards = shards(partitions);
            shards.forEach(inboxes::remove);
            shareholder.lost(shards);
        }
    }

    /** Gives all shards back, as {@link Shareholder#revoked} says, and leaves the group. */
    @Override
    public void close() {
        isClosing = true;
        consumer.wakeup();
        try {
            thread.join(RELEASE_WAIT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
