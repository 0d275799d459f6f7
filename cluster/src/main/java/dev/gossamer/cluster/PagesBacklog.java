package dev.gossamer.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** How many records of the topic of pages wait to be stored. */
final class PagesBacklog {
    private static final Duration WAIT = Duration.ofSeconds(15);

    private PagesBacklog() {}

    /** Asks the brokers. */
    static long of(ClusterAddress address) throws IOException {
        var topic = address.topic(ClusterTopics.PAGES);
        var what = "cannot ask for the offsets of " + topic;
        try (var admin = ClusterTopics.admin(address)) {
            var ends =
                    KafkaFailure.await(
                            what, admin.listOffsets(each(topic, OffsetSpec.latest())).all(), WAIT);
            var beginnings =
                    KafkaFailure.await(
                            what,
                            admin.listOffsets(each(topic, OffsetSpec.earliest())).all(),
                            WAIT);
            var committed =
                    KafkaFailure.await(
                            what,
                            admin.listConsumerGroupOffsets(StoringNode.group(address))
                                    .partitionsToOffsetAndMetadata(),
                            WAIT);
            return records(offsets(ends), offsets(beginnings), committed);
        }
    }

    private static Map<TopicPartition, OffsetSpec> each(String topic, OffsetSpec which) {
        var asked = new HashMap<TopicPartition, OffsetSpec>();
        for (int i = 0; i < ClusterTopics.PAGES_PARTITIONS; i++)
            asked.put(new TopicPartition(topic, i), which);
        return asked;
    }

    private static Map<TopicPartition, Long> offsets(
            Map<TopicPartition, ListOffsetsResultInfo> found) {
        var offsets = new HashMap<TopicPartition, Long>();
        found.forEach((partition, each) -> offsets.put(partition, each.offset()));
        return offsets;
    }

    /**
     * Counts the records that lie behind what is stored.
     *
     * @param committed up to where each partition is stored; null or absent where nothing is
     */
    static long records(
            Map<TopicPartition, Long> ends,
            Map<TopicPartition, Long> beginnings,
            Map<TopicPartition, @Nullable OffsetAndMetadata> committed) {
        long waiting = 0;
        for (var end : ends.entrySet()) {
            long first = beginnings.getOrDefault(end.getKey(), 0L);
            var stored = committed.get(end.getKey());
            // What was kept no longer waits no longer.
            long next = stored == null ? first : Math.max(first, stored.offset());
            waiting += Math.max(0, end.getValue() - next);
        }
        return waiting;
    }
}
