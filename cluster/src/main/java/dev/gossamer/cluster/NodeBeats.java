package dev.gossamer.cluster;

import dev.gossamer.crawl.ShardDoor;
import java.io.IOException;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The regular work of a node, twice a second on a thread of its own: it shows that the node lives,
 * reads the board, reports, obeys, and looks for the end of the crawl. A dead man's switch ends the
 * process when it cannot even do nothing.
 */
final class NodeBeats {
    /** Between two reports; each shows that the loop turns. */
    private static final Duration BEAT = Duration.ofMillis(500);

    /** Between two windings of the dead man's switch. */
    private static final Duration WIND = Duration.ofMillis(250);

    private static final Duration CLOSE_WAIT = Duration.ofSeconds(20);

    private final ClusterNode.Options options;
    private final NodeClients clients;
    private final ShardDoor door;
    private final NodeShards shards;
    private final NodeOrders orders;
    private final PageClaims pages;
    private final CrawlEnd end;
    private final NodeLife life;
    private final BooleanSupplier isCutOff;
    private final Consumer<String> told;
    private final Thread thread = daemon("node-reports").newThread(this::run);

    /**
     * @param isCutOff whether the node has been without its brokers for too long
     */
    NodeBeats(
            ClusterNode.Options options,
            NodeClients clients,
            ShardDoor door,
            NodeShards shards,
            NodeOrders orders,
            PageClaims pages,
            NodeLife life,
            BooleanSupplier isCutOff,
            Consumer<String> told) {
        this.options = options;
        this.clients = clients;
        this.door = door;
        this.shards = shards;
        this.orders = orders;
        this.pages = pages;
        this.end = new CrawlEnd(clients);
        this.life = life;
        this.isCutOff = isCutOff;
        this.told = told;
    }

    private static ThreadFactory daemon(String name) {
        return Thread.ofPlatform().name(name).daemon().factory();
    }

    void start() {
        orders.begin();
        thread.start();
    }

    private void run() {
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
            while (!life.isEnding()) {
                beat();
                if (life.awaitClose(BEAT)) return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Without reports nobody finds the end of the crawl: this life ends instead.
            told.accept("cannot report: " + e);
            life.lose();
        } finally {
            // Closing waits for a winding that is under way.
            winding.close();
            dead.ifPresent(DeadMan::close);
        }
    }

    private void beat() {
        try {
            clients.store().beat();
            if (shards.hasLeftTheGroup()) return;
            clients.board().read();
            orders.obey(door);
            life.isReady();
            // Which orders are in force is reported when they are.
            send(report());
            shards.trimLetters();
            if (end.isFound()) {
                life.crawlEnded();
                told.accept("the crawl has ended: nothing is left to do");
            } else end.find();
        } catch (IOException e) {
            // The brokers are away: the loop notices, waits, or ends this life.
            if (isCutOff.getAsBoolean()) life.lose();
        }
    }

    private NodeReport report() throws IOException {
        var now = door.report();
        var counts = now.counts();
        return new NodeReport(
                options.name(),
                clients.store().incarnation(),
                new TreeMap<>(now.inbox()),
                now.isIdle(),
                now.isFull() && pages.isSpent(),
                false,
                clients.board().controlOffset(),
                counts.pages(),
                counts.fetched(),
                counts.queued(),
                counts.seen(),
                counts.parked());
    }

    private void send(NodeReport report) {
        var _ =
                clients.producer()
                        .send(
                                clients.address().topic(ClusterTopics.NODES),
                                0,
                                null,
                                report.write());
    }

    /** Waits for its end, which comes with that of the run. */
    void await() throws InterruptedException {
        thread.join(CLOSE_WAIT);
    }
}
