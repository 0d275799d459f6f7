package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.Test;

class ClusterTopicsIT {
    @Test
    void whatWasCreatedIsFoundAgainAndDeleted() throws Exception {
        var address = TestCluster.newAddress();
        assertThat(ClusterTopics.create(address, 3).shards()).isEqualTo(3);
        assertThat(ClusterTopics.open(address).shards()).isEqualTo(3);
        assertThat(address.at().crawls()).contains(address.name());
        assertThatThrownBy(() -> ClusterTopics.create(address, 3))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("there is a crawl " + address.name());
        ClusterTopics.delete(address);
        assertThat(address.at().crawls()).doesNotContain(address.name());
        assertThatThrownBy(() -> ClusterTopics.open(address))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("there is no crawl " + address.name());
    }

    @Test
    void aMissingTopicIsNamed() throws Exception {
        var topics = TestCluster.topics(1);
        try (var admin = ClusterTopics.admin(topics.address())) {
            var files = topics.address().topic("files");
            admin.deleteTopics(List.of(files)).all().get();
            // The broker hears of it a moment later.
            while (admin.listTopics().names().get().contains(files)) Thread.onSpinWait();
        }
        assertThatThrownBy(() -> ClusterTopics.open(topics.address()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(topics.address().topic("files") + " is missing");
    }

    @Test
    void aTopicOfAnotherSizeIsNamed() throws Exception {
        var topics = TestCluster.topics(1);
        var inbox = topics.address().topic("inbox");
        try (var admin = ClusterTopics.admin(topics.address())) {
            admin.createPartitions(Map.of(inbox, NewPartitions.increaseTo(2))).all().get();
            // The broker hears of it a moment later.
            while (partitions(admin, inbox) < 2) Thread.onSpinWait();
        }
        assertThatThrownBy(() -> ClusterTopics.open(topics.address()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(inbox + " has 2 partitions, not 1");
    }

    private static int partitions(Admin admin, String topic) throws Exception {
        var described = admin.describeTopics(List.of(topic)).allTopicNames().get();
        return described.values().iterator().next().partitions().size();
    }

    @Test
    void anotherFormatIsRefused() throws Exception {
        var topics = TestCluster.topics(1);
        var key = ClusterTopics.FORMAT_KEY.getBytes(StandardCharsets.UTF_8);
        try (var producer = PlainProducer.open(topics.address(), Map.of())) {
            producer.send(
                            topics.address().topic("control"),
                            0,
                            key,
                            "2".getBytes(StandardCharsets.UTF_8))
                    .get();
        }
        assertThatThrownBy(() -> ClusterTopics.open(topics.address()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is of format 2, this program reads format 1");
    }

    @Test
    void badNamesAndNumbersAreRefused() throws Exception {
        assertThatThrownBy(() -> ClusterAddress.of("127.0.0.1:1", "a.b"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                ClusterAddress.of(
                                        "127.0.0.1:1",
                                        "a".repeat(ClusterAddress.MAX_NAME_LENGTH + 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClusterAddress.of(" ", "a"))
                .isInstanceOf(IllegalArgumentException.class);
        var address = TestCluster.newAddress();
        assertThatThrownBy(() -> ClusterTopics.create(address, ClusterTopics.MAX_SHARDS + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
