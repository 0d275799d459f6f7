package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** A reader of one partition, from any offset to an offset that the caller names. */
final class PartitionReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    /** Polls without a record before the reader gives up: half a minute. */
    private static final int MAX_EMPTY_POLLS = 150;

    private final PartitionReaders readers;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;

    /** Records that were fetched and are not read yet. */
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();

    /** Of the next record to read, or one before it. */
    private long next;

    private boolean hasFailed;

    /** What takes records. */
    @FunctionalInterface
    interface Sink {
        void record(ConsumerRecord<byte[], byte[]> record) throws IOException;
    }

    /** The failure that records went while they were read: their owner does not need them. */
    static final class TrimmedException extends IOException {
        private static final long serialVersionUID = 1;

        TrimmedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    PartitionReader(
            PartitionReaders readers,
            KafkaConsumer<byte[], byte[]> consumer,
            TopicPartition partition) {
        this.readers = readers;
        this.consumer = consumer;
        this.partition = partition;
    }

    /** The first record read is the first at or after this offset. */
    void start(long offset) {
        consumer.assign(List.of(partition));
        consumer.seek(partition, offset);
        next = offset;
    }

    /** Returns the offset of the first record that is there. */
    long beginning() throws IOException {
        try {
            return offset(consumer.beginningOffsets(List.of(partition)));
        } catch (KafkaException e) {
            throw failed(e);
        }
    }

    /** Returns the offset that follows the last record that is there now. */
    long end() throws IOException {
        try {
            return offset(consumer.endOffsets(List.of(partition)));
        } catch (KafkaException e) {
            throw failed(e);
        }
    }

    private long offset(Map<TopicPartition, Long> offsets) throws IOException {
        Long offset = offsets.get(partition);
        if (offset == null) throw new IOException(partition + " does not exist");
        return offset;
    }

    /** The next record read is the first at or after this offset. */
    void seek(long offset) throws IOException {
        try {
            if (offset < next) fetched.clear();
            while (!fetched.isEmpty() && fetched.getFirst().offset() < offset) fetched.remove();
            boolean isThere = !fetched.isEmpty() || consumer.position(partition) == offset;
            if (!isThere) consumer.seek(partition, offset);
            next = offset;
        } catch (KafkaException e) {
            throw failed(e);
        }
    }

    /** Reads on, until the next record is the one at this offset or a later one. */
    void readTo(long end, Sink sink) throws IOException {
        int empty = 0;
        while (next < end) {
            while (!fetched.isEmpty() && fetched.getFirst().offset() < end)
                sink.record(fetched.remove());
            if (!fetched.isEmpty() || position() >= end) {
                next = end;
                return;
            }
            empty = poll() ? 0 : empty + 1;
            if (empty > MAX_EMPTY_POLLS)
                throw new IOException(
                        "cannot read " + partition + " at offset " + position() + ": no answer");
        }
    }

    private long position() throws IOException {
        try {
            return consumer.position(partition);
        } catch (KafkaException e) {
            throw failed(e);
        }
    }

    private boolean poll() throws IOException {
        try {
            long before = consumer.position(partition);
            for (var record : consumer.poll(POLL)) fetched.add(record);
            return !fetched.isEmpty() || consumer.position(partition) > before;
        } catch (OffsetOutOfRangeException e) {
            hasFailed = true;
            throw new TrimmedException(partition + " was trimmed while it was read", e);
        } catch (KafkaException e) {
            throw failed(e);
        }
    }

    private IOException failed(KafkaException e) {
        hasFailed = true;
        return KafkaFailure.of("cannot read " + partition, e);
    }

    /** Returns the place of a record, for messages. */
    static String place(ConsumerRecord<?, ?> record) {
        return "%s, partition %d, offset %d"
                .formatted(record.topic(), record.partition(), record.offset());
    }

    @Override
    public void close() {
        readers.giveBack(consumer, !hasFailed);
    }
}
