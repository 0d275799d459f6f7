package dev.gossamer.cluster;

import dev.gossamer.files.ReadsTheClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A broker for all tests of one JVM, and crawls on it that no other test knows. */
@ReadsTheClock
final class TestCluster {
    /** Fewer partitions of the brokers' own topics: a test starts in half the time. */
    static final Map<String, String> SMALL =
            Map.of(
                    "offsets.topic.num.partitions", "2",
                    "transaction.state.log.num.partitions", "2",
                    "group.initial.rebalance.delay.ms", "0");

    static final ShardStore.Times TIMES =
            new ShardStore.Times(System::nanoTime, InstantSource.system());

    private static @Nullable BrokerProcess broker;
    private static int crawls;

    private TestCluster() {}

    static synchronized BrokerProcess broker() throws IOException {
        var running = broker;
        if (running != null) return running;
        var started = start();
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    try {
                                        started.kill();
                                    } catch (IOException e) {
                                        throw new AssertionError(e);
                                    }
                                }));
        broker = started;
        return started;
    }

    /** Starts a broker that the test may kill; the test closes it. */
    static BrokerProcess start() throws IOException {
        Path folder = Files.createTempDirectory(Path.of("target"), "broker-").toAbsolutePath();
        return BrokerProcess.start(classPath(), folder, SMALL);
    }

    static void signal(BrokerProcess broker, String signal) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(broker.pid())).start().waitFor();
    }

    static String classPath() {
        return System.getProperty("java.class.path");
    }

    static synchronized ClusterAddress newAddress() throws IOException {
        return ClusterAddress.of(broker().address(), "test-" + ++crawls);
    }

    /** Creates a crawl of its own. */
    static ClusterTopics topics(int shards) throws IOException {
        return ClusterTopics.create(newAddress(), shards);
    }

    static String incarnation() {
        return "node/" + UUID.randomUUID();
    }
}
