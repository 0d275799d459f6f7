package dev.gossamer.cluster;

import dev.gossamer.crawl.ClusterPart;
import dev.gossamer.crawl.Control;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.ShardDoor;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.files.ReadsTheClock;
import dev.gossamer.frontier.Mail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One life of a node of a cluster: it joins, takes the shards that the group proposes, crawls them,
 * and lets them go. When it was fenced, or could not reach the brokers for long, its life ends and
 * the caller begins another.
 */
@ReadsTheClock
public final class ClusterNode implements ClusterPart, Shareholder, AutoCloseable {
    /** How long after a record was sent that is acknowledged by now requests may be begun. */
    private static final Duration LEASE = Duration.ofSeconds(2);

    /** After so long without an acknowledgement all connections are closed. */
    private static final Duration CUT_OFF = Duration.ofSeconds(8);

    /** How long a node that was fenced may have had requests under way, by the two above. */
    private static final Duration WAIT_OUT = Duration.ofSeconds(15);

    /** Between two reports; each shows that the loop turns. */
    private static final Duration BEAT = Duration.ofMillis(500);

    /** Between two windings of the dead man's switch. */
    private static final Duration WIND = Duration.ofMillis(250);

    /** Before a shard that another node has is asked for once more. */
    private static final Duration RETRY = Duration.ofMillis(500);

    /** Between two deletions of letters; longer than a life without acknowledgements lasts. */
    private static final Duration TRIM = Duration.ofSeconds(60);

    private static final Duration CLOSE_WAIT = Duration.ofSeconds(20);

    /**
     * What a node needs to know of itself.
     *
     * @param name that it keeps from one life to the next
     * @param folder for its archive, its log and the files of its shards
     * @param session how long it may be silent before the others take its shards
     * @param blobs a folder that all nodes share, for the files of shards; without it they are in
     *     Kafka
     */
    public record Options(String name, Path folder, Duration session, Optional<Path> blobs) {}

    private final Options options;
    private final ClusterTopics topics;
    private final ClusterBoard board;
    private final PlainProducer producer;
    private final Blobs blobs;
    private final ShardStore store;
    private final Admin admin;
    private final Consumer<String> told;
    private final CountDownLatch mayJoin = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService takers = Executors.newSingleThreadExecutor(daemon("taker"));
    private final Thread beats = daemon("node-reports").newThread(this::beat);
    private final Map<Integer, ClusterDisk> taken = new ConcurrentHashMap<>();

    /** Shards that the group wants this node to have. */
    private final Set<Integer> wanted = ConcurrentHashMap.newKeySet();

    private final Object taking = new Object();
    private final NodeMail mail = new NodeMail(this::send);
    private final Crawl crawl;
    private @Nullable Mailroom mailroom;
    private volatile @Nullable ShardDoor door;
    private volatile long maxPages;
    private volatile long allowed;
    private volatile long fetched;
    private volatile boolean isSpent;
    private long trimmedNanos = System.nanoTime();
    private Map<Integer, Long> takenLetters = Map.of();
    private int claims;
    private boolean isClaiming;
    private String settings = "";
    private volatile boolean drainedBefore;
    private volatile boolean isOver;
    private volatile boolean isLeaving;
    private volatile boolean isClosed;
    private volatile boolean isLost;

    private ClusterNode(
            Options options,
            ClusterTopics topics,
            ClusterBoard board,
            PlainProducer producer,
            Blobs blobs,
            ShardStore store,
            Admin admin,
            Consumer<String> told)
            throws IOException {
        this.options = options;
        this.topics = topics;
        this.board = board;
        this.producer = producer;
        this.blobs = blobs;
        this.store = store;
        this.admin = admin;
        this.told = told;
        crawl = newCrawl().inCluster(this);
        // Before the first page is asked for, so that none is fetched that nobody claimed.
        maxPages = mostPages(board.value(ClusterCrawl.SETTINGS).orElse(""));
    }

    private static ThreadFactory daemon(String name) {
        return Thread.ofPlatform().name(name).daemon().factory();
    }

    /**
     * Joins the cluster; the crawl is to be run next.
     *
     * @param told hears of shards that come and go, a line each
     */
    public static ClusterNode join(ClusterAddress address, Options options, Consumer<String> told)
            throws IOException {
        var topics = ClusterTopics.open(address);
        var board = ClusterBoard.open(address, System::nanoTime);
        var producer = PlainProducer.open(address, Map.of("linger.ms", 5));
        var blobs =
                options.blobs().isPresent()
                        ? new FolderBlobs(options.blobs().get())
                        : KafkaBlobs.open(address);
        var times = new ShardStore.Times(System::nanoTime, InstantSource.system());
        var store = ShardStore.open(topics, UUID.randomUUID().toString(), blobs, times);
        return new ClusterNode(
                options, topics, board, producer, blobs, store, ClusterTopics.admin(address), told);
    }

    private Crawl newCrawl() throws IOException {
        var settings =
                board.value(ClusterCrawl.SETTINGS)
                        .orElseThrow(
                                () ->
                                        new UsageException(
                                                "the crawl "
                                                        + topics.address().place()
                                                        + " was not created to its end; delete it"));
        var label = "settings of " + topics.address().name();
        return Files.exists(options.folder().resolve("crawl.yaml"))
                ? Crawl.resume(options.folder()).configure(label, settings)
                : Crawl.of().configure(label, settings).into(options.folder());
    }

    /** Returns the crawl, to be run once. */
    public Crawl crawl() {
        return crawl;
    }

    /** Returns whether this life ended because others have its shards, or may have them. */
    public boolean isLost() {
        return isLost || store.isLost() || mail.isLost();
    }

    // ---- what the crawl asks

    @Override
    public int shards() {
        return topics.shards();
    }

    @Override
    public long seed() {
        return Long.parseLong(board.value(ClusterCrawl.SEED).orElse("0"));
    }

    @Override
    public Mail mail() {
        return mail;
    }

    @Override
    public void begin(ShardDoor opened) {
        door = opened;
        try {
            mailroom = Mailroom.open(topics, options.session(), this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        mayJoin.countDown();
        // An order of before its last life was carried out.
        if (board.value(ClusterCrawl.DRAIN + options.name()).isPresent()) forgetDrain();
        beats.start();
    }

    private void forgetDrain() {
        var key = ClusterCrawl.DRAIN + options.name();
        var _ =
                producer.send(
                        topics.address().topic(ClusterTopics.CONTROL),
                        0,
                        key.getBytes(StandardCharsets.UTF_8),
                        null);
        drainedBefore = true;
    }

    @Override
    public boolean mayAct() {
        return System.nanoTime() - store.lastAckedSendNanos() < LEASE.toNanos() && !isLost();
    }

    @Override
    public boolean isCutOff() {
        return isLost() || System.nanoTime() - store.lastAckedSendNanos() > CUT_OFF.toNanos();
    }

    @Override
    public boolean mayFetch(long pages) {
        fetched = pages;
        return maxPages == Long.MAX_VALUE || pages < allowed;
    }

    @Override
    public boolean isOver() {
        return isOver;
    }

    private CompletableFuture<Void> send(int shard, byte[] letter) {
        return room().send(shard, letter);
    }

    private Mailroom room() {
        try {
            mayJoin.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        var room = mailroom;
        if (room == null) throw new IllegalStateException("the node has not joined");
        return room;
    }

    private ShardDoor door() {
        var opened = door;
        if (opened == null) throw new IllegalStateException("the crawl has not begun");
        return opened;
    }

    // ---- what the group wants

    @Override
    public void assigned(Collection<Integer> shards) {
        wanted.addAll(shards);
        for (int shard : shards) takers.execute(() -> take(shard));
    }

    private void take(int shard) {
        synchronized (taking) {
            if (!wanted.contains(shard) || taken.containsKey(shard) || isEnding()) return;
            try {
                var folder = options.folder().resolve("shards").resolve("%04d".formatted(shard));
                Files.createDirectories(folder);
                switch (store.take(shard, folder)) {
                    case Taking.Taken it -> {
                        taken.put(shard, it.disk());
                        long offset = door().adopt(shard, it.disk(), WAIT_OUT);
                        room().open(shard, offset);
                        told.accept(
                                "shard %d taken%s, %,d bytes in %d ms"
                                        .formatted(
                                                shard,
                                                it.wasFenced() && it.before().term() > 0
                                                        ? " from a node that is gone"
                                                        : "",
                                                it.bytesRead(),
                                                it.time().toMillis()));
                        return;
                    }
                    case Taking.Refused refused ->
                            told.accept("shard %d: %s has it".formatted(shard, refused.owner()));
                }
            } catch (IOException e) {
                told.accept("shard %d cannot be taken: %s".formatted(shard, e.getMessage()));
                if (isLost() || taken.containsKey(shard)) {
                    lose();
                    return;
                }
            }
        }
        later(() -> take(shard));
    }

    private boolean isEnding() {
        return isOver || isLeaving || isClosed;
    }

    private void later(Runnable what) {
        try {
            if (closing.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (!isEnding()) takers.execute(what);
    }

    @Override
    public void revoked(Collection<Integer> shards) {
        wanted.removeAll(shards);
        if (isClosed) return;
        synchronized (taking) {
            release(shards);
        }
    }

    /** All at once: each waits for its own requests. */
    private void release(Collection<Integer> shards) {
        try (var each = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int shard : shards) each.execute(() -> release(shard));
        }
    }

    private void release(int shard) {
        var disk = taken.get(shard);
        if (disk == null) return;
        try {
            door().release(shard);
            store.release(disk);
            taken.remove(shard);
            told.accept("shard %d released".formatted(shard));
        } catch (IOException e) {
            // Who takes it fences this node.
            told.accept("shard %d is not released: %s".formatted(shard, e.getMessage()));
            lose();
        }
    }

    @Override
    public void lost(Collection<Integer> shards) {
        told.accept("the group has given away shards " + shards);
        lose();
    }

    /** This life is over; the crawl ends. */
    private void lose() {
        // Whoever leaves first makes the group give its shards to others, who need them no more.
        if (isOver) return;
        isLost = true;
        crawl.stop();
    }

    @Override
    public void mail(int shard, long nextOffset, byte[] value) {
        try {
            door().receive(shard, nextOffset, value);
            room().read(shard, value.length);
        } catch (IOException e) {
            if (!isClosed && !isLeaving) lose();
        }
    }

    // ---- reports, orders, the end

    /** Reports now and then, and does what was ordered; on a thread of its own. */
    private void beat() {
        var dead = DeadMan.set(options.session().minus(options.session().dividedBy(3)));
        // On a thread of its own: this one waits for brokers that are away, and the process lives.
        var winding = Executors.newSingleThreadScheduledExecutor(daemon("dead-man"));
        dead.ifPresent(
                each -> {
                    var _ =
                            winding.scheduleAtFixedRate(
                                    each::wind, 0, WIND.toMillis(), TimeUnit.MILLISECONDS);
                });
        try {
            boolean wasPaused = false;
            while (!isEnding()) {
                wasPaused = beat(wasPaused);
                if (closing.await(BEAT.toMillis(), TimeUnit.MILLISECONDS)) return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Without reports nobody finds the end of the crawl: this life ends instead.
            told.accept("cannot report: " + e);
            lose();
        } finally {
            // Closing waits for a winding that is under way.
            winding.close();
            dead.ifPresent(DeadMan::close);
        }
    }

    private boolean beat(boolean wasPaused) {
        try {
            store.beat();
            board.read();
            send(report());
            boolean isPaused = obey(wasPaused);
            share();
            trimInboxes();
            if (ClusterCrawl.state(board) == ClusterCrawl.State.finished) end();
            else if (isAllDone()) finish();
            return isPaused;
        } catch (IOException e) {
            // The brokers are away: the loop notices, waits, or ends this life.
            if (isLost() || isCutOff()) lose();
            return wasPaused;
        }
    }

    /**
     * Letters that were taken a while ago are in the journals of their shards: else this life had
     * ended long since.
     */
    private void trimInboxes() throws IOException {
        long now = System.nanoTime();
        if (now - trimmedNanos < TRIM.toNanos()) return;
        trimmedNanos = now;
        takenLetters.forEach(
                (shard, offset) -> {
                    if (offset > 0 && taken.containsKey(shard)) {
                        var _ = room().trim(shard, offset);
                    }
                });
        takenLetters = door().report().inbox();
    }

    private NodeReport report() throws IOException {
        var now = door().report();
        var counts = now.counts();
        return new NodeReport(
                options.name(),
                store.incarnation(),
                new TreeMap<>(now.inbox()),
                now.isIdle(),
                now.isFull() && isSpent,
                false,
                board.controlOffset(),
                counts.pages(),
                counts.fetched(),
                counts.queued(),
                counts.seen(),
                counts.parked());
    }

    private void send(NodeReport report) {
        var _ = producer.send(topics.address().topic(ClusterTopics.NODES), 0, null, report.write());
    }

    private boolean obey(boolean wasPaused) throws IOException {
        var state = ClusterCrawl.state(board);
        boolean isPaused = state == ClusterCrawl.State.paused;
        var control = crawl.control();
        if (isPaused != wasPaused && control.isPresent()) {
            if (isPaused) control.get().pause("cluster");
            else control.get().resume("cluster");
        }
        boolean isAsked = board.value(ClusterCrawl.DRAIN + options.name()).isPresent();
        boolean isDrained = isAsked && !drainedBefore;
        drainedBefore &= isAsked;
        if (isDrained || state == ClusterCrawl.State.stopped) {
            told.accept(isDrained ? "drained" : "the crawl is stopped");
            // On another thread: it takes longer than this one may be silent.
            Thread.ofVirtual().start(this::leave);
        }
        return isPaused;
    }

    /** Settings that were changed for all nodes are changed here; and more pages are claimed. */
    private void share() throws IOException {
        var now = board.value(ClusterCrawl.SETTINGS).orElse("");
        var control = crawl.control();
        if (!now.equals(settings) && control.isPresent()) {
            var before = settings.isEmpty() ? now : settings;
            change(written(before), written(now), control.get());
            settings = now;
            maxPages = mostPages(now);
        }
        if (maxPages == Long.MAX_VALUE) return;
        var pages = new PageAllowance(maxPages);
        board.claims().forEach(pages::claim);
        var mine = ClusterBoard.CLAIM + store.incarnation() + "/";
        long granted = pages.grantedTo(mine);
        isClaiming &= !board.claims().containsKey(mine + claims);
        isSpent = pages.isSpent();
        allowed = granted;
        if (isClaiming || isSpent || fetched < granted - granted / 4) return;
        isClaiming = true;
        put(mine + ++claims, Long.toString(pages.nextClaim(board.reports().size())));
    }

    private long mostPages(String text) {
        var most = written(text).get("max-pages");
        return most == null ? Long.MAX_VALUE : Long.parseLong(most.toString());
    }

    private Map<String, Object> written(String text) {
        return Crawl.writtenSettings("settings of " + topics.address().name(), text);
    }

    private void change(Map<String, Object> before, Map<String, Object> now, Control control)
            throws IOException {
        var changed = new TreeMap<String, Object>();
        now.forEach(
                (name, value) -> {
                    if (!value.equals(before.get(name))) changed.put(name, value);
                });
        // A setting that is not there has its default again.
        for (var name : before.keySet()) if (!now.containsKey(name)) changed.put(name, "");
        if (changed.isEmpty()) return;
        try {
            control.set(changed, "cluster");
            told.accept("changed: " + changed);
        } catch (UsageException e) {
            told.accept("cannot change the settings: " + e.getMessage());
        }
    }

    private void put(String key, String value) throws IOException {
        ClusterCrawl.put(producer, topics.address(), key, value);
    }

    /**
     * Whether every shard of the crawl is idle at some node, and no letter came since they said so.
     * Only a letter wakes an idle shard, so then all are idle at once.
     */
    private boolean isAllDone() throws IOException {
        if (ClusterCrawl.state(board) != ClusterCrawl.State.running) return false;
        var reports = board.reports();
        var offsets = new TreeMap<Integer, Long>();
        var seen = new HashSet<Integer>();
        if (haveAllTheirPages(reports)) return true;
        for (var report : reports) {
            if (!report.isIdle() || report.control() < board.controlOffset()) return false;
            for (var shard : report.shards().entrySet()) {
                if (!seen.add(shard.getKey())) return false;
                offsets.put(shard.getKey(), shard.getValue());
            }
        }
        return offsets.size() == topics.shards() && offsets.equals(inboxEnds());
    }

    private static boolean haveAllTheirPages(Collection<NodeReport> reports) {
        return reports.stream().anyMatch(NodeReport::isFull)
                && reports.stream().allMatch(each -> each.isFull() || each.isIdle());
    }

    private Map<Integer, Long> inboxEnds() throws IOException {
        var inbox = topics.address().topic(ClusterTopics.INBOX);
        var asked = new HashMap<TopicPartition, OffsetSpec>();
        for (int i = 0; i < topics.shards(); i++)
            asked.put(new TopicPartition(inbox, i), OffsetSpec.latest());
        var found =
                KafkaFailure.await(
                        "cannot ask for the ends of " + inbox,
                        admin.listOffsets(asked).all(),
                        CLOSE_WAIT);
        var ends = new TreeMap<Integer, Long>();
        found.forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
        return ends;
    }

    private void finish() throws IOException {
        for (var report : board.reports())
            put(
                    ClusterCrawl.SUMMARY + report.node(),
                    new String(report.write(), StandardCharsets.UTF_8));
        put(ClusterCrawl.STATE, ClusterCrawl.State.finished.name());
    }

    private void end() {
        isOver = true;
        told.accept("the crawl has ended: nothing is left to do");
    }

    /** Leaves in good order: no request is cut short. Any thread may call it. */
    public void leave() {
        synchronized (taking) {
            if (isLeaving) return;
            isLeaving = true;
            wanted.clear();
            release(List.copyOf(taken.keySet()));
        }
        crawl.stop();
    }

    /** To be called when the crawl has ended, however it did. */
    @Override
    public void close() {
        isClosed = true;
        closing.countDown();
        try {
            beats.join(CLOSE_WAIT);
            takers.shutdown();
            if (!takers.awaitTermination(CLOSE_WAIT.toSeconds(), TimeUnit.SECONDS))
                told.accept("a shard is still being taken");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isLost()) releaseAll();
        var room = mailroom;
        if (room != null) room.close();
        store.close();
        blobs.close();
        producer.close();
        admin.close(CLOSE_WAIT);
        board.close();
    }

    /** The crawl has closed their files. */
    private void releaseAll() {
        for (var disk : taken.values()) {
            try {
                store.release(disk);
            } catch (IOException e) {
                told.accept("a shard is not released: " + e.getMessage());
            }
        }
        taken.clear();
    }
}
