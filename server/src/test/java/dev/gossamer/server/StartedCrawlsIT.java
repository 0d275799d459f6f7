package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.RunningCrawls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls that are steered in the moment in which their process is started, or another works. */
class StartedCrawlsIT {
    private static final String API = "/api/v1/crawls";
    private static final String LIVE = API + "/live";

    @TempDir Path folder = Path.of("");
    private ServedWeb served;

    @BeforeEach
    void crawl() throws IOException {
        served = ServedWeb.in(folder, 300);
        served.crawl("live", Map.of("rate", "5"));
    }

    @AfterEach
    void close() {
        served.close();
    }

    private RawCall.Answer act(String action) throws IOException {
        return served.call("POST", LIVE + "/actions").json(Map.of("action", action)).send();
    }

    private void assertDone(RawCall.Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    }

    private void startAgain() throws IOException {
        served.awaitState("live", "running");
        assertDone(act("stop"), 202);
        served.awaitState("live", "stopped");
        var started = act("start");
        assertDone(started, 202);
        assertThat(started.json().path("state").asString()).isEqualTo("running");
    }

    @Test
    void aCrawlRunsFromTheMomentItIsStarted() throws IOException {
        var crawl = served.get(LIVE);
        assertThat(crawl.path("state").asString()).isEqualTo("running");
        assertThat(crawl.path("waiting").path("reason").asString()).isEqualTo("starting");
        assertDone(act("start"), 409);
        assertDone(act("pause"), 200);
        served.awaitState("live", "paused");
        assertDone(act("resume"), 200);
        startAgain();
        assertDone(act("checkpoint"), 200);
        startAgain();
        startAgain();
    }

    @Test
    void settingsOfACrawlThatStartsAreChanged() throws IOException {
        var changed = served.call("PATCH", LIVE + "/settings").json(Map.of("rate", "4")).send();
        assertDone(changed, 200);
        assertThat(changed.json().path("live").size()).isEqualTo(1);
    }

    @Test
    void seedsOfACrawlThatStartsAreQueued() throws IOException {
        String seed = served.web.seedUrls().getFirst() + "?more";
        var added = served.call("POST", LIVE + "/seeds").json(Map.of("urls", List.of(seed))).send();
        assertDone(added, 200);
        assertThat(added.json().path("queued").asInt()).isEqualTo(1);
    }

    @Test
    void hostsOfACrawlThatStartsAreBlocked() throws IOException {
        var blocked =
                served.call("PUT", LIVE + "/blocks/other.test").json(Map.of("drop", true)).send();
        assertDone(blocked, 200);
        assertDone(served.call("DELETE", LIVE + "/blocks/other.test").send(), 200);
    }

    @Test
    void aCrawlThatMayNotBeStartedIsNotMade() throws IOException {
        for (String name : List.of("b", "c", "d")) served.crawl(name, Map.of("rate", "1"));
        var body =
                Map.of(
                        "name",
                        "e",
                        "settings",
                        Map.of("seeds", served.web.seedUrls()),
                        "start",
                        true);
        assertDone(served.call("POST", API).json(body).send(), 429);
        assertDone(served.call("GET", API + "/e").send(), 404);
        // None is left behind that does not know yet that its test has ended.
        for (String name : List.of("live", "b", "c", "d")) served.awaitPages(name, 1);
    }

    @Test
    void aCrawlThatHangsKeepsNoOtherFromBeingChanged() throws Exception {
        served.awaitPages("live", 1);
        served.crawl("other", Map.of("rate", "5"));
        served.awaitPages("other", 1);
        long pid =
                RunningCrawls.in(served.root().resolve("live"))
                        .orElseThrow()
                        .ask("about", Map.of())
                        .path("pid")
                        .asLong();
        signal("-STOP", pid);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var hanging = threads.submit(() -> change("live"));
            assertDone(change("other"), 200);
            assertDone(
                    served.call("PUT", API + "/other/pace/a.test")
                            .json(Map.of("delay", "2s"))
                            .send(),
                    200);
            assertThat(hanging.isDone()).isFalse();
            signal("-CONT", pid);
            assertDone(hanging.get(), 200);
        } finally {
            signal("-CONT", pid);
        }
    }

    private RawCall.Answer change(String name) throws IOException {
        return served.call("PATCH", API + "/" + name + "/settings")
                .json(Map.of("rate", "4"))
                .send();
    }

    private static void signal(String signal, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", signal, String.valueOf(pid)).start().waitFor())
                .isZero();
    }

    @Test
    void aCrawlWhoseIndexIsBuiltIsNotStartedAndDoesNotRun() throws IOException {
        served.awaitPages("live", 3);
        assertDone(act("stop"), 202);
        served.awaitState("live", "stopped");
        assertDone(act("index"), 202);
        assertThat(served.state("live")).isEqualTo("stopped");
        for (var refused :
                List.of(
                        act("start"),
                        act("index"),
                        served.call("DELETE", LIVE + "?confirm=live").send())) {
            assertDone(refused, 409);
            assertThat(refused.json().path("state").asString()).isEqualTo("indexing");
        }
        ServedWeb.await("the index is built", () -> act("start").status() == 202);
        served.awaitState("live", "running");
    }
}
