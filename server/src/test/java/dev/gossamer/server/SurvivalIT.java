package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.RunningCrawls;
import dev.gossamer.simweb.SimScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers and crawls that are killed, each a process of its own. */
class SurvivalIT {
    @TempDir Path folder = Path.of("");
    private ServedWeb served;

    @BeforeEach
    void crawl() throws IOException {
        served = ServedWeb.in(folder, 400);
        served.crawl("live", Map.of("rate", "20"));
        served.awaitPages("live", 5);
    }

    @AfterEach
    void close() {
        served.close();
    }

    private long pid() throws IOException {
        return ServedWeb.process(served.root().resolve("live")).map(ProcessHandle::pid).orElse(0L);
    }

    private static void kill(long pid) {
        var process = ProcessHandle.of(pid).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
    }

    /** A server in a process of its own, in the same folder. */
    private Process server() throws IOException {
        var words = new ArrayList<>(ServedWeb.command());
        words.set(words.size() - 1, ServerProcess.class.getName());
        words.add(folder.toString());
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.out").toFile())
                .start();
    }

    private void awaitNewProcess(long before) throws IOException {
        ServedWeb.await(
                "it runs again",
                () -> {
                    long now = pid();
                    return now != 0 && now != before;
                });
    }

    @Test
    void aKilledServerKillsNoCrawlAndAnotherFindsIt() throws IOException {
        served.server().close();
        var other = server();
        try {
            ServedWeb.await(
                    "the server runs", () -> Files.exists(folder.resolve("server.address")));
        } finally {
            other.destroyForcibly().onExit().join();
        }
        long before = pid();
        assertThat(before).isPositive();
        served.restart();
        assertThat(served.state("live")).isEqualTo("running");
        long pages = served.get("/api/v1/crawls/live").path("pages").asLong();
        served.awaitPages("live", pages + 5);
        assertThat(pid()).isEqualTo(before);
    }

    @Test
    void aKilledCrawlThatIsWantedIsTakenUp() throws IOException {
        long before = pid();
        kill(before);
        awaitNewProcess(before);
        served.awaitState("live", "running");
    }

    @Test
    void aCrawlWhoseFolderHasAnotherNameThanTheApiGivesItIsTakenUpToo() throws IOException {
        Path docs = served.root().resolve("Docs");
        Crawl.of(served.web.seedUrls().toArray(String[]::new))
                .set("scope", "any")
                .set("dns", "127.0.0.1:" + served.web.dnsAddress().getPort())
                .set("allow-private", true)
                .set("rate", "5")
                .into(docs)
                .prepare();
        String id = served.get("/api/v1/crawls?q=docs").path("items").path(0).path("id").asString();
        served.call("POST", "/api/v1/crawls/" + id + "/actions")
                .json(Map.of("action", "start"))
                .send();
        ServedWeb.await("it runs", () -> RunningCrawls.in(docs).isPresent());
        served.server().close();
        long before = RunningCrawls.in(docs).get().ask("about", Map.of()).path("pid").asLong();
        kill(before);
        served.restart();
        ServedWeb.await("it runs again", () -> RunningCrawls.in(docs).isPresent());
        served.call("POST", "/api/v1/crawls/" + id + "/actions")
                .json(Map.of("action", "stop"))
                .send();
    }

    @Test
    void afterARebootWhatRanRunsAgainAndNothingIsLost() throws IOException {
        long before = pid();
        served.server().close();
        kill(before);
        served.restart();
        awaitNewProcess(before);
        served.call("PATCH", "/api/v1/crawls/live/settings").json(Map.of("rate", "0")).send();
        served.awaitState("live", "finished");
        String log = Files.readString(served.root().resolve("live/crawl.log"));
        served.web
                .web()
                .truth(served.web.seedUrls(), SimScope.ANY)
                .forEachRequired((url, _) -> assertThat(log).contains(" " + url + " "));
    }

    @Test
    void aStoppedCrawlStaysStopped() throws IOException {
        served.call("POST", "/api/v1/crawls/live/actions").json(Map.of("action", "stop")).send();
        served.awaitState("live", "stopped");
        served.restart();
        assertThat(served.state("live")).isEqualTo("stopped");
        assertThat(Files.readString(served.root().resolve(".gossamer/wanted.json")))
                .doesNotContain("live");
    }

    @Test
    void aCrawlThatHangsIsReadFromItsFiles() throws Exception {
        long pid = pid();
        signal("-STOP", pid);
        try {
            var hosts = served.get("/api/v1/crawls/live/hosts");
            assertThat(hosts.path("live").asBoolean()).isFalse();
            assertThat(hosts.path("items").size()).isPositive();
            // Another server, which has never heard of it, lists it all the same.
            served.restart();
            for (int i = 0; i < 3; i++) assertThat(served.state("live")).isEqualTo("running");
        } finally {
            signal("-CONT", pid);
        }
        ServedWeb.await(
                "it answers again",
                () -> served.get("/api/v1/crawls/live/hosts").path("live").asBoolean());
        served.awaitPages("live", 10);
    }

    private static void signal(String name, long pid) throws Exception {
        var kill = new ProcessBuilder("kill", name, String.valueOf(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }

    @Test
    void aFolderThatIsReachedByALinkHasEachCrawlOnce() throws IOException {
        served.crawl("once", Map.of("rate", "5"));
        served.awaitPages("once", 1);
        Path link = Files.createSymbolicLink(folder.resolve("link"), served.root());
        var children = new ChildProcesses(List.of(), InstantSource.system());
        var linked = new CrawlFolders(link, children);
        assertThat(linked.all())
                .extracting(ServedCrawl::id)
                .filteredOn(id -> id.startsWith("once"))
                .containsExactly("once");
    }

    @Test
    void crawlsOfTheTerminalAreFoundToo() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        Crawl.of(served.web.seedUrls().toArray(String[]::new))
                .set("scope", "any")
                .set("dns", "127.0.0.1:" + served.web.dnsAddress().getPort())
                .set("allow-private", true)
                .set("rate", "5")
                .into(elsewhere)
                .prepare();
        var words = new ArrayList<>(ServedWeb.command());
        words.addAll(List.of("resume", elsewhere.toString()));
        var process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("elsewhere.out").toFile())
                        .start();
        try {
            ServedWeb.await(
                    "it is found",
                    () -> {
                        for (var crawl : served.get("/api/v1/crawls").path("items"))
                            if (crawl.path("folder").asString().equals(elsewhere.toString()))
                                return crawl.path("elsewhere").asBoolean();
                        return false;
                    });
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }
}
