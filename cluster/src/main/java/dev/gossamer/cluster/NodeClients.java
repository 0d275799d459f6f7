package dev.gossamer.cluster;

import dev.gossamer.files.ReadsTheClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;

/**
 * The connections of one life of a node to the brokers.
 *
 * @param board settings, orders and reports of all nodes
 * @param producer of records that need no fence: mail, reports, answers, results
 * @param blobs the files of shards
 * @param store the shards that this life owns
 */
@ReadsTheClock
record NodeClients(
        ClusterTopics topics,
        ClusterBoard board,
        PlainProducer producer,
        Blobs blobs,
        ShardStore store,
        Admin admin)
        implements AutoCloseable {
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

    /**
     * Opens all of them, or none.
     *
     * @param shared a folder for the files of shards; without it they are in Kafka
     */
    static NodeClients open(ClusterAddress address, Optional<Path> shared) throws IOException {
        var topics = ClusterTopics.open(address);
        var opened = new ArrayDeque<Runnable>();
        try {
            var admin = ClusterTopics.admin(address);
            opened.push(() -> admin.close(CLOSE_WAIT));
            topics.requireRights(admin, NodeRights.CRAWLING);
            var board = ClusterBoard.open(address, System::nanoTime);
            opened.push(board::close);
            var producer = PlainProducer.open(address, Map.of("linger.ms", 5));
            opened.push(producer::close);
            var blobs =
                    shared.isPresent() ? new FolderBlobs(shared.get()) : KafkaBlobs.open(address);
            opened.push(blobs::close);
            var times = new ShardStore.Times(System::nanoTime, InstantSource.system());
            var store = ShardStore.open(topics, admin, UUID.randomUUID().toString(), blobs, times);
            opened.push(store::close);
            return new NodeClients(topics, board, producer, blobs, store, admin);
        } catch (IOException | RuntimeException e) {
            opened.forEach(Runnable::run);
            throw e;
        }
    }

    ClusterAddress address() {
        return topics.address();
    }

    /** Writes to the board, and waits until the brokers have it. */
    void put(String key, String value) throws IOException {
        ClusterCrawl.put(producer, address(), key, value);
    }

    @Override
    public void close() {
        store.close();
        blobs.close();
        producer.close();
        admin.close(CLOSE_WAIT);
        board.close();
    }
}
