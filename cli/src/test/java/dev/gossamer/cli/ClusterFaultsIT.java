package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a cluster seldom and takes long to try: nothing is lost by any of it. */
@Tag("slow")
class ClusterFaultsIT {
    private static final int PAGES = 900;

    /** So many that they last until something has happened to each node. */
    private static final int MANY_PAGES = 3600;

    @TempDir Path dir = Path.of("");

    private static void report(String fault, Duration repair) {
        System.out.printf("repair time, %s: %.1f s%n", fault, repair.toMillis() / 1000.0);
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    @Test
    void eachNodeIsKilledInItsTurnAndComesBack() throws Exception {
        try (var trial = ClusterTrial.begin(dir, MANY_PAGES)) {
            for (var name : new String[] {"one", "two", "three"}) trial.node(name);
            trial.awaitShared(3);
            trial.awaitRequests(30);
            for (var node : trial.nodes.subList(0, 3).toArray(ClusterTrial.Node[]::new)) {
                var hosts = trial.hostsOf(node);
                node.kill();
                long since = trial.lastNanos();
                trial.node(node.name());
                if (!hosts.isEmpty())
                    report("kill -9 of node " + node.name(), trial.untilAsked(hosts, since));
                trial.awaitShared(3);
            }
            trial.awaitEnd();
            trial.judge(180);
        }
    }

    @Test
    void allNodesAreRestartedOneAfterTheOther() throws Exception {
        try (var trial = ClusterTrial.begin(dir, MANY_PAGES)) {
            for (var name : new String[] {"one", "two", "three"}) trial.node(name);
            trial.awaitShared(3);
            trial.awaitRequests(30);
            for (var node : trial.nodes.subList(0, 3).toArray(ClusterTrial.Node[]::new)) {
                var hosts = trial.hostsOf(node);
                node.signal("TERM");
                assertThat(CommandProcess.await(node.process())).isEqualTo(Main.INTERRUPTED);
                long since = trial.lastNanos();
                trial.node(node.name());
                if (!hosts.isEmpty())
                    report("SIGTERM of node " + node.name(), trial.untilAsked(hosts, since));
                trial.awaitShared(3);
            }
            trial.awaitEnd();
            trial.judge(0);
        }
    }

    @Test
    void aNodeWhoseNetworkIsCutLosesItsShardsAndComesBack() throws Exception {
        try (var relay = new TcpRelay();
                var trial = ClusterTrial.relayed(dir, PAGES, relay)) {
            var cut = trial.node("one", "127.0.0.1:" + relay.port());
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(50);
            var hosts = trial.hostsOf(cut);
            relay.cut();
            long since = trial.lastNanos();
            report("network of a node cut", trial.untilAsked(hosts, since));
            pause(Duration.ofSeconds(20));
            relay.mend();
            trial.awaitEnd();
            trial.judge(120);
        }
    }

    @Test
    void aSlowNetworkSlowsOneNodeOnly() throws Exception {
        try (var relay = new TcpRelay();
                var trial = ClusterTrial.relayed(dir, PAGES, relay)) {
            relay.delay(Duration.ofMillis(100));
            trial.node("one", "127.0.0.1:" + relay.port());
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitEnd();
            trial.judge(0);
        }
    }

    @Test
    void aNodeWithAFullDiskWaitsForRoom() throws Exception {
        Path small = Files.createDirectories(dir.resolve("one"));
        var place = small.toString();
        var mount = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", place);
        Assumptions.assumeTrue(mount.start().waitFor() == 0, "only root may mount");
        try (var trial = ClusterTrial.begin(dir, PAGES)) {
            var full = trial.node("one");
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(50);
            var hosts = trial.hostsOf(full);
            Path ballast = small.resolve("ballast");
            fill(ballast);
            pause(Duration.ofSeconds(30));
            long since = trial.lastNanos();
            Files.delete(ballast);
            report("a full disk that has room again", trial.untilAsked(hosts, since));
            trial.awaitEnd();
            trial.judge(60);
        } finally {
            new ProcessBuilder("umount", "-l", place).start().waitFor();
        }
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            for (int i = 0; i < 64; i++) out.write(new byte[1 << 20]);
        } catch (IOException _) {
            assertThat(Files.size(file)).as("the disk is full").isPositive();
        }
    }

    @Test
    void oneOfThreeBrokersMayDie() throws Exception {
        try (var trial =
                ClusterTrial.begin(dir, PAGES, 3, Map.of("broker.session.timeout.ms", "3000"))) {
            trial.node("one");
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(50);
            long since = trial.lastNanos();
            trial.brokers.get(1).kill();
            trial.awaitRequests(20);
            report("kill -9 of one of three brokers", trial.longestGap(since));
            trial.awaitEnd();
            trial.judge(200);
        }
    }

    @Test
    void aTunedClusterTakesOverWithinThreeSeconds() throws Exception {
        try (var trial =
                ClusterTrial.begin(dir, PAGES, 1, Map.of("group.min.session.timeout.ms", "1500"))) {
            var killed = trial.node("one", trial.kafka(), "--session", "2");
            trial.node("two", trial.kafka(), "--session", "2");
            trial.awaitShared(2);
            trial.awaitRequests(50);
            Set<String> hosts = trial.hostsOf(killed);
            killed.kill();
            report("kill -9 of a node, session of 2 s", trial.untilAsked(hosts, trial.lastNanos()));
            trial.awaitEnd();
            trial.judge(60);
        }
    }
}
