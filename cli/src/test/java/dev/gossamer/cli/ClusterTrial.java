package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.cluster.BrokerProcess;
import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.Share;
import dev.gossamer.simweb.SimScope;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.Verdict;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A crawl of the simulated web by nodes that are processes, with a real broker. A test lets
 * something happen to one of them, waits for the end of the crawl, and has the servers' log judged:
 * hosts of different shards share addresses.
 */
final class ClusterTrial implements AutoCloseable {
    static final Duration DELAY = Duration.ofMillis(150);
    private static final int HOSTS = 24;
    static final int SHARDS = 8;
    private static final int MAX_SECONDS = 240;
    private static final int MOST_ASKED = 5;
    private static final int MOST_LOOKS = 400;
    private static final String NAME = "trial";
    private static final String CLASSES = System.getProperty("java.class.path");

    /** Fewer partitions of the broker's own topics, so that it starts sooner. */
    private static final Map<String, String> SMALL =
            Map.of(
                    "offsets.topic.num.partitions", "2",
                    "transaction.state.log.num.partitions", "2",
                    "group.initial.rebalance.delay.ms", "0");

    final BrokerProcess broker;
    final List<BrokerProcess> brokers;
    final SimServer server;
    final List<Node> nodes = new ArrayList<>();
    private final Path folder;
    private final CommandProcess commands;

    /** A node that was started. */
    record Node(String name, Process process, Path folder) {
        void signal(String signal) throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    private ClusterTrial(Path folder, List<BrokerProcess> brokers, SimServer server) {
        this.folder = folder;
        this.brokers = brokers;
        broker = brokers.getFirst();
        this.server = server;
        commands = new CommandProcess(folder);
    }

    /**
     * Begins a crawl of so many pages that nobody crawls yet.
     *
     * @param options of the crawl, besides the usual
     */
    static ClusterTrial begin(Path folder, int pages, String... options)
            throws IOException, InterruptedException {
        return begin(folder, pages, 1, Map.of(), options);
    }

    /**
     * The same with other brokers.
     *
     * @param settings of each broker besides those that keep it small
     */
    static ClusterTrial begin(
            Path folder, int pages, int brokers, Map<String, String> settings, String... options)
            throws IOException, InterruptedException {
        return begin(
                folder,
                pages,
                BrokerProcess.start(CLASSES, folder.resolve("broker"), brokers, small(settings)),
                options);
    }

    /** The same with one broker, which the relay leads to, too. */
    static ClusterTrial relayed(Path folder, int pages, TcpRelay relay)
            throws IOException, InterruptedException {
        int port = BrokerProcess.freePort();
        relay.leadTo(port);
        return begin(
                folder,
                pages,
                List.of(
                        BrokerProcess.start(
                                CLASSES,
                                folder.resolve("broker"),
                                small(Map.of()),
                                new BrokerProcess.Relayed(port, relay.port()))));
    }

    private static Map<String, String> small(Map<String, String> settings) {
        var all = new HashMap<>(SMALL);
        all.putAll(settings);
        return all;
    }

    private static ClusterTrial begin(
            Path folder, int pages, List<BrokerProcess> brokers, String... options)
            throws IOException, InterruptedException {
        var web =
                SimWebOptions.usual()
                        .withSeed(17)
                        .withSize(HOSTS, pages)
                        .withSkew(0.2)
                        .with(Share.SHARED_ADDRESSES, 0.5);
        var trial = new ClusterTrial(folder, brokers, SimServer.start(web, 1));
        trial.create(List.of(options));
        return trial;
    }

    /** Returns the addresses of all brokers. */
    String kafka() {
        return String.join(",", brokers.stream().map(BrokerProcess::address).toList());
    }

    private void create(List<String> options) throws IOException, InterruptedException {
        var args =
                List.of(
                        "cluster",
                        "create",
                        NAME,
                        "--kafka",
                        kafka(),
                        "--shards",
                        Integer.toString(SHARDS),
                        server.web().seedUrls(1).getFirst(),
                        "--scope",
                        "any",
                        "--allow-private",
                        "--dns",
                        "127.0.0.1:" + server.dnsAddress().getPort(),
                        "--delay",
                        DELAY.toMillis() + "ms",
                        "--max-depth",
                        "40");
        var all = new ArrayList<>(args);
        all.addAll(options.isEmpty() ? List.of("--no-index", "--no-links") : options);
        var created = commands.start(all.toArray(String[]::new));
        assertThat(CommandProcess.await(created)).as(commands.output()).isZero();
    }

    /** Starts a node; with the name of an earlier one it goes on in that one's folder. */
    Node node(String name) throws IOException {
        return node(name, kafka());
    }

    Node node(String name, String kafka, String... options) throws IOException {
        Path home = folder.resolve(name);
        var args =
                new ArrayList<>(
                        List.of(
                                "node",
                                "--kafka",
                                kafka,
                                "--crawl",
                                NAME,
                                "--name",
                                name,
                                "-o",
                                home.toString()));
        args.addAll(List.of(options));
        var process = commands.start(args.toArray(String[]::new));
        var node = new Node(name, process, home);
        nodes.add(node);
        return node;
    }

    /** Starts a storing node; with the name of an earlier one it goes on in that one's folder. */
    Node storing(String name) throws IOException {
        return node(name, broker.address(), "--role", "store");
    }

    /** Returns what a command about the whole cluster says. */
    String ask(String command, String... rest) throws IOException, InterruptedException {
        var args = new ArrayList<>(List.of("cluster", command, NAME, "--kafka", broker.address()));
        args.addAll(List.of(rest));
        return new CommandProcess(Files.createTempDirectory(folder, "asked"))
                .told(args.toArray(String[]::new));
    }

    void order(String... order) throws IOException, InterruptedException {
        var args = new ArrayList<>(List.of("cluster", order[0], NAME));
        args.addAll(List.of(order).subList(1, order.length));
        args.addAll(List.of("--kafka", kafka()));
        assertThat(CommandProcess.await(commands.start(args.toArray(String[]::new)))).isZero();
    }

    /** Asks in this process, because tests ask again and again. */
    JsonNode status() {
        var out = new StringWriter();
        var err = new StringWriter();
        // A machine that is busy may take longer than the command waits for the brokers.
        for (int i = 0; i < MOST_ASKED && out.getBuffer().isEmpty(); i++) {
            Main.run(
                    new String[] {"cluster", "status", NAME, "--kafka", kafka(), "--json"},
                    new PrintWriter(out, true),
                    new PrintWriter(err, true));
        }
        assertThat(out.toString()).as(err::toString).contains("{");
        return JsonMapper.shared().readTree(out.toString());
    }

    /** Waits until every shard has a node, and so many nodes have some; or the crawl has ended. */
    void awaitShared(int count) throws IOException {
        for (int i = 0; i < MOST_LOOKS; i++) {
            int owners = 0;
            var status = status();
            for (var node : status.get("nodes")) if (!node.get("shards").isEmpty()) owners++;
            if (owners == count && status.get("shardsOwned").asInt() == SHARDS) return;
            if (status.get("state").asString().equals("finished")) return;
            pause();
        }
        throw new AssertionError("the shards are not shared: " + status() + commands.output());
    }

    /** Returns the hosts of the shards that a node has. */
    Set<String> hostsOf(Node node) {
        var shards = new HashSet<Integer>();
        for (var each : status().get("nodes"))
            if (each.get("node").asString().equals(node.name()))
                for (var shard : each.get("shards").propertyNames())
                    shards.add(Integer.parseInt(shard));
        var hosts = new HashSet<String>();
        server.log()
                .forEachRequest(
                        request -> {
                            var url = Url.parse("http://" + request.host() + "/").orElseThrow();
                            if (shards.contains(url.shard(SHARDS))) hosts.add(request.host());
                        });
        return hosts;
    }

    /** Waits until the servers had so many requests more. */
    void awaitRequests(long more) throws InterruptedException, IOException {
        long enough = server.log().requestCount() + more;
        for (int i = 0; server.log().requestCount() < enough; i++) {
            if (i > 20 * MAX_SECONDS) throw new AssertionError("no requests: " + output());
            pause();
        }
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }

    /** Returns the time from then until the first request to one of these hosts. */
    Duration untilAsked(Set<String> hosts, long sinceNanos) throws IOException {
        for (int i = 0; i < 20 * MAX_SECONDS; i++) {
            long[] first = {Long.MAX_VALUE};
            server.log()
                    .forEachRequest(
                            request -> {
                                boolean isLater = request.startNanos() > sinceNanos;
                                if (isLater && hosts.contains(request.host()))
                                    first[0] = Math.min(first[0], request.startNanos());
                            });
            if (first[0] < Long.MAX_VALUE) return Duration.ofNanos(first[0] - sinceNanos);
            pause();
        }
        throw new AssertionError("nobody asks them: " + output());
    }

    /** Returns the time of the last request so far, on the servers' clock. */
    long lastNanos() {
        long[] last = {0};
        server.log().forEachRequest(request -> last[0] = Math.max(last[0], request.startNanos()));
        return last[0];
    }

    /** Returns the longest time without a request since then. */
    Duration longestGap(long sinceNanos) {
        var starts = new TreeSet<Long>();
        server.log().forEachRequest(request -> starts.add(request.startNanos()));
        long longest = 0;
        long last = sinceNanos;
        for (long start : starts.tailSet(sinceNanos)) {
            longest = Math.max(longest, start - last);
            last = start;
        }
        return Duration.ofNanos(longest);
    }

    String output() throws IOException {
        return commands.output();
    }

    /** Waits until the nodes that live have ended by themselves, because nothing is left to do. */
    void awaitEnd() throws IOException, InterruptedException {
        for (var node : nodes) {
            if (!node.process.waitFor(MAX_SECONDS, TimeUnit.SECONDS))
                throw new AssertionError(
                        "%s does not end: %s\n%s".formatted(node, status(), output()));
        }
        assertThat(status().get("state").asString()).isEqualTo("finished");
    }

    /**
     * Has the log judged.
     *
     * @param maxRepeated requests that may have been made twice
     */
    Verdict judge(long maxRepeated) throws IOException {
        var truth = server.web().truth(server.web().seedUrls(1), SimScope.ANY);
        var verdict = Judge.judge(server.log(), truth, DELAY, 1);
        for (var finding : Verdict.Finding.values()) {
            long most = finding == Verdict.Finding.REPEATED ? maxRepeated : 0;
            assertThat(verdict.count(finding))
                    .as("%s: %s\n%s", finding, verdict, output())
                    .isLessThanOrEqualTo(most);
        }
        return verdict;
    }

    @Override
    public void close() throws IOException {
        commands.close();
        server.close();
        for (var each : brokers) each.kill();
    }
}
