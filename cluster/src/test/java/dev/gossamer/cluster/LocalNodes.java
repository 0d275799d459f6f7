package dev.gossamer.cluster;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** A crawl of the simulated web by nodes in the process of the test, with a real broker. */
final class LocalNodes implements AutoCloseable {
    private static final int SHARDS = 4;
    private static final int MAX_SECONDS = 120;

    /** Long, as all nodes share the process of the test, which may be slow. */
    private static final Duration SESSION = Duration.ofSeconds(45);

    final SimServer server;
    final ClusterAddress address;
    final List<CompletableFuture<?>> runs = new ArrayList<>();

    /** What the nodes said. */
    final Queue<String> told = new ConcurrentLinkedQueue<>();

    private final Path dir;
    final List<ClusterNode> nodes = new ArrayList<>();
    private final Map<String, ClusterNode.Options> options = new HashMap<>();

    /**
     * @param dir each node has a folder in it
     */
    LocalNodes(Path dir) throws IOException {
        this(dir, TestCluster.newAddress());
    }

    /** The same with another broker than that of all tests. */
    LocalNodes(Path dir, BrokerProcess broker) throws IOException {
        this(dir, ClusterAddress.of(broker.address(), "test"));
    }

    private LocalNodes(Path dir, ClusterAddress address) throws IOException {
        this.dir = dir;
        this.address = address;
        server = SimServer.start(SimWebOptions.usual().withSeed(5).withSize(6, 200), 1);
    }

    /** Returns settings under which the simulated web can be crawled. */
    Crawl crawl(String... seeds) {
        return Crawl.of(seeds)
                .set("allow-private", true)
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .set("delay", "20ms")
                .set("index", false)
                .set("links", false);
    }

    void create(Crawl crawl, boolean stays) throws IOException {
        ClusterCrawl.create(address, SHARDS, crawl, stays, InstantSource.system());
    }

    /** Starts a node; with the name of an earlier one it is another life of that one. */
    void start(String name) throws IOException {
        var own =
                options.computeIfAbsent(
                        name,
                        _ ->
                                new ClusterNode.Options(
                                        name, folder(name), SESSION, Optional.empty()));
        var node = ClusterNode.join(address, own, told::add);
        nodes.add(node);
        runs.add(
                CompletableFuture.runAsync(
                        () -> {
                            try (node) {
                                node.crawl().run();
                            } catch (IOException | InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        },
                        task -> Thread.ofPlatform().start(task)));
    }

    Path folder(String name) {
        return dir.resolve(name);
    }

    /** Waits until all nodes have ended by themselves. */
    void awaitEnd() throws Exception {
        for (var run : runs) run.get(MAX_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns what the servers were asked for. */
    Set<String> asked() {
        var asked = new HashSet<String>();
        server.log().forEachRequest(request -> asked.add(request.host() + request.path()));
        return asked;
    }

    @Override
    public void close() throws IOException {
        for (var node : nodes) node.leave();
        for (var run : runs) run.join();
        server.close();
    }
}
