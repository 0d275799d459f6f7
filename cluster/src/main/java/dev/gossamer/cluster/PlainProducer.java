package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A producer of records that need no fence: mail, pieces of files, settings. Records of one
 * partition arrive once and in the order in which they were sent.
 */
final class PlainProducer implements AutoCloseable {
    /** How long the brokers may be away before a record is given up. */
    static final Duration LONGEST_OUTAGE = Duration.ofMinutes(10);

    /** The setting for how batches are compressed. */
    static final String COMPRESSION = "compression.type";

    /** How long a call may wait for room in the producer's memory. */
    private static final Duration MAX_BLOCK = Duration.ofSeconds(3);

    private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

    private final KafkaProducer<byte[], byte[]> producer;

    private PlainProducer(KafkaProducer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /** Returns what all producers of a cluster have in common. */
    static Map<String, Object> settings(ClusterAddress address, Map<String, Object> more) {
        var settings = new HashMap<String, Object>(more);
        settings.put("acks", "all");
        settings.put("enable.idempotence", true);
        // Batches are small and many: zstd takes longer to begin than to compress them.
        settings.putIfAbsent(COMPRESSION, "lz4");
        settings.put("max.block.ms", MAX_BLOCK.toMillis());
        settings.put("delivery.timeout.ms", (int) LONGEST_OUTAGE.toMillis());
        settings.put("request.timeout.ms", 10_000);
        // What is known of a topic must stay known, also when nobody writes to it or no broker
        // answers: a look-up that fails makes the send fail.
        settings.put("metadata.recovery.strategy", "none");
        settings.put("metadata.max.idle.ms", Duration.ofDays(1).toMillis());
        settings.put("reconnect.backoff.max.ms", 500);
        settings.put("retry.backoff.max.ms", 500);
        return address.settings(settings);
    }

    static PlainProducer open(ClusterAddress address, Map<String, Object> more) throws IOException {
        var bytes = new ByteArraySerializer();
        try {
            return new PlainProducer(
                    new KafkaProducer<>(settings(address, more), bytes, new ByteArraySerializer()));
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot produce to " + address.place(), e);
        }
    }

    /**
     * Sends a record; the future ends with its offset when the brokers have it. It fails with an
     * {@link IOException}.
     *
     * @param value null deletes the key from a compacted topic
     */
    CompletableFuture<Long> send(
            String topic, int partition, byte @Nullable [] key, byte @Nullable [] value) {
        var sent = new CompletableFuture<Long>();
        try {
            var _ =
                    producer.send(
                            new ProducerRecord<>(topic, partition, key, value),
                            (metadata, failure) -> {
                                if (failure == null) sent.complete(metadata.offset());
                                else
                                    sent.completeExceptionally(
                                            KafkaFailure.of("cannot send to " + topic, failure));
                            });
        } catch (KafkaException | IllegalStateException e) {
            sent.completeExceptionally(KafkaFailure.of("cannot send to " + topic, e));
        }
        return sent;
    }

    @Override
    public void close() {
        producer.close(CLOSE_WAIT);
    }
}
