package dev.gossamer.cluster;

import dev.gossamer.crawl.ReceivedCrawl;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.files.ReadsTheClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * One life of a node that stores what others fetch. It shares the partitions of the topic of pages
 * with the other storing nodes, writes their captures into an archive, and tells the brokers how
 * far it has read when the archive is synced: so a node that dies leaves nothing out, and what it
 * wrote since its last sync is stored once more by another.
 *
 * <p>One thread calls {@link #run} and owns everything; any thread may call {@link #leave}.
 */
@ReadsTheClock
public final class StoringNode implements AutoCloseable {
    /** Between two syncs of the archive, after each of which the brokers know how far it is. */
    private static final Duration SYNC = Duration.ofSeconds(2);

    private static final Duration BEAT = Duration.ofMillis(500);
    private static final Duration POLL = Duration.ofMillis(250);

    /** Before the name of a storing node, what it reported last before it left. */
    static final String STORED = "stored/";

    /**
     * What a storing node needs to know of itself.
     *
     * @param name that it keeps from one life to the next
     * @param folder for its archive
     * @param session how long it may be silent before others have its partitions
     */
    public record Options(String name, Path folder, Duration session) {}

    private final ClusterAddress address;
    private final Options options;
    private final ClusterBoard board;
    private final PlainProducer producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final ReceivedCrawl archive;
    private final QuestionDesk desk;
    private final Consumer<String> told;
    private final String topic;
    private final Set<TopicPartition> all = new HashSet<>();

    /** The partitions that the group gave this node. */
    private final Map<TopicPartition, PageAssembly> reading = new HashMap<>();

    private volatile boolean isLeaving;
    private @Nullable IOException failure;
    private final long joinedNanos = System.nanoTime();
    private long syncedNanos = joinedNanos;
    private long beatNanos = joinedNanos;
    private long damaged;

    private StoringNode(
            ClusterAddress address,
            Options options,
            ClusterBoard board,
            PlainProducer producer,
            KafkaConsumer<byte[], byte[]> consumer,
            ReceivedCrawl archive,
            QuestionDesk desk,
            Consumer<String> told) {
        this.address = address;
        this.options = options;
        this.board = board;
        this.producer = producer;
        this.consumer = consumer;
        this.archive = archive;
        this.desk = desk;
        this.told = told;
        topic = address.topic(ClusterTopics.PAGES);
        for (int i = 0; i < ClusterTopics.PAGES_PARTITIONS; i++)
            all.add(new TopicPartition(topic, i));
    }

    /** Returns the name of the group of the storing nodes of a crawl. */
    static String group(ClusterAddress address) {
        return address.name() + ".store";
    }

    /**
     * Joins the storing nodes of a crawl.
     *
     * @param told hears of what happens, a line each
     * @throws UsageException if the crawl does not send its pages to the topic, or the folder is in
     *     use
     */
    public static StoringNode join(ClusterAddress address, Options options, Consumer<String> told)
            throws IOException {
        var topics = ClusterTopics.open(address);
        topics.require(ClusterTopics.PAGES);
        try (var admin = ClusterTopics.admin(address)) {
            topics.requireRights(admin, NodeRights.STORING);
        }
        var board = ClusterBoard.open(address, System::nanoTime);
        try {
            var settings = SettingsRecords.read(board).orElse("");
            if (!ClusterCrawl.sendsPages(settings))
                throw new UsageException(
                        "the nodes of %s keep their pages themselves; only a crawl that was created with '--store topic' has storing nodes"
                                .formatted(address.name()));
            return join(address, options, board, settings, told);
        } catch (IOException | RuntimeException e) {
            board.close();
            throw e;
        }
    }

    private static StoringNode join(
            ClusterAddress address,
            Options options,
            ClusterBoard board,
            String settings,
            Consumer<String> told)
            throws IOException {
        var producer = PlainProducer.open(address, Map.of("linger.ms", 5));
        try {
            // An order of before its last life was carried out.
            var drain = ClusterCrawl.DRAIN + options.name();
            if (board.value(drain).isPresent()) {
                ClusterCrawl.put(producer, address, drain, null);
                board.read();
            }
            var consumer = consumer(address, options.session());
            try {
                var archive =
                        ReceivedCrawl.open(
                                options.folder(),
                                "the topic " + address.topic(ClusterTopics.PAGES),
                                settings,
                                System::nanoTime);
                var desk =
                        QuestionDesk.open(
                                address,
                                options.name(),
                                new FolderAnswers(options.folder(), _ -> Optional.empty()),
                                producer,
                                told);
                NodeArchive.of(options.name(), options.folder(), false)
                        .note(board, producer, address);
                return new StoringNode(
                        address, options, board, producer, consumer, archive, desk, told);
            } catch (IOException | RuntimeException e) {
                consumer.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            producer.close();
            throw e;
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(ClusterAddress address, Duration session)
            throws IOException {
        var settings = new HashMap<String, Object>();
        settings.put("group.id", group(address));
        settings.put("group.protocol", "classic");
        settings.put("session.timeout.ms", (int) session.toMillis());
        settings.put("heartbeat.interval.ms", (int) session.toMillis() / 6);
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "earliest");
        settings.put("isolation.level", "read_uncommitted");
        settings.put("default.api.timeout.ms", 15_000);
        settings.put("reconnect.backoff.max.ms", 500);
        settings.put("max.poll.records", 200);
        try {
            return new KafkaConsumer<>(
                    address.settings(settings),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer());
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot join the storing nodes of " + address.place(), e);
        }
    }

    /**
     * Stores pages until the crawl has ended and all of them are stored, or until it is told to
     * leave.
     *
     * @return whether everything is stored
     * @throws IOException when the brokers or the disk fail; another life goes on where this one
     *     was synced last
     */
    public boolean run() throws IOException {
        try {
            consumer.subscribe(List.of(topic), new Rebalances());
            while (!isLeaving) {
                poll();
                long now = System.nanoTime();
                if (now - syncedNanos >= SYNC.toNanos()) settle(reading.keySet());
                if (now - beatNanos < BEAT.toNanos()) continue;
                beatNanos = now;
                beat();
                if (isAllStored()) {
                    archive.complete();
                    farewell();
                    return true;
                }
            }
            settle(reading.keySet());
            farewell();
            return false;
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot store the pages of " + address.place(), e);
        }
    }

    private void poll() throws IOException {
        for (var record : consumer.poll(POLL)) {
            var assembly = reading.get(new TopicPartition(topic, record.partition()));
            if (assembly != null) assembly.take(record);
        }
        if (failure != null) throw failure;
    }

    /** Syncs the archive, and then tells the brokers how far these partitions are stored. */
    private void settle(Collection<TopicPartition> partitions) throws IOException {
        archive.sync();
        syncedNanos = System.nanoTime();
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (var each : partitions) {
            var assembly = reading.get(each);
            if (assembly != null) offsets.put(each, new OffsetAndMetadata(assembly.firstNeeded()));
        }
        try {
            if (!offsets.isEmpty()) consumer.commitSync(offsets);
        } catch (RebalanceInProgressException _) {
            // Partitions move: the next poll takes part in that, and then it is told again.
        } catch (CommitFailedException _) {
            // Others have the partitions, and store once more what was not told.
        }
    }

    private void beat() throws IOException {
        board.read();
        var _ =
                producer.send(
                        address.topic(ClusterTopics.NODES),
                        0,
                        StoringReport.key(),
                        report().write());
        long now = reading.values().stream().mapToLong(PageAssembly::damaged).sum();
        if (now > damaged) told.accept("%,d records could not be read".formatted(now));
        damaged = now;
        if (board.value(ClusterCrawl.DRAIN + options.name()).isPresent()) {
            told.accept("drained");
            isLeaving = true;
        }
    }

    private StoringReport report() {
        long behind = 0;
        for (var each : reading.keySet()) behind += consumer.currentLag(each).orElse(0);
        return new StoringReport(options.name(), archive.pages(), behind);
    }

    /** The brokers keep what it reported last, as a crawling node's. */
    private void farewell() throws IOException {
        ClusterCrawl.put(
                producer,
                address,
                STORED + options.name(),
                new String(report().write(), StandardCharsets.UTF_8));
        NodeArchive.of(options.name(), options.folder(), true).note(board, producer, address);
    }

    /**
     * Whether nobody sends pages any more, and the storing nodes together have stored all that is
     * in the topic. What is unfinished then will never be finished.
     */
    private boolean isAllStored() throws IOException {
        if (!areAllSent()) return false;
        var ends = consumer.endOffsets(all);
        for (var each : reading.entrySet())
            if (each.getValue().next() < ends.getOrDefault(each.getKey(), 0L)) return false;
        for (var each : reading.values()) each.close();
        settle(reading.keySet());
        return PagesBacklog.records(ends, consumer.beginningOffsets(all), consumer.committed(all))
                == 0;
    }

    private boolean areAllSent() {
        return switch (ClusterCrawl.state(board)) {
            // It ended because nobody had anything left to send.
            case finished -> true;
            case stopped ->
                    board.reports().isEmpty()
                            && System.nanoTime() - joinedNanos > ClusterBoard.SILENCE.toNanos();
            case running, paused -> false;
        };
    }

    /** Has it leave soon; what it has not stored then others store. Any thread may call it. */
    public void leave() {
        isLeaving = true;
    }

    private final class Rebalances implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            for (var each : partitions)
                reading.put(
                        each, new PageAssembly(archive.bodies(), archive, consumer.position(each)));
            if (!partitions.isEmpty())
                told.accept("stores %d of %d parts".formatted(reading.size(), all.size()));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            try {
                if (!partitions.isEmpty()) settle(partitions);
            } catch (IOException e) {
                failure = e;
            }
            forget(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            forget(partitions);
        }

        private void forget(Collection<TopicPartition> partitions) {
            for (var each : partitions) {
                var assembly = reading.remove(each);
                try {
                    if (assembly != null) assembly.close();
                } catch (IOException e) {
                    failure = e;
                }
            }
        }
    }

    /** Leaves the group and closes the archive; links and index are built to their end first. */
    @Override
    public void close() throws IOException {
        try (archive;
                board;
                producer;
                desk) {
            consumer.close();
        } catch (KafkaException e) {
            throw KafkaFailure.of("cannot leave the storing nodes of " + address.place(), e);
        }
    }
}
