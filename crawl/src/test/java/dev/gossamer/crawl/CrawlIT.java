package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.store.WarcCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;

/** Whole crawls of a simulated web over real sockets, judged from the server's side. */
@Execution(ExecutionMode.CONCURRENT)
class CrawlIT {
    private static final Duration DELAY = Duration.ofMillis(40);

    @TempDir Path folder = Path.of("");

    /** Whatever a test was about, the archives that its crawls left are whole. */
    @AfterEach
    void everyArchiveIsWhole() throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path dir : files.filter(each -> each.endsWith("warc")).toList()) {
                WarcCheck.assertWhole(dir);
            }
        }
    }

    private static SimWebOptions web(long seed) {
        return SimWebOptions.usual()
                .withSeed(seed)
                .with("stalled-for", "3000")
                .with("slow-for", "500");
    }

    private static Crawl crawl(SimServer server) {
        return Crawl.of(server.web().seedUrls(1).toArray(String[]::new))
                .set("scope", "any")
                .set("allow-private", "true")
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .set("timeout", "1s")
                .set("retry-wait", "20ms")
                .set("max-attempts", 4)
                .set("max-body", "300k")
                .set("max-depth", 25)
                .delay(DELAY);
    }

    private static void assertComplete(SimServer server) {
        var truth = server.web().truth(server.web().seedUrls(1), dev.gossamer.simweb.SimScope.ANY);
        var verdict = Judge.judge(server.log(), truth, DELAY, 1);
        assertThat(verdict.isClean())
                .as(() -> "seed " + server.web().options().seed() + ": " + verdict)
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void aThousandPagesWithFaultsAreCrawledCompletelyAndPolitely(long seed) throws Exception {
        try (var server = SimServer.start(web(seed).withSize(50, 1000).withFaults(0.01))) {
            var status = crawl(server).into(folder.resolve("crawl")).run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertComplete(server);
            assertThat(status.requests()).isEqualTo(server.log().requestCount());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 8})
    void aRobotsThatIsRedirectedToAnotherHostKeepsThatHostsPace(long seed) throws Exception {
        var moved = web(seed).withSize(40, 300).with("moved-robots", "1");
        try (var server = SimServer.start(moved)) {
            crawl(server).into(folder.resolve("crawl")).run();
            assertComplete(server);
        }
    }

    @Test
    void everyPageIsInTheArchiveAndTheLog() throws Exception {
        Path home = folder.resolve("crawl");
        var urls = ConcurrentHashMap.<String>newKeySet();
        try (var server = SimServer.start(web(3).withSize(10, 100))) {
            var status =
                    crawl(server).into(home).onPage(page -> urls.add(page.url().toString())).run();
            assertThat(status.pages()).isEqualTo(urls.size());
            assertComplete(server);
        }
        assertThat(archived(home.resolve("warc"))).containsAll(urls);
        try (var lines = Files.lines(home.resolve("crawl.log"))) {
            assertThat(
                            lines.filter(line -> line.split(" ").length == 9)
                                    .map(line -> line.split(" ")[4]))
                    .containsAll(urls);
        }
        assertThat(Files.readString(home.resolve("report.json")))
                .contains("\"state\" : \"finished\"");
    }

    private static Set<String> archived(Path warcs) throws IOException {
        var urls = ConcurrentHashMap.<String>newKeySet();
        try (var files = Files.list(warcs)) {
            for (Path file : files.filter(each -> each.toString().contains(".warc")).toList()) {
                assertThat(file.toString()).endsWith(".warc.gz");
                try (var reader = new WarcReader(file)) {
                    for (var record : reader)
                        if (record instanceof WarcResponse || record instanceof WarcRevisit)
                            urls.add(((WarcTargetRecord) record).target());
                }
            }
        }
        return urls;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dfs", "depth", "backlinks", "pagerank"})
    void inEveryOrderEveryPageIsFetchedOnceAndPolitely(String order) throws Exception {
        try (var server = SimServer.start(web(12).withSize(20, 200))) {
            var status = crawl(server).set("order", order).into(folder.resolve("crawl")).run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertComplete(server);
        }
    }

    @Test
    void maxPagesIsNeverExceeded() throws Exception {
        try (var server = SimServer.start(web(4).withSize(20, 300))) {
            var status = crawl(server).maxPages(25).into(folder.resolve("crawl")).run();
            assertThat(status.pages()).isEqualTo(25);
            assertThat(status.state()).isEqualTo(Status.State.stopped);
        }
    }

    @Test
    void maxRequestsCountsRobotsTxtAndFailuresToo() throws Exception {
        try (var server = SimServer.start(web(4).withSize(20, 300))) {
            var home = folder.resolve("crawl");
            var status = crawl(server).set("max-requests", 40).into(home).run();
            assertThat(status.requests()).isEqualTo(40);
            assertThat(status.pages()).isLessThan(40);
            assertThat(status.state()).isEqualTo(Status.State.stopped);
            var again = Crawl.resume(home).set("max-requests", 50).run();
            assertThat(again.requests()).isEqualTo(50);
        }
    }

    @Test
    void aStoppedCrawlGoesOnWhereItWasAndIsPoliteThroughout() throws Exception {
        try (var server = SimServer.start(web(5).withSize(20, 300))) {
            Path home = folder.resolve("crawl");
            var first = crawl(server).into(home).maxPages(60).run();
            var second = Crawl.resume(home).set("max-pages", 120).run();
            assertThat(second.pages()).isEqualTo(120);
            var stopping = Crawl.resume(home).set("max-pages", 1_000_000);
            var pages = new AtomicInteger();
            var third =
                    stopping.onPage(
                                    _ -> {
                                        if (pages.incrementAndGet() == 30) stopping.stop();
                                    })
                            .run();
            assertThat(third.state()).isEqualTo(Status.State.stopped);
            var last = Crawl.resume(home).run();
            assertThat(last.state()).isEqualTo(Status.State.finished);
            assertThat(first.pages()).isEqualTo(60);
            assertComplete(server);
            assertThat(CrawlDirectory.open(home).status()).isEqualTo(last);
        }
    }

    /** As when it is copied to another machine: nothing in it may name the place where it was. */
    @Test
    void aCrawlGoesOnWhereItsFolderWasMovedTo() throws Exception {
        try (var server = SimServer.start(web(9).withSize(20, 200))) {
            Path home = folder.resolve("crawl");
            crawl(server).into(home).maxPages(60).run();
            Path elsewhere = Files.createDirectories(folder.resolve("other machine")).resolve("c");
            Files.move(home, elsewhere);
            var last = Crawl.resume(elsewhere).set("max-pages", 1_000_000).run();
            assertThat(last.state()).isEqualTo(Status.State.finished);
            assertThat(home).doesNotExist();
            assertComplete(server);
        }
    }

    @Test
    void aFolderThatHoldsACrawlIsNotOverwritten() throws Exception {
        try (var server = SimServer.start(web(6).withSize(2, 4))) {
            Path home = folder.resolve("crawl");
            crawl(server).into(home).run();
            assertThatThrownBy(() -> crawl(server).into(home).run())
                    .isInstanceOf(UsageException.class)
                    .hasMessage(
                            home + " already holds a crawl; resume it or choose another folder");
        }
    }

    @Test
    void withoutAFolderNothingIsLeftBehind() throws Exception {
        try (var server = SimServer.start(web(6).withSize(2, 4))) {
            var titles = new ConcurrentLinkedQueue<String>();
            crawl(server).onPage(page -> titles.add(page.title())).run();
            assertThat(titles).isNotEmpty().noneMatch(String::isBlank);
        }
    }

    @Test
    void privateAddressesAreRefusedUnlessASeedNamesThem() throws Exception {
        try (var server = SimServer.start(web(8).withSize(10, 60))) {
            var status =
                    crawl(server).set("allow-private", "false").into(folder.resolve("crawl")).run();
            // The seed's own host is admitted; the other hosts lie on other loopback addresses and
            // are not.
            assertThat(status.pages()).isPositive();
            assertThat(status.errors()).containsKey("forbidden_address");
            assertThat(server.log().requests())
                    .extracting(request -> request.host())
                    .containsOnly(server.web().hostName(0));
        }
    }

    @Test
    void aFilterAStoreAndAStrategyAreEachOneInterface() throws Exception {
        try (var server = SimServer.start(web(9).withSize(5, 50))) {
            var stored = new ConcurrentLinkedQueue<String>();
            var status =
                    crawl(server)
                            .filter((url, found) -> found.depth() > 2 ? null : url)
                            .strategy((url, found) -> -found.depth())
                            .store(new CollectingStore(stored))
                            .run();
            assertThat(stored).hasSize((int) status.requests());
        }
    }

    @Test
    void whatAListenerThrowsCostsOnePage() throws Exception {
        try (var server = SimServer.start(web(10).withSize(2, 20))) {
            var seen = new AtomicInteger();
            var status =
                    crawl(server)
                            .onPage(
                                    _ -> {
                                        if (seen.incrementAndGet() == 3)
                                            throw new IllegalStateException(
                                                    "the listener's own mistake");
                                    })
                            .run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(status.errors()).containsEntry("internal", 1L);
            assertThat(seen.get()).isGreaterThan(10);
            // Its links are followed all the same, and it is not asked for again.
            assertComplete(server);
        }
    }

    @Test
    void anErrorEndsTheCrawlInsteadOfHangingIt() throws Exception {
        try (var server = SimServer.start(web(12).withSize(2, 20))) {
            Path home = folder.resolve("crawl");
            var crawl =
                    crawl(server)
                            .into(home)
                            .onPage(
                                    _ -> {
                                        throw new AssertionError("not an Exception");
                                    });
            assertThatThrownBy(crawl::run)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not an Exception");
            assertThat(CrawlDirectory.open(home).status().state()).isEqualTo(Status.State.stopped);
            assertThat(Crawl.resume(home).run().state()).isEqualTo(Status.State.finished);
        }
    }

    @Test
    void aStartThatWasRefusedLeavesTheFolderFree() throws Exception {
        try (var server = SimServer.start(web(13).withSize(2, 4))) {
            Path home = folder.resolve("crawl");
            assertThatThrownBy(() -> crawl(server).set("exclude", "test").into(home).run())
                    .hasMessageContaining("drops the seed");
            assertThat(crawl(server).into(home).run().state()).isEqualTo(Status.State.finished);
        }
    }

    @Test
    void aLineOfTheLogThatACrashCutIsTakenAway() throws Exception {
        try (var server = SimServer.start(web(14).withSize(2, 20))) {
            Path home = folder.resolve("crawl");
            crawl(server).into(home).maxPages(3).run();
            Path log = home.resolve("crawl.log");
            Files.writeString(
                    log,
                    "2026-11-15T05:14:08Z 200 17 3 http://a",
                    java.nio.file.StandardOpenOption.APPEND);
            Crawl.resume(home).set("max-pages", 1000).run();
            try (var lines = Files.lines(log)) {
                assertThat(lines).isNotEmpty().allMatch(line -> line.split(" ").length == 9);
            }
        }
    }

    @Test
    void bodiesOfOtherTypesAreNotDownloaded() throws Exception {
        try (var server = SimServer.start(web(15).withSize(4, 80))) {
            var types = ConcurrentHashMap.<String>newKeySet();
            var status =
                    crawl(server)
                            .set("types", "text/")
                            .onPage(page -> types.add(page.type()))
                            .run();
            assertThat(types).isNotEmpty().allMatch(type -> type.startsWith("text/"));
            assertThat(status.dropped()).containsKey("unwanted-type");
        }
    }

    @Test
    void robotsIsAskedBeforeAnythingElseOfAHost() throws Exception {
        try (var server = SimServer.start(web(11).withSize(10, 60))) {
            crawl(server).run();
            var asked = ConcurrentHashMap.<String>newKeySet();
            for (var request :
                    server.log().requests().stream()
                            .sorted(java.util.Comparator.comparingLong(each -> each.startNanos()))
                            .toList()) {
                if (request.path().equals("/robots.txt")) asked.add(request.host());
                assertThat(asked).as(request.path()).contains(request.host());
            }
        }
    }

    private record CollectingStore(ConcurrentLinkedQueue<String> urls)
            implements dev.gossamer.store.Store {
        @Override
        public void write(dev.gossamer.store.Capture capture) {
            urls.add(capture.url().toString());
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }

    @Test
    void seedsThatAFilterDropsAreToldAtOnce() {
        assertThatThrownBy(() -> Crawl.of("http://127.0.0.1:9/?C=N;O=D").run())
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("bad-paths");
    }
}
