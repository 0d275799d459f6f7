package dev.gossamer.cluster;

import dev.gossamer.crawl.PageRequest;
import dev.gossamer.crawl.ResultSink;
import dev.gossamer.crawl.ShardDoor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads what applications ask for, as one of the group of all nodes that do so. A request becomes a
 * letter to the shard of its URL, or a result that says why not. The group's offset moves on when
 * the brokers have these: so a request is read at least once, and one that was read is in an inbox.
 *
 * <p>It runs one thread, which owns the consumer.
 */
final class RequestReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(500);

    /** How long letters and results may take to arrive before the requests are read again. */
    private static final Duration WAIT = Duration.ofSeconds(10);

    /** Before requests are read again that could not be handed on. */
    private static final Duration REST = Duration.ofSeconds(1);

    private static final Duration CLOSE_WAIT = Duration.ofSeconds(15);

    /** Unreadable requests that are told in words; the others are only counted. */
    private static final long MOST_TOLD = 10;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String topic;
    private final ShardDoor door;
    private final Mailroom room;
    private final ResultSink results;
    private final NodeLife life;
    private final Consumer<String> told;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().name("requests").daemon().unstarted(this::run);
    private long unreadable;

    private RequestReader(
            KafkaConsumer<byte[], byte[]> consumer,
            String topic,
            ShardDoor door,
            Mailroom room,
            ResultSink results,
            NodeLife life,
            Consumer<String> told) {
        this.consumer = consumer;
        this.topic = topic;
        this.door = door;
        this.room = room;
        this.results = results;
        this.life = life;
        this.told = told;
    }

    /** Returns the group of consumers in which the nodes of a crawl read requests. */
    static String group(ClusterAddress address) {
        return address.topic(ClusterTopics.REQUESTS);
    }

    /**
     * Begins to read.
     *
     * @param results where those are told of whose requests are refused
     * @param told hears of requests that nobody can be told of
     */
    static RequestReader start(
            ClusterAddress address,
            ShardDoor door,
            Mailroom room,
            ResultSink results,
            NodeLife life,
            Consumer<String> told)
            throws IOException {
        var settings = new HashMap<String, Object>();
        settings.put("group.id", group(address));
        settings.put("group.protocol", "classic");
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        settings.put("session.timeout.ms", (int) Mailroom.SESSION.toMillis());
        settings.put("heartbeat.interval.ms", (int) Mailroom.SESSION.toMillis() / 6);
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "earliest");
        settings.put("reconnect.backoff.max.ms", 500);
        settings.put("max.poll.records", 100);
        try {
            var consumer =
                    new KafkaConsumer<>(
                            address.settings(settings),
                            new ByteArrayDeserializer(),
                            new ByteArrayDeserializer());
            var topic = address.topic(ClusterTopics.REQUESTS);
            var reader = new RequestReader(consumer, topic, door, room, results, life, told);
            reader.thread.start();
            return reader;
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot read the requests of " + address.place(), e);
        }
    }

    private void run() {
        try {
            consumer.subscribe(List.of(topic));
            while (closing.getCount() > 0) {
                var records = consumer.poll(POLL);
                if (!records.isEmpty()) take(records);
            }
        } catch (WakeupException _) {
            // It is closed.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (KafkaException | IllegalStateException e) {
            // Without it requests of its partitions would wait for ever.
            life.lose(KafkaFailure.of("cannot read requests", e), told);
        } finally {
            consumer.close();
        }
    }

    private void take(ConsumerRecords<byte[], byte[]> records) throws InterruptedException {
        try {
            handOn(records);
            consumer.commitSync(WAIT);
        } catch (CommitFailedException | RebalanceInProgressException _) {
            // Another node has them now, and reads them once more.
        } catch (IOException e) {
            for (var partition : records.partitions())
                consumer.seek(partition, records.records(partition).getFirst().offset());
            if (!closing.await(REST.toMillis(), TimeUnit.MILLISECONDS))
                told.accept("requests wait: " + e.getMessage());
        }
    }

    private void handOn(ConsumerRecords<byte[], byte[]> records) throws IOException {
        var wanted = new ArrayList<PageRequest>();
        var underWay = new ArrayList<CompletableFuture<Void>>();
        for (var record : records) {
            switch (ReadRequest.of(record.value())) {
                case ReadRequest.Wanted(var request) -> wanted.add(request);
                case ReadRequest.Refused(var result) -> underWay.add(results.tell(result));
                case ReadRequest.Unreadable(var reason) ->
                        unreadable(PartitionReader.place(record), reason);
            }
        }
        if (!wanted.isEmpty()) {
            var requested = door.requested(wanted);
            for (var result : requested.dropped()) underWay.add(results.tell(result));
            send(requested.letters(), underWay);
        }
        var all = CompletableFuture.allOf(underWay.toArray(CompletableFuture[]::new));
        KafkaFailure.await("requests cannot be handed on", all, WAIT);
    }

    private void send(Map<Integer, List<byte[]>> letters, List<CompletableFuture<Void>> underWay) {
        for (var shard : letters.entrySet())
            for (var letter : shard.getValue()) underWay.add(room.send(shard.getKey(), letter));
    }

    private void unreadable(String place, String reason) {
        if (++unreadable > MOST_TOLD) return;
        told.accept(
                "a request was left out, as %s (%s)%s"
                        .formatted(
                                reason,
                                place,
                                unreadable == MOST_TOLD ? "; more are not reported" : ""));
    }

    @Override
    public void close() {
        closing.countDown();
        consumer.wakeup();
        try {
            thread.join(CLOSE_WAIT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
