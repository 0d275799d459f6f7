package dev.gossamer.cluster;

import dev.gossamer.crawl.ClusterPart;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.ResultSink;
import dev.gossamer.crawl.ShardDoor;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.files.ReadsTheClock;
import dev.gossamer.frontier.Mail;
import dev.gossamer.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One life of a node of a cluster: it joins, takes the shards that the group proposes, crawls them,
 * and lets them go. When it was fenced, or could not reach the brokers for long, its life ends and
 * the caller begins another.
 *
 * <p>It joins the parts: {@link NodeShards} takes and releases, {@link NodeBeats} reports and looks
 * for the end, {@link NodeOrders} obeys, {@link PageClaims} keeps to the limit of pages, {@link
 * QuestionDesk} answers questions, {@link RequestReader} takes what applications ask for and {@link
 * ResultTopic} answers them.
 */
@ReadsTheClock
public final class ClusterNode implements ClusterPart, AutoCloseable {
    /** How long after a record was sent that is acknowledged by now requests may be begun. */
    private static final Duration LEASE = Duration.ofSeconds(2);

    /** After so long without an acknowledgement all connections are closed. */
    private static final Duration CUT_OFF = Duration.ofSeconds(8);

    /**
     * What a node needs to know of itself.
     *
     * @param name that it keeps from one life to the next
     * @param folder for its archive, its log and the files of its shards
     * @param session how long it may be silent before the others take its shards
     * @param blobs a folder that all nodes share, for the files of shards; without it they are in
     *     Kafka
     * @param damaged shards whose state cannot be read, which every life of the process adds to and
     *     keeps away from: half of what it read is in the state that the shards of a life share, so
     *     that each costs a life
     */
    public record Options(
            String name,
            Path folder,
            Duration session,
            Optional<Path> blobs,
            Set<Integer> damaged) {
        /** Nothing is known to be damaged. */
        public Options(String name, Path folder, Duration session, Optional<Path> blobs) {
            this(name, folder, session, blobs, ConcurrentHashMap.newKeySet());
        }
    }

    private final Options options;
    private final NodeClients clients;
    private final Consumer<String> told;
    private final CompletableFuture<Mailroom> room = new CompletableFuture<>();
    private final NodeMail mail = new NodeMail((shard, letter) -> room.join().send(shard, letter));
    private final Crawl crawl;
    private final NodeLife life;
    private final PageClaims pages;
    private final RootNews roots;
    private final ResultTopic results;
    private volatile @Nullable NodeShards shards;
    private @Nullable NodeBeats beats;
    private @Nullable RequestReader requests;
    private @Nullable QuestionDesk desk;

    private ClusterNode(
            Options options, NodeClients clients, String settings, Consumer<String> told)
            throws IOException {
        this.options = options;
        this.clients = clients;
        this.told = told;
        crawl = newCrawl(settings).inCluster(this);
        life = new NodeLife(crawl::stop, () -> clients.store().isLost() || mail.isLost());
        pages = new PageClaims(clients, ClusterCrawl.maxPages(settings));
        roots = new RootNews(clients);
        results = new ResultTopic(clients, options.name());
    }

    /**
     * Joins the cluster; the crawl is to be run next.
     *
     * @param told hears of shards that come and go, a line each
     */
    public static ClusterNode join(ClusterAddress address, Options options, Consumer<String> told)
            throws IOException {
        var clients = NodeClients.open(address, options.blobs());
        try {
            var settings = SettingsRecords.read(clients.board());
            if (settings.isEmpty())
                throw new UsageException(
                        "the crawl %s was not created to its end; delete it"
                                .formatted(address.place()));
            var node = new ClusterNode(options, clients, settings.get(), told);
            node.noteArchive(false);
            return node;
        } catch (IOException | RuntimeException e) {
            clients.close();
            throw e;
        }
    }

    private Crawl newCrawl(String settings) throws IOException {
        var label = "settings of " + clients.address().name();
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
        return life.isLost();
    }

    /** Returns why another life of this node would fare no better, if it is so. */
    public Optional<IOException> failure() {
        return life.failure();
    }

    @Override
    public int shards() {
        return clients.topics().shards();
    }

    @Override
    public long seed() {
        return Long.parseLong(clients.board().value(ClusterCrawl.SEED).orElse("0"));
    }

    @Override
    public Mail mail() {
        return mail;
    }

    @Override
    public CompletableFuture<Void> newRoot(String root) {
        return roots.tell(root);
    }

    @Override
    public ResultSink results() {
        return results;
    }

    @Override
    public Store pages() throws IOException {
        return PagesTopic.open(clients.topics(), UUID.randomUUID());
    }

    @Override
    public void begin(ShardDoor door) {
        var held = new NodeShards(options, clients.store(), door, room, life, told);
        shards = held;
        try {
            var opened =
                    Mailroom.open(
                            clients.topics(),
                            clients.producer(),
                            clients.admin(),
                            options.session(),
                            held);
            room.complete(opened);
            requests = RequestReader.start(clients.address(), door, opened, results, life, told);
        } catch (IOException e) {
            room.completeExceptionally(e);
            throw new UncheckedIOException(e);
        }
        var orders =
                new NodeOrders(options.name(), clients, crawl, pages, roots, told, this::leave);
        var started =
                new NodeBeats(
                        options, clients, door, held, orders, pages, life, this::isCutOff, told);
        beats = started;
        started.start();
        answerQuestions(held);
    }

    /** Where pages go to the topic, storing nodes have the archives. */
    private void noteArchive(boolean hasLeft) throws IOException {
        var settings = SettingsRecords.read(clients.board()).orElse("");
        if (ClusterCrawl.sendsPages(settings)) return;
        NodeArchive.of(options.name(), options.folder(), hasLeft)
                .note(clients.board(), clients.producer(), clients.address());
    }

    private void answerQuestions(NodeShards held) {
        if (!clients.topics().has(ClusterTopics.QUESTIONS)) return;
        var folder = new FolderAnswers(options.folder(), url -> held.files(url.shard(shards())));
        desk =
                QuestionDesk.open(
                        clients.address(), options.name(), folder, clients.producer(), told);
    }

    @Override
    public boolean mayAct() {
        return System.nanoTime() - clients.store().lastAckedSendNanos() < LEASE.toNanos()
                && !isLost();
    }

    @Override
    public boolean isCutOff() {
        return isLost()
                || System.nanoTime() - clients.store().lastAckedSendNanos() > CUT_OFF.toNanos();
    }

    @Override
    public boolean mayFetch(long fetched) {
        return pages.mayFetch(fetched);
    }

    @Override
    public boolean isOver() {
        return life.isOver();
    }

    /** Leaves in good order: no request is cut short. Any thread may call it. */
    public void leave() {
        var held = shards;
        if (held == null) life.leave();
        else held.leave();
        life.stop();
    }

    /** To be called when the crawl has ended, however it did. */
    @Override
    public void close() {
        life.close();
        if (desk != null) desk.close();
        try {
            if (beats != null) beats.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (requests != null) requests.close();
        if (shards != null) shards.close();
        if (room.isDone() && !room.isCompletedExceptionally()) room.join().close();
        try {
            if (!isLost()) noteArchive(true);
        } catch (IOException e) {
            told.accept("cannot say good-bye: " + e.getMessage());
        }
        clients.close();
    }
}
