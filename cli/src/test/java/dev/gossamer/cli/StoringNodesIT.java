package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.store.Archive;
import dev.gossamer.store.WarcCheck;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A crawl whose pages go to a topic: nodes that store them are killed, and nothing is missing. */
class StoringNodesIT {
    private static final int PAGES = 1500;

    @TempDir Path dir;

    /** Returns the URLs that the servers answered whole with 200, without scheme and port. */
    private static Set<String> answered(ClusterTrial trial) throws IOException {
        var urls = new TreeSet<String>();
        trial.server
                .log()
                .forEachRequest(
                        request -> {
                            if (request.status() != 200 || !request.isWhole()) return;
                            urls.add(name("http://" + request.host() + request.path()));
                        });
        return urls;
    }

    private static String name(String text) {
        var url = Url.of(text);
        return url.host() + url.pathAndQuery();
    }

    private static Set<String> archived(List<ClusterTrial.Node> nodes) throws IOException {
        var urls = new TreeSet<String>();
        for (var node : nodes) {
            WarcCheck.assertValid(node.folder().resolve("warc"));
            Archive.open(node.folder())
                    .forEachEntry(
                            entry -> {
                                if (entry.status() == 200) urls.add(name(entry.url()));
                            });
        }
        return urls;
    }

    private static void awaitStored(ClusterTrial trial, long pages) throws Exception {
        for (int i = 0; i < 60; i++) {
            long stored = 0;
            for (var each : trial.status().get("storing")) stored += each.get("pages").asLong();
            if (stored >= pages) return;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
        throw new AssertionError("nobody stores: " + trial.status() + trial.output());
    }

    @Test
    @Tag("slow")
    void killedNodesOfBothKindsLeaveNoPageUnstored() throws Exception {
        try (var trial = ClusterTrial.begin(dir, PAGES, "--store", "topic")) {
            var crawling = trial.node("one");
            trial.node("two");
            trial.awaitShared(2);
            trial.awaitRequests(30);
            assertThat(trial.ask("status"))
                    .contains("wait to be stored and are kept 24 hours, but no storing node runs");
            var storing = trial.storing("store-one");
            var other = trial.storing("store-two");
            awaitStored(trial, 50);
            storing.kill();
            crawling.kill();
            var again = trial.storing("store-one");
            trial.awaitEnd();
            trial.judge(60);
            assertThat(CommandProcess.await(again.process())).as(trial.output()).isZero();
            assertThat(archived(List.of(again, other))).isEqualTo(answered(trial));
            assertThat(Files.exists(crawling.folder().resolve("warc"))).isFalse();
            assertThat(trial.status().get("pagesWaiting").asLong()).isZero();
            assertSearchable(other.folder());
        }
    }

    /** The commands for the folder of a crawl work on that of a storing node. */
    private void assertSearchable(Path folder) throws Exception {
        var command = new CommandProcess(Files.createTempDirectory(dir, "told"));
        var links = command.told("links", folder.toString(), "--json");
        assertThat(JsonMapper.shared().readTree(links).get("pages").asLong()).isPositive();
        var found = command.told("search", folder.toString(), "amber OR river", "--json");
        assertThat(JsonMapper.shared().readTree(found).get("matches").asLong()).isPositive();
        assertThat(command.told("export", folder.toString(), "--format", "urls")).contains("http");
        assertThat(command.told("status", folder.toString())).contains("finished");
        assertThat(command.told("resume", folder.toString())).contains("no crawl to resume");
    }
}
