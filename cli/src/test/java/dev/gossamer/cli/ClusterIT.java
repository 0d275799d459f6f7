package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of a cluster to which something happens: nothing is lost, nobody is asked too early. */
class ClusterIT {
    private static final int PAGES = 900;

    @TempDir Path dir;

    private static void report(String fault, Duration repair) {
        System.out.printf("repair time, %s: %.1f s%n", fault, repair.toMillis() / 1000.0);
    }

    @Test
    void aKilledNodeIsReplacedByTheOthers() throws Exception {
        try (var trial = ClusterTrial.begin(dir, PAGES)) {
            var killed = trial.node("one");
            trial.node("two");
            trial.node("three");
            trial.awaitShared(3);
            trial.awaitRequests(50);
            var hosts = trial.hostsOf(killed);
            assertThat(hosts).isNotEmpty();
            killed.kill();
            report("kill -9 of a node", trial.untilAsked(hosts, trial.lastNanos()));
            trial.awaitEnd();
            // What was under way, and pages whose links may not have arrived.
            trial.judge(60);
            var lost = trial.status().get("lostArchives");
            assertThat(lost).hasSize(1);
            assertThat(lost.get(0).get("node").asString()).isEqualTo("one");
            assertThat(lost.get(0).get("folder").asString()).isEqualTo(killed.folder().toString());
            assertThat(trial.ask("status"))
                    .contains("one: is gone without a word", killed.folder().toString());
        }
    }

    @Test
    void aDrainedNodeLeavesNothingToRepeat() throws Exception {
        try (var trial = ClusterTrial.begin(dir, PAGES)) {
            var drained = trial.node("one");
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(50);
            var hosts = trial.hostsOf(drained);
            long since = trial.lastNanos();
            trial.order("drain", "one");
            assertThat(CommandProcess.await(drained.process())).isZero();
            report("drain of a node", trial.untilAsked(hosts, Math.max(since, trial.lastNanos())));
            trial.awaitEnd();
            trial.judge(0);
            assertThat(trial.status().get("lostArchives")).isEmpty();
        }
    }

    @Test
    void aBrokerThatComesBackFindsTheCrawlWaiting() throws Exception {
        try (var trial = ClusterTrial.begin(dir, PAGES)) {
            trial.node("one");
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(50);
            trial.broker.kill();
            long since = trial.lastNanos();
            trial.broker.restart();
            trial.awaitRequests(1);
            report(
                    "kill -9 of the only broker, started again at once",
                    Duration.ofNanos(trial.lastNanos() - since));
            trial.awaitEnd();
            // Both nodes begin anew, and ask again for pages whose links were not acknowledged.
            trial.judge(400);
        }
    }

    @Test
    @Tag("slow")
    void allNodesAreKilledAndOthersGoOn() throws Exception {
        try (var trial = ClusterTrial.begin(dir, PAGES)) {
            var first = trial.node("one");
            var second = trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(50);
            first.kill();
            second.kill();
            long since = trial.lastNanos();
            trial.node("one");
            trial.node("three");
            trial.node("four");
            trial.awaitRequests(1);
            report(
                    "kill -9 of all nodes, others started at once",
                    Duration.ofNanos(trial.lastNanos() - since));
            trial.awaitEnd();
            trial.judge(120);
        }
    }

    @Test
    @Tag("slow")
    void aStoppedNodeIsDeadAndComesBackAsAnother() throws Exception {
        try (var trial = ClusterTrial.begin(dir, PAGES)) {
            var stopped = trial.node("one");
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(50);
            var hosts = trial.hostsOf(stopped);
            stopped.signal("STOP");
            long since = trial.lastNanos();
            assertThat(CommandProcess.await(stopped.process())).isEqualTo(128 + 9);
            trial.node("one");
            report("SIGSTOP of a node", trial.untilAsked(hosts, since));
            trial.awaitEnd();
            trial.judge(60);
        }
    }

    @Test
    @Tag("slow")
    void aNodeThatIsAddedGetsShards() throws Exception {
        try (var trial = ClusterTrial.begin(dir, PAGES)) {
            trial.node("one");
            trial.awaitShared(1);
            trial.awaitRequests(50);
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitEnd();
            trial.judge(0);
        }
    }
}
