package dev.gossamer.cli;

import dev.gossamer.cluster.BrokerProcess;
import dev.gossamer.cluster.ClusterAddress;
import dev.gossamer.cluster.ClusterCrawl;
import dev.gossamer.cluster.NodeReport;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.Share;
import dev.gossamer.simweb.SimScope;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A cluster on one machine: a broker and three nodes crawl a simulated web whose hosts share
 * addresses. One node is killed on the way; in the end the web's own server tells that nothing was
 * lost.
 */
final class ClusterDemo {
    /** Names the class path of a Kafka broker. */
    private static final String BROKER = "gossamer.broker";

    private static final String NAME = "demo";
    private static final int NODES = 3;
    private static final int SHARDS = 12;
    private static final Duration DELAY = Duration.ofMillis(100);
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** What the crawl must have fetched before one node is killed. */
    private static final long PAGES_BEFORE = 300;

    private static final Duration MOST = Duration.ofMinutes(5);

    private final PrintWriter out;
    private final Path folder;
    private final List<Process> nodes = new ArrayList<>();

    ClusterDemo(PrintWriter out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    int run() throws IOException, InterruptedException {
        var classPath = System.getProperty(BROKER, "");
        if (classPath.isEmpty())
            throw new UsageException(
                    "demo --cluster starts a Kafka broker, which only a clone of the project can fetch: run ./gossamer demo --cluster there");
        Files.createDirectories(folder);
        var web = SimWebOptions.usual().withSize(40, 1500).with(Share.SHARED_ADDRESSES, 0.5);
        out.println("Starting a Kafka broker ...");
        try (var server = SimServer.start(web, 1);
                var broker = BrokerProcess.start(classPath, folder.resolve("broker"), Map.of())) {
            return crawl(server, ClusterAddress.of(broker.address(), NAME));
        } finally {
            for (var node : nodes) node.destroy();
        }
    }

    private int crawl(SimServer server, ClusterAddress address)
            throws IOException, InterruptedException {
        var seed = server.web().seedUrls(1).getFirst();
        var crawl =
                Crawl.of(seed)
                        .set("scope", "any")
                        .set("allow-private", "true")
                        .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                        .delay(DELAY);
        ClusterCrawl.create(address, SHARDS, crawl, false, InstantSource.system());
        out.printf(
                "A simulated web of %,d pages on %d hosts, half of which share addresses; %d nodes, %d shards.%n",
                server.web().pages(), server.web().options().hosts(), NODES, SHARDS);
        for (int i = 1; i <= NODES; i++) nodes.add(node(address, i));
        try (var seen = ClusterCrawl.open(address)) {
            if (!isWatchedToItsEnd(seen)) {
                out.println("It did not end within " + MOST.toMinutes() + " minutes.");
                return Main.FAILED;
            }
        }
        for (var node : nodes) node.waitFor(MOST.toSeconds(), TimeUnit.SECONDS);
        var truth = server.web().truth(List.of(seed), SimScope.ANY);
        var verdict = Judge.judge(server.log(), truth, DELAY, 1);
        out.println();
        out.println("What the web's own server says of its visitors:");
        verdict.toString().lines().forEach(line -> out.println("  " + line));
        out.println("What is repeated was under way, or its links were, when the node was killed.");
        out.println("Each node has its archive: " + folder.resolve("node-1") + " and so on.");
        return isClean(verdict) ? 0 : Main.FAILED;
    }

    private static boolean isClean(Verdict verdict) {
        for (var finding : Verdict.Finding.values())
            if (finding != Verdict.Finding.REPEATED && verdict.count(finding) > 0) return false;
        return true;
    }

    private Process node(ClusterAddress address, int number) throws IOException {
        var words = new ArrayList<>(OwnCommand.words());
        words.addAll(
                List.of(
                        "node",
                        "--kafka",
                        address.brokers(),
                        "--crawl",
                        NAME,
                        "--name",
                        "node-" + number,
                        "-o",
                        folder.resolve("node-" + number).toString()));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("node-" + number + ".log").toFile())
                .start();
    }

    private boolean isWatchedToItsEnd(ClusterCrawl crawl) throws IOException, InterruptedException {
        boolean isKilled = false;
        for (long left = MOST.toSeconds(); left > 0; left -= LOOK.toSeconds()) {
            if (new CountDownLatch(1).await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) return false;
            crawl.read();
            if (crawl.state() == ClusterCrawl.State.finished) return true;
            long pages = crawl.nodes().stream().mapToLong(NodeReport::pages).sum();
            tell(crawl, pages);
            if (!isKilled && pages >= PAGES_BEFORE) {
                isKilled = true;
                nodes.get(1).destroyForcibly();
                out.println("  node-2 is killed (kill -9); the others take its shards");
            }
        }
        return false;
    }

    private void tell(ClusterCrawl crawl, long pages) {
        var shares = new ArrayList<String>();
        for (var node : crawl.nodes())
            shares.add(node.node() + " has " + node.shards().size() + " shards");
        out.printf("  %,d pages; %s%n", pages, String.join(", ", shares));
    }
}
