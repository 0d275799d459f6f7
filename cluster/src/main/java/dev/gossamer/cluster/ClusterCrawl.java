package dev.gossamer.cluster;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.StoreKind;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.files.ReadsTheClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A crawl in a cluster, seen from outside: begins it, tells how it stands, gives orders. */
@ReadsTheClock
public final class ClusterCrawl implements AutoCloseable {
    /** Under which the seed of all fingerprints stands. */
    static final String SEED = "seed";

    /** Under which its state stands. */
    static final String STATE = "state";

    /** Under which stands what the nodes had reported last when the crawl ended. */
    static final String SUMMARY = "summary/";

    /** Under which something stands if the crawl does not end when it is idle. */
    static final String STAY = "stay";

    /** Before the name of a node that is to leave. */
    static final String DRAIN = "drain/";

    private static final Duration WAIT = Duration.ofSeconds(15);

    private static final String BLOCKED = "block";

    /** What an operator wants of the whole crawl, or what became of it. */
    public enum State {
        running,
        paused,
        stopped,
        finished
    }

    private final ClusterTopics topics;
    private final ClusterBoard board;
    private final PlainProducer producer;

    private ClusterCrawl(ClusterTopics topics, ClusterBoard board, PlainProducer producer) {
        this.topics = topics;
        this.board = board;
        this.producer = producer;
    }

    /**
     * Begins a crawl, which nodes may join from then on.
     *
     * @param crawl its settings and seeds
     * @param stays whether it waits for requests of applications when nothing is left to do, until
     *     it is stopped
     * @throws UsageException if there is one of that name already, or there are no seeds
     */
    public static void create(
            ClusterAddress address, int shards, Crawl crawl, boolean stays, InstantSource clock)
            throws IOException {
        var letters = crawl.seedLetters(shards, clock.instant());
        if (letters.isEmpty()) throw new UsageException("name a URL to start from");
        var settings = crawl.settingsText();
        SettingsRecords.check(settings);
        ClusterTopics.create(address, shards);
        try (var producer = PlainProducer.open(address, Map.of())) {
            var inbox = address.topic(ClusterTopics.INBOX);
            for (var shard : letters.entrySet())
                for (var letter : shard.getValue())
                    KafkaFailure.await(
                            "cannot send the seeds",
                            producer.send(inbox, shard.getKey(), null, letter),
                            WAIT);
            put(producer, address, SEED, Long.toString(new SecureRandom().nextLong()));
            if (stays) put(producer, address, STAY, "yes");
            // The last of it: a node waits for the settings.
            SettingsRecords.put(producer, address, settings);
        }
    }

    static void put(
            PlainProducer producer, ClusterAddress address, String key, @Nullable String value)
            throws IOException {
        KafkaFailure.await(
                "cannot write to " + address.place(),
                producer.send(
                        address.topic(ClusterTopics.CONTROL),
                        0,
                        key.getBytes(StandardCharsets.UTF_8),
                        value == null ? null : value.getBytes(StandardCharsets.UTF_8)),
                WAIT);
    }

    /** Finds a crawl. */
    public static ClusterCrawl open(ClusterAddress address) throws IOException {
        var topics = ClusterTopics.open(address);
        var board = ClusterBoard.open(address, System::nanoTime);
        try {
            return new ClusterCrawl(topics, board, PlainProducer.open(address, Map.of()));
        } catch (IOException e) {
            board.close();
            throw e;
        }
    }

    /** Returns how many pages the whole crawl may have, by its settings. */
    static long maxPages(String settings) {
        var most = Crawl.writtenSettings("settings", settings).get("max-pages");
        return most == null ? Long.MAX_VALUE : Long.parseLong(most.toString());
    }

    /** Returns where it is. */
    public ClusterAddress address() {
        return topics.address();
    }

    /** Returns how many shards it has. */
    public int shards() {
        return topics.shards();
    }

    /** Reads on what nodes report. */
    public void read() throws IOException {
        board.read();
    }

    /** Returns what is wanted of it, or what became of it. */
    public State state() {
        return state(board);
    }

    static State state(ClusterBoard board) {
        return board.value(STATE).map(State::valueOf).orElse(State.running);
    }

    /**
     * Returns the newest report of each node, as far as they came since it was opened; of a crawl
     * that has ended the last ones.
     */
    public Collection<NodeReport> nodes() {
        return state() == State.finished ? board.last() : board.reports();
    }

    /** Returns the newest report of each storing node; of one that has left the last one. */
    public Collection<StoringReport> storing() {
        var byName = new TreeMap<String, StoringReport>();
        for (var each : board.stored()) byName.put(each.node(), each);
        for (var each : board.storing()) byName.put(each.node(), each);
        return byName.values();
    }

    /**
     * Returns the archives of nodes that are gone and did not leave in good order. Where the disk
     * went with the node, so did its WARC files; a node that is started again in that folder goes
     * on with them.
     */
    public List<NodeArchive> lostArchives() {
        long since = InstantSource.system().millis() - ClusterBoard.SILENCE.toMillis();
        return NodeArchive.all(board).stream()
                .filter(each -> !each.hasLeft() && !board.hasReportedSince(each.node(), since))
                .toList();
    }

    /** Returns whether a storing node was heard of lately. */
    public boolean isStored() {
        return !board.storing().isEmpty();
    }

    /** Returns whether what is fetched goes to the topic of pages. */
    public boolean sendsPages() {
        return sendsPages(settings().orElse(""));
    }

    static boolean sendsPages(String settings) {
        return !settings.isEmpty()
                && Crawl.of()
                        .configure("settings", settings)
                        .options()
                        .storage()
                        .stores()
                        .contains(StoreKind.TOPIC);
    }

    /** Returns how many records of the topic of pages no storing node has stored yet. */
    public long pagesWaiting() throws IOException {
        topics.require(ClusterTopics.PAGES);
        return PagesBacklog.of(topics.address());
    }

    /**
     * Changes settings on all nodes.
     *
     * @param changed by their names, as {@code crawl.yaml} has them
     * @throws UsageException if one of them cannot have that value
     */
    public void set(Map<String, ?> changed) throws IOException {
        var label = "settings of " + topics.address().name();
        var crawl = Crawl.of().configure(label, settings().orElse(""));
        changed.forEach(crawl::set);
        SettingsRecords.put(producer, topics.address(), crawl.settingsText());
        board.read();
        SettingsRecords.forgetOthers(board, producer, topics.address());
    }

    /** Returns the hosts that are not asked now. */
    public List<String> blocked() {
        var written = Crawl.writtenSettings("settings", settings().orElse("")).get(BLOCKED);
        return written instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Blocks a host or a domain on all nodes, or lets it go. */
    public void block(String pattern, boolean isBlocked) throws IOException {
        var hosts = new TreeSet<>(blocked());
        if (isBlocked) hosts.add(pattern);
        else hosts.remove(pattern);
        set(Map.of(BLOCKED, List.copyOf(hosts)));
    }

    /** Returns the settings that are in force, as {@code crawl.yaml} has them. */
    public Optional<String> settings() {
        return SettingsRecords.read(board);
    }

    /** Tells all nodes what is wanted; they act on it within a second. */
    public void want(State state) throws IOException {
        put(producer, topics.address(), STATE, state.name());
    }

    /** Has a node leave in good order. */
    public void drain(String node) throws IOException {
        put(producer, topics.address(), DRAIN + node, "yes");
    }

    /** Returns the offset up to which orders were given: a node that reports it has them all. */
    public long orders() throws IOException {
        board.read();
        return board.controlOffset();
    }

    @Override
    public void close() {
        board.close();
        producer.close();
    }
}
