package dev.gossamer.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclOperation;

/** The topics of a crawl: how they are created, and whether they are what a node expects. */
public final class ClusterTopics {
    /** The journal of each shard. */
    static final String JOURNAL = "journal";

    /** Mail for each shard. */
    static final String INBOX = "inbox";

    /** The pieces of each shard's files. */
    static final String FILES = "files";

    /** Settings, by name. */
    static final String CONTROL = "control";

    /** Signs of life of the nodes. */
    static final String NODES = "nodes";

    /** What applications ask for, and what they are told. */
    static final String REQUESTS = "requests";

    static final String RESULTS = "results";

    /** What was fetched, where no node keeps it for itself. */
    static final String PAGES = "pages";

    /** Of {@link #PAGES}: the most storing nodes that have something to do. */
    static final int PAGES_PARTITIONS = 16;

    /** Questions to all nodes, and what they answer. */
    static final String QUESTIONS = "questions";

    static final String ANSWERS = "answers";

    /** Topics that the crawls of earlier versions lack. */
    private static final Set<String> ADDED_LATER = Set.of(PAGES, QUESTIONS, ANSWERS);

    /** The most shards of a crawl. */
    public static final int MAX_SHARDS = 4096;

    /** The key in {@link #CONTROL} under which the version of all formats stands. */
    static final String FORMAT_KEY = "format";

    /** Of the topics of requests and of results. */
    static final int EXCHANGE_PARTITIONS = 16;

    private static final short MAX_REPLICATION = 3;
    private static final Duration WAIT = Duration.ofSeconds(15);

    /** Between two looks whether topics are gone. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private static final int MAX_LOOKS = 200;

    /** How long pages wait for a node that stores them. */
    public static final Duration PAGES_KEPT = Duration.ofDays(1);

    /** What brokers with default settings take, whatever these brokers were told. */
    private static final int MAX_MESSAGE_BYTES = 1 << 20;

    private static final String DAY = Long.toString(Duration.ofDays(1).toMillis());
    private static final String HOUR = Long.toString(Duration.ofHours(1).toMillis());

    /** Kept until the owner of a shard deletes what nobody needs any more. */
    private static final Map<String, String> KEPT =
            Map.of(
                    "cleanup.policy", "delete",
                    "retention.ms", "-1",
                    "retention.bytes", "-1",
                    "segment.bytes", Integer.toString(32 << 20));

    private static final Map<String, String> COMPACTED =
            Map.of(
                    "cleanup.policy",
                    "compact",
                    "segment.bytes",
                    Integer.toString(64 << 20),
                    "min.cleanable.dirty.ratio",
                    "0.3",
                    "max.compaction.lag.ms",
                    DAY,
                    "delete.retention.ms",
                    HOUR);

    private final ClusterAddress address;
    private final int shards;

    /** Of {@link #ADDED_LATER}. */
    private final Set<String> missing;

    private ClusterTopics(ClusterAddress address, int shards, Set<String> missing) {
        this.address = address;
        this.shards = shards;
        this.missing = missing;
    }

    /** Returns the address that the topics were found at. */
    public ClusterAddress address() {
        return address;
    }

    /** Returns the number of shards of the crawl. */
    public int shards() {
        return shards;
    }

    private static Map<String, Integer> partitions(int shards) {
        var partitions = new TreeMap<String, Integer>();
        for (var each : List.of(JOURNAL, INBOX, FILES)) partitions.put(each, shards);
        for (var each : List.of(CONTROL, NODES)) partitions.put(each, 1);
        for (var each : List.of(REQUESTS, RESULTS)) partitions.put(each, EXCHANGE_PARTITIONS);
        partitions.put(PAGES, PAGES_PARTITIONS);
        for (var each : List.of(QUESTIONS, ANSWERS)) partitions.put(each, 1);
        return partitions;
    }

    private static Map<String, String> settings(String topic) {
        return switch (topic) {
            case JOURNAL, INBOX -> KEPT;
            case FILES, CONTROL -> COMPACTED;
            case NODES, QUESTIONS, ANSWERS -> retained(Duration.ofMinutes(10));
            case PAGES -> retained(PAGES_KEPT);
            default -> retained(Duration.ofDays(7));
        };
    }

    private static Map<String, String> retained(Duration time) {
        return Map.of(
                "cleanup.policy",
                "delete",
                "retention.ms",
                Long.toString(time.toMillis()),
                "segment.ms",
                Long.toString(Math.min(time.toMillis(), Duration.ofDays(1).toMillis())),
                "max.message.bytes",
                Integer.toString(MAX_MESSAGE_BYTES));
    }

    /** Returns the names of the crawls that have all their topics among these. */
    static SortedSet<String> crawls(Set<String> topics) {
        var needed = new TreeSet<>(partitions(1).keySet());
        needed.removeAll(ADDED_LATER);
        var crawls = new TreeSet<String>();
        for (var topic : topics) {
            if (!topic.endsWith("." + JOURNAL)) continue;
            var name = topic.substring(0, topic.length() - JOURNAL.length() - 1);
            boolean isWhole = needed.stream().allMatch(each -> topics.contains(name + "." + each));
            if (isWhole && ClusterAddress.isName(name)) crawls.add(name);
        }
        return crawls;
    }

    /** Returns whether the crawl has a topic that those of earlier versions lack. */
    boolean has(String topic) {
        return !missing.contains(topic);
    }

    /**
     * Refuses a crawl of an earlier version that lacks one of the topics.
     *
     * @throws IOException with one clear line
     */
    void require(String topic) throws IOException {
        if (missing.contains(topic))
            throw new IOException(
                    "the crawl %s was created by an earlier version and has no topic %s"
                            .formatted(address.place(), address.topic(topic)));
    }

    /**
     * Refuses a user to whom the brokers would refuse something that a node does.
     *
     * @param rights that it needs, by topic
     * @throws IOException with one clear line, which names what is missing
     */
    void requireRights(Admin admin, Map<String, Set<AclOperation>> rights) throws IOException {
        var lacking = NodeRights.lacking(admin, this, rights);
        if (!lacking.isEmpty())
            throw new IOException(
                    "this user may not be a node of %s; it lacks: %s"
                            .formatted(address.place(), String.join(", ", lacking)));
    }

    /**
     * Creates the topics of a new crawl.
     *
     * @throws IOException also when there is a crawl of this name already
     */
    public static ClusterTopics create(ClusterAddress address, int shards) throws IOException {
        if (shards < 1 || shards > MAX_SHARDS)
            throw new IllegalArgumentException(
                    "a crawl has from 1 to %d shards: %d".formatted(MAX_SHARDS, shards));
        try (var admin = admin(address)) {
            int brokers = Calls.brokers(admin, address);
            short replication = (short) Math.min(MAX_REPLICATION, brokers);
            var existing = Calls.existing(admin, address);
            if (!existing.isEmpty())
                throw new WrongCrawlException(
                        "there is a crawl %s already; delete it or choose another name"
                                .formatted(address.place()));
            var topics = new ArrayList<NewTopic>();
            partitions(shards)
                    .forEach(
                            (name, partitions) -> {
                                var settings = new HashMap<>(settings(name));
                                settings.put("unclean.leader.election.enable", "false");
                                settings.put(
                                        "min.insync.replicas",
                                        replication == MAX_REPLICATION ? "2" : "1");
                                topics.add(
                                        new NewTopic(address.topic(name), partitions, replication)
                                                .configs(settings));
                            });
            KafkaFailure.await(
                    "cannot create the topics of " + address.place(),
                    admin.createTopics(topics).all().toCompletionStage().toCompletableFuture(),
                    WAIT);
        }
        try (var producer = PlainProducer.open(address, Map.of())) {
            KafkaFailure.await(
                    "cannot write the format of " + address.place(),
                    producer.send(address.topic(CONTROL), 0, bytes(FORMAT_KEY), bytes(format())),
                    WAIT);
        }
        return new ClusterTopics(address, shards, Set.of());
    }

    private static String format() {
        return Byte.toString(JournalCodec.VERSION);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Finds the topics of a crawl and checks them.
     *
     * @throws IOException with one clear line, when there are none, some are missing or of another
     *     size, or they were written by another version of the program
     */
    public static ClusterTopics open(ClusterAddress address) throws IOException {
        int shards;
        var missing = new TreeSet<String>();
        try (var admin = admin(address)) {
            var existing = Calls.existing(admin, address);
            if (existing.isEmpty()) throw absent(address);
            shards = existing.getOrDefault(address.topic(JOURNAL), 0);
            for (var expected : partitions(Math.max(1, shards)).entrySet()) {
                String topic = address.topic(expected.getKey());
                Integer partitions = existing.get(topic);
                if (partitions == null && ADDED_LATER.contains(expected.getKey())) {
                    missing.add(expected.getKey());
                    continue;
                }
                if (partitions == null) throw new IOException("the topic " + topic + " is missing");
                if (!partitions.equals(expected.getValue()))
                    throw new IOException(
                            "the topic %s has %d partitions, not %d"
                                    .formatted(topic, partitions, expected.getValue()));
            }
            Calls.refuseOldTransactions(admin, address);
        }
        var found = writtenFormat(address);
        if (!found.equals(Optional.of(format())))
            throw new IOException(
                    "the crawl %s is of format %s, this program reads format %s"
                            .formatted(address.place(), found.orElse("unknown"), format()));
        return new ClusterTopics(address, shards, missing);
    }

    private static WrongCrawlException absent(ClusterAddress address) {
        return new WrongCrawlException(
                "there is no crawl %s; create it first".formatted(address.place()));
    }

    private static Optional<String> writtenFormat(ClusterAddress address) throws IOException {
        var found = new String[1];
        try (var readers = new PartitionReaders(address);
                var control = readers.open(address.topic(CONTROL), 0)) {
            control.readTo(
                    control.end(),
                    record -> {
                        boolean isFormat =
                                record.key() != null
                                        && new String(record.key(), StandardCharsets.UTF_8)
                                                .equals(FORMAT_KEY);
                        if (isFormat && record.value() != null)
                            found[0] = new String(record.value(), StandardCharsets.UTF_8);
                    });
        }
        return Optional.ofNullable(found[0]);
    }

    /** Deletes all topics of a crawl, also of one that lacks some, and with them the crawl. */
    public static void delete(ClusterAddress address) throws IOException {
        try (var admin = admin(address)) {
            var existing = Calls.existing(admin, address).keySet();
            if (existing.isEmpty()) throw absent(address);
            KafkaFailure.await(
                    "cannot delete " + address.place(),
                    admin.deleteTopics(existing).all().toCompletionStage().toCompletableFuture(),
                    WAIT);
            awaitGone(admin, address);
        }
    }

    /**
     * A broker that has not heard of it yet would tell whoever creates them anew of the old ones.
     */
    private static void awaitGone(Admin admin, ClusterAddress address) throws IOException {
        try {
            for (int looks = 0; looks < MAX_LOOKS; looks++) {
                if (Calls.names(admin, address).isEmpty()) return;
                if (new CountDownLatch(1).await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) return;
            }
        } catch (InterruptedException e) {
            throw KafkaFailure.of("cannot delete " + address.place(), e);
        }
    }

    /** Opens the client that creates, trims and fences. */
    static Admin admin(ClusterAddress address) throws IOException {
        return address.at().admin(address.place());
    }

    /** Questions to the brokers. */
    private static final class Calls {
        private static final String TRANSACTIONS = "transaction.version";

        private Calls() {}

        static int brokers(Admin admin, ClusterAddress address) throws IOException {
            return KafkaFailure.await(
                            "cannot reach " + address.place(),
                            admin.describeCluster().nodes(),
                            WAIT)
                    .size();
        }

        /** Returns the crawl's topics with their numbers of partitions. */
        static Map<String, Integer> existing(Admin admin, ClusterAddress address)
                throws IOException {
            var sizes = new TreeMap<String, Integer>();
            KafkaFailure.await(
                            "cannot reach " + address.place(),
                            admin.describeTopics(names(admin, address)).allTopicNames(),
                            WAIT)
                    .forEach((name, topic) -> sizes.put(name, topic.partitions().size()));
            return sizes;
        }

        /** Returns the names of the crawl's topics. */
        static Set<String> names(Admin admin, ClusterAddress address) throws IOException {
            var names = new TreeSet<String>();
            for (var name :
                    KafkaFailure.await(
                            "cannot reach " + address.place(), admin.listTopics().names(), WAIT))
                if (isOurs(name, address)) names.add(name);
            return names;
        }

        private static boolean isOurs(String name, ClusterAddress address) {
            return partitions(1).keySet().stream()
                    .anyMatch(each -> name.equals(address.topic(each)));
        }

        /** Only the newer protocol refuses every record of a node that was fenced. */
        static void refuseOldTransactions(Admin admin, ClusterAddress address) throws IOException {
            var features =
                    KafkaFailure.await(
                            "cannot reach " + address.place(),
                            admin.describeFeatures().featureMetadata(),
                            WAIT);
            var version = features.finalizedFeatures().get(TRANSACTIONS);
            if (version == null || version.maxVersionLevel() < 2)
                throw new IOException(
                        "the brokers of %s need %s 2 (kafka-features.sh upgrade)"
                                .formatted(address.place(), TRANSACTIONS));
        }
    }
}
