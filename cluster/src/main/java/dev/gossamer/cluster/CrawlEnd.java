package dev.gossamer.cluster;

import dev.gossamer.frontier.IdleShards;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * The end of the whole crawl, which any node finds from what all of them report, and writes down
 * for the others.
 */
final class CrawlEnd {
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final NodeClients clients;

    CrawlEnd(NodeClients clients) {
        this.clients = clients;
    }

    /** Writes that the crawl has ended, if it has. */
    void find() throws IOException {
        if (isAllDone()) finish();
    }

    /** Returns whether some node has found it. */
    boolean isFound() {
        return ClusterCrawl.state(clients.board()) == ClusterCrawl.State.finished;
    }

    /**
     * Whether every shard of the crawl is idle at some node, and no letter came since they said so;
     * see {@link IdleShards}. A request of an application counts as read when its letter is in an
     * inbox; that is looked at before the inboxes are.
     */
    private boolean isAllDone() throws IOException {
        var board = clients.board();
        if (ClusterCrawl.state(board) != ClusterCrawl.State.running) return false;
        var reports = board.reports();
        if (haveAllTheirPages(reports)) return true;
        if (board.value(ClusterCrawl.STAY).isPresent()) return false;
        var idle = new ArrayList<IdleShards.Report>();
        for (var report : reports) {
            if (report.control() < board.controlOffset()) return false;
            idle.add(new IdleShards.Report(report.shards(), report.isIdle()));
        }
        int shards = clients.topics().shards();
        var read = IdleShards.lettersRead(shards, idle);
        return read.isPresent()
                && areRequestsRead()
                && read.get().equals(ends(ClusterTopics.INBOX, shards, OffsetSpec.latest()));
    }

    /** Whether no request of an application waits to be read. */
    private boolean areRequestsRead() throws IOException {
        int count = ClusterTopics.EXCHANGE_PARTITIONS;
        var unread = ends(ClusterTopics.REQUESTS, count, OffsetSpec.latest());
        // Where nothing was ever read, the first one that is still there would be read next.
        var next = ends(ClusterTopics.REQUESTS, count, OffsetSpec.earliest());
        if (unread.equals(next)) return true;
        var read =
                KafkaFailure.await(
                        "cannot ask which requests were read",
                        clients.admin()
                                .listConsumerGroupOffsets(RequestReader.group(clients.address()))
                                .partitionsToOffsetAndMetadata(),
                        WAIT);
        read.forEach(
                (partition, at) -> {
                    if (at != null) next.merge(partition.partition(), at.offset(), Math::max);
                });
        return next.equals(unread);
    }

    private static boolean haveAllTheirPages(Collection<NodeReport> reports) {
        return reports.stream().anyMatch(NodeReport::isFull)
                && reports.stream().allMatch(each -> each.isFull() || each.isIdle());
    }

    private Map<Integer, Long> ends(String which, int partitions, OffsetSpec end)
            throws IOException {
        var topic = clients.address().topic(which);
        var asked = new HashMap<TopicPartition, OffsetSpec>();
        for (int i = 0; i < partitions; i++) asked.put(new TopicPartition(topic, i), end);
        var found =
                KafkaFailure.await(
                        "cannot ask for the ends of " + topic,
                        clients.admin().listOffsets(asked).all(),
                        WAIT);
        var ends = new TreeMap<Integer, Long>();
        found.forEach((partition, at) -> ends.put(partition.partition(), at.offset()));
        return ends;
    }

    private void finish() throws IOException {
        for (var report : clients.board().reports())
            clients.put(
                    ClusterCrawl.SUMMARY + report.node(),
                    new String(report.write(), StandardCharsets.UTF_8));
        clients.put(ClusterCrawl.STATE, ClusterCrawl.State.finished.name());
    }
}
