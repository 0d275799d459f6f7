package dev.gossamer.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What everybody in a cluster can read: the settings and orders of the crawl, and what each node
 * reports of itself. Owned by one thread, which reads on with {@link #read}; any thread may look.
 */
final class ClusterBoard implements AutoCloseable {
    /** A node that did not report for so long is not there. */
    static final Duration SILENCE = Duration.ofSeconds(10);

    /** Before what a node claims of the pages that the crawl may have. */
    static final String CLAIM = "pages/";

    private final PartitionReaders readers;
    private final PartitionReader control;
    private final PartitionReader nodes;
    private final LongSupplier nanoTime;
    private final Map<String, String> values = new ConcurrentSkipListMap<>();
    private final Map<String, Heard> heard = new ConcurrentSkipListMap<>();
    private final Map<String, HeardStore> heardStores = new ConcurrentSkipListMap<>();

    /** When the newest report of each node was written, also of those from before it was opened. */
    private final Map<String, Long> heardMillis = new ConcurrentSkipListMap<>();

    private final Map<String, Long> claims = new LinkedHashMap<>();
    private volatile long controlOffset;

    private record Heard(NodeReport report, long atNanos) {}

    private record HeardStore(StoringReport report, long atNanos) {}

    private ClusterBoard(
            PartitionReaders readers,
            PartitionReader control,
            PartitionReader nodes,
            LongSupplier nanoTime) {
        this.readers = readers;
        this.control = control;
        this.nodes = nodes;
        this.nanoTime = nanoTime;
    }

    /** Opens it and reads all that is there. */
    static ClusterBoard open(ClusterAddress address, LongSupplier nanoTime) throws IOException {
        var readers = new PartitionReaders(address);
        var control = readers.open(address.topic(ClusterTopics.CONTROL), 0);
        try {
            var nodes = readers.open(address.topic(ClusterTopics.NODES), 0);
            var board = new ClusterBoard(readers, control, nodes, nanoTime);
            board.read();
            // What was reported before may be of nodes that are gone: they must say it again.
            board.heard.clear();
            board.heardStores.clear();
            return board;
        } catch (IOException e) {
            control.close();
            readers.close();
            throw e;
        }
    }

    /** Reads what has come since. */
    void read() throws IOException {
        long end = control.end();
        control.readTo(end, this::value);
        controlOffset = end;
        nodes.readTo(nodes.end(), this::report);
    }

    private void value(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) return;
        var key = new String(record.key(), StandardCharsets.UTF_8);
        if (record.value() == null) {
            values.remove(key);
            return;
        }
        var value = new String(record.value(), StandardCharsets.UTF_8);
        if (!key.startsWith(CLAIM)) values.put(key, value);
        else if (value.matches("[0-9]{1,18}")) claims.putIfAbsent(key, Long.parseLong(value));
    }

    /** Returns the claims of pages in their order; to be asked by the thread that reads. */
    Map<String, Long> claims() {
        return claims;
    }

    private void report(ConsumerRecord<byte[], byte[]> record) {
        if (StoringReport.isKey(record.key())) {
            StoringReport.read(record.value())
                    .ifPresent(
                            each -> {
                                heardMillis.put(each.node(), record.timestamp());
                                heardStores.put(
                                        each.node(), new HeardStore(each, nanoTime.getAsLong()));
                            });
            return;
        }
        var report = NodeReport.read(record.value());
        if (report.isEmpty()) return;
        var node = report.get().node();
        heardMillis.put(node, record.timestamp());
        if (report.get().isGone()) heard.remove(node);
        else heard.put(node, new Heard(report.get(), nanoTime.getAsLong()));
    }

    /** Returns what an order or a setting says, if it was ever given. */
    Optional<String> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Returns the names of all orders and settings that begin so. */
    List<String> keys(String prefix) {
        return values.keySet().stream().filter(key -> key.startsWith(prefix)).toList();
    }

    /** Everything that was ordered before this offset is known here. */
    long controlOffset() {
        return controlOffset;
    }

    /** Returns the newest report of each node that was heard of lately. */
    Collection<NodeReport> reports() {
        long since = nanoTime.getAsLong() - SILENCE.toNanos();
        return heard.values().stream()
                .filter(each -> each.atNanos() >= since)
                .map(Heard::report)
                .toList();
    }

    /** Returns whether a node of either kind has reported since that time, by the wall clock. */
    boolean hasReportedSince(String node, long millis) {
        return heardMillis.getOrDefault(node, Long.MIN_VALUE) >= millis;
    }

    /** Returns the newest report of each storing node that was heard of lately. */
    Collection<StoringReport> storing() {
        long since = nanoTime.getAsLong() - SILENCE.toNanos();
        return heardStores.values().stream()
                .filter(each -> each.atNanos() >= since)
                .map(HeardStore::report)
                .toList();
    }

    /** Returns what storing nodes that have left had reported last. */
    Collection<StoringReport> stored() {
        var last = new ArrayList<StoringReport>();
        for (var each : values.entrySet())
            if (each.getKey().startsWith(StoringNode.STORED))
                StoringReport.read(each.getValue().getBytes(StandardCharsets.UTF_8))
                        .ifPresent(last::add);
        return last;
    }

    /** Returns what the nodes had reported last when the crawl ended. */
    Collection<NodeReport> last() {
        var last = new ArrayList<NodeReport>();
        for (var each : values.entrySet())
            if (each.getKey().startsWith(ClusterCrawl.SUMMARY))
                NodeReport.read(each.getValue().getBytes(StandardCharsets.UTF_8))
                        .ifPresent(last::add);
        return last;
    }

    @Override
    public void close() {
        control.close();
        nodes.close();
        readers.close();
    }
}
