package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The readers of partitions. A consumer is used again for another partition, because most of the
 * time of a short reading goes into connecting. Any thread may call it.
 */
final class PartitionReaders implements AutoCloseable {
    /** Consumers that wait to be used again. */
    private static final int MAX_IDLE = 4;

    private static final int FETCH_BYTES = 4 << 20;

    private static final CloseOptions CLOSE_SOON = CloseOptions.timeout(Duration.ofMillis(500));

    private final ClusterAddress address;
    private final BlockingQueue<KafkaConsumer<byte[], byte[]>> idle =
            new ArrayBlockingQueue<>(MAX_IDLE);
    private volatile boolean isClosed;

    PartitionReaders(ClusterAddress address) {
        this.address = address;
    }

    /** Opens a reader at the first record that is still there. */
    PartitionReader open(String topic, int partition) throws IOException {
        var reader = unset(topic, partition);
        try {
            reader.start(reader.beginning());
            return reader;
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }

    /** Opens a reader at an offset. */
    PartitionReader open(String topic, int partition, long offset) throws IOException {
        var reader = unset(topic, partition);
        reader.start(offset);
        return reader;
    }

    private PartitionReader unset(String topic, int partition) throws IOException {
        var consumer = idle.poll();
        if (consumer == null) consumer = connect(topic);
        return new PartitionReader(this, consumer, new TopicPartition(topic, partition));
    }

    private KafkaConsumer<byte[], byte[]> connect(String topic) throws IOException {
        var settings =
                address.settings(
                        Map.of(
                                "isolation.level",
                                "read_uncommitted",
                                "enable.auto.commit",
                                false,
                                "auto.offset.reset",
                                "none",
                                "default.api.timeout.ms",
                                15_000,
                                // A request for what is not there yet delays the next reader.
                                "fetch.max.wait.ms",
                                20,
                                "reconnect.backoff.max.ms",
                                500,
                                "max.partition.fetch.bytes",
                                FETCH_BYTES));
        try {
            return new KafkaConsumer<>(
                    settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot read " + topic, e);
        }
    }

    /** A reader does not need its consumer any more. */
    void giveBack(KafkaConsumer<byte[], byte[]> consumer, boolean isSound) {
        boolean isKept = isSound && !isClosed && idle.offer(consumer);
        if (!isKept) consumer.close(CLOSE_SOON);
    }

    @Override
    public void close() {
        isClosed = true;
        for (var consumer = idle.poll(); consumer != null; consumer = idle.poll())
            consumer.close(CLOSE_SOON);
    }
}
