package dev.gossamer.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
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
     * Whether every shard of the crawl is idle at some node, and no letter came since they said so.
     * Only a letter wakes an idle shard, so then all are idle at once.
     */
    private boolean isAllDone() throws IOException {
        var board = clients.board();
        if (ClusterCrawl.state(board) != ClusterCrawl.State.running) return false;
        var reports = board.reports();
        if (haveAllTheirPages(reports)) return true;
        var offsets = new TreeMap<Integer, Long>();
        var seen = new HashSet<Integer>();
        for (var report : reports) {
            if (!report.isIdle() || report.control() < board.controlOffset()) return false;
            for (var shard : report.shards().entrySet()) {
                if (!seen.add(shard.getKey())) return false;
                offsets.put(shard.getKey(), shard.getValue());
            }
        }
        return offsets.size() == clients.topics().shards() && offsets.equals(inboxEnds());
    }

    private static boolean haveAllTheirPages(Collection<NodeReport> reports) {
        return reports.stream().anyMatch(NodeReport::isFull)
                && reports.stream().allMatch(each -> each.isFull() || each.isIdle());
    }

    private Map<Integer, Long> inboxEnds() throws IOException {
        var inbox = clients.address().topic(ClusterTopics.INBOX);
        var asked = new HashMap<TopicPartition, OffsetSpec>();
        for (int i = 0; i < clients.topics().shards(); i++)
            asked.put(new TopicPartition(inbox, i), OffsetSpec.latest());
        var found =
                KafkaFailure.await(
                        "cannot ask for the ends of " + inbox,
                        clients.admin().listOffsets(asked).all(),
                        WAIT);
        var ends = new TreeMap<Integer, Long>();
        found.forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
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
