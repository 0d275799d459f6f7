package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.SimOutage;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is ordinary on the real web and loses nothing: a dead origin next to a live one, a section
 * that fails, an outage, links with users. Whole crawls over real sockets, judged from the server's
 * side.
 */
@Execution(ExecutionMode.CONCURRENT)
class RealWebIT {
    private static final Duration DELAY = Duration.ofMillis(10);

    @TempDir Path folder = Path.of("");

    /** A site of 61 pages, with these traits in full. */
    private static SimWebOptions site(String... traits) {
        var site =
                SimWebOptions.usual()
                        .withSize(1, 61)
                        .plain()
                        .with("stalled-for", "2000")
                        .with("slow-for", "300");
        for (String trait : traits) site = site.with(trait, "1");
        return site;
    }

    private static Crawl crawl(SimServer server) {
        return crawl(server, server.web().seedUrls(1));
    }

    private static Crawl crawl(SimServer server, List<String> seeds) {
        return Crawl.of(seeds.toArray(String[]::new))
                .set("scope", "any")
                .set("allow-private", "true")
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .set("timeout", "500ms")
                .set("retry-wait", "10ms")
                .set("max-attempts", 4)
                .set("max-depth", 30)
                .set("max-time", "90s")
                .delay(DELAY);
    }

    private static Verdict judge(
            SimServer server, List<String> seeds, dev.gossamer.simweb.SimScope scope) {
        return Judge.judge(server.log(), server.web().truth(seeds, scope), DELAY, 1);
    }

    private static void assertComplete(SimServer server) {
        var verdict = judge(server, server.web().seedUrls(1), dev.gossamer.simweb.SimScope.ANY);
        assertThat(verdict.isClean())
                .as(() -> "seed " + server.web().options().seed() + ": " + verdict)
                .isTrue();
    }

    /** A number of the status as programs see it; 0 where there is none. */
    private static long number(Status status, String name) {
        var value = JsonMapper.shared().readValue(status.toJson(), Map.class).get(name);
        return value instanceof Number number ? number.longValue() : 0;
    }

    @ParameterizedTest
    @ValueSource(strings = {"any", "domain"})
    void aDeadOriginParksItsOwnUrlsAndNoOthers(String scope) throws Exception {
        try (var server = SimServer.start(site("dead-origin"))) {
            var status = crawl(server).set("scope", scope).into(folder.resolve("crawl")).run();
            assertThat(status.pages()).isEqualTo(61);
            assertComplete(server);
            assertThat(number(status, "parked")).as(status.toJson()).isEqualTo(3);
        }
    }

    @Test
    void aSecondOriginHasItsOwnRobotsAndIsCrawledToo() throws Exception {
        try (var server = SimServer.start(site("second-origins", "dead-origin"))) {
            var status = crawl(server).into(folder.resolve("crawl")).run();
            assertComplete(server);
            assertThat(status.pages()).isGreaterThan(61);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "broken-section",
                "unavailable-section",
                "limited-section",
                "hanging-section"
            })
    void aSectionThatFailsKeepsNoOtherPageBack(String section) throws Exception {
        try (var server = SimServer.start(site(section))) {
            var status = crawl(server).into(folder.resolve("crawl")).run();
            boolean heals = section.equals("limited-section");
            assertThat(status.pages()).isEqualTo(61 + (heals ? 12 : 0));
            assertComplete(server);
        }
    }

    @Test
    void whatWasAwayToTheEndIsFetchedByAResume() throws Exception {
        try (var server = SimServer.start(site())) {
            Path home = folder.resolve("crawl");
            var pages = new AtomicInteger();
            var first =
                    crawl(server)
                            .set("max-time", "20s")
                            .into(home)
                            .onPage(
                                    _ -> {
                                        if (pages.incrementAndGet() == 30)
                                            server.outage(SimOutage.of(SimOutage.Kind.REFUSED));
                                    })
                            .run();
            assertThat(first.pages()).isBetween(30L, 60L);
            server.restore();
            var second = Crawl.resume(home).set("max-time", "90s").run();
            assertThat(second.state()).isEqualTo(Status.State.finished);
            assertThat(second.pages()).isEqualTo(61);
            assertThat(number(second, "parked")).isZero();
            assertComplete(server);
        }
    }

    @ParameterizedTest
    @EnumSource(SimOutage.Kind.class)
    void theOnlySiteComesBackAndTheCrawlGoesOnByItself(SimOutage.Kind kind) throws Exception {
        try (var server = SimServer.start(site())) {
            var status = withOutage(server, kind, 30, 1500, new ConcurrentLinkedQueue<>());
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(status.pages()).isEqualTo(61);
            assertComplete(server);
        }
    }

    /** Hosts that have nothing to do with each other fail at once: that is our network. */
    @ParameterizedTest
    @EnumSource(
            value = SimOutage.Kind.class,
            names = {"REFUSED", "SILENT"})
    void anOutageOfTheNetworkIsChargedToNoHost(SimOutage.Kind kind) throws Exception {
        var web = SimWebOptions.usual().withSeed(17).withSize(20, 400).with("stalled-for", "2000");
        try (var server = SimServer.start(web)) {
            var told = new ConcurrentLinkedQueue<Status>();
            var status = withOutage(server, kind, 150, 6000, told);
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(number(status, "parked")).as(status.toJson()).isZero();
            assertComplete(server);
            var paused = told.stream().filter(each -> each.state() == Status.State.paused).toList();
            // Silence is known for an outage only when robots.txt does not answer either, which
            // may be later than this one lasts.
            if (kind == SimOutage.Kind.REFUSED) assertThat(paused).isNotEmpty();
            assertThat(paused).allMatch(each -> each.reason().orElse("").contains("network"));
        }
    }

    /** Crawls with an outage from that page on, for so long. */
    private Status withOutage(
            SimServer server,
            SimOutage.Kind kind,
            int atPage,
            long millis,
            ConcurrentLinkedQueue<Status> told)
            throws Exception {
        var pages = new AtomicInteger();
        try (var timer = Executors.newSingleThreadScheduledExecutor()) {
            return crawl(server)
                    .into(folder.resolve("crawl"))
                    .onProgress(told::add)
                    .onPage(
                            _ -> {
                                if (pages.incrementAndGet() != atPage) return;
                                server.outage(SimOutage.of(kind));
                                var _ =
                                        timer.schedule(
                                                server::restore, millis, TimeUnit.MILLISECONDS);
                            })
                    .run();
        }
    }

    @Test
    void linksWithUsersMeanTheSamePages() throws Exception {
        try (var server = SimServer.start(site("userinfo-links"))) {
            var status = crawl(server).into(folder.resolve("crawl")).run();
            assertThat(status.pages()).isEqualTo(61);
            assertComplete(server);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut-once", "untyped", "slow-robots"})
    void whatIsMerelyOddIsFetchedWhole(String trait) throws Exception {
        try (var server = SimServer.start(site(trait))) {
            crawl(server).into(folder.resolve("crawl")).run();
            assertComplete(server);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereASeedLeadsIsInScope(boolean elsewhere) throws Exception {
        var web = SimWebOptions.usual().withSeed(5).withSize(4, 60).plain();
        try (var server = SimServer.start(web)) {
            var seeds = server.web().movedSeedUrls(1, elsewhere);
            crawl(server, seeds).set("scope", "host").into(folder.resolve("crawl")).run();
            var verdict = judge(server, seeds, dev.gossamer.simweb.SimScope.HOST);
            assertThat(verdict.isClean()).as(verdict::toString).isTrue();
        }
    }

    /** A redirected robots.txt whose target is slow, fails or is away for a while. */
    @ParameterizedTest
    @ValueSource(strings = {"slow-robots", "robots-broken", "down", "shared-addresses"})
    void aRobotsTxtThatMovedToATroubledHostIsObeyed(String trouble) throws Exception {
        var web =
                SimWebOptions.usual()
                        .withSeed(8)
                        .withSize(30, 200)
                        .with("moved-robots", "0.7")
                        .with(trouble, "0.4")
                        .with("slow-for", "300")
                        .with("down-for", "300");
        try (var server = SimServer.start(web)) {
            // Four attempts must take longer than a host is down.
            crawl(server).set("retry-wait", "50ms").into(folder.resolve("crawl")).run();
            assertComplete(server);
        }
    }

    /** Everything at once. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 4})
    @Tag("slow")
    void moreRoughWebsAreCrawledCompletelyAndPolitely(long seed) throws Exception {
        aRoughWebIsCrawledCompletelyAndPolitely(seed);
    }

    /** The same; one of them is enough in every build. */
    @ParameterizedTest
    @ValueSource(longs = 3)
    void aRoughWebIsCrawledCompletelyAndPolitely(long seed) throws Exception {
        var web = SimWebOptions.usual().withSeed(seed).withSize(40, 500).withFaults(0.01);
        for (String fault :
                List.of(
                        "cut-once",
                        "dead-origin",
                        "broken-section",
                        "unavailable-section",
                        "limited-section",
                        "hanging-section",
                        "slow-robots",
                        "silent",
                        "dns-silent",
                        "second-origins",
                        "userinfo-links",
                        "untyped",
                        "moved-robots")) web = web.with(fault, "0.1");
        try (var server =
                SimServer.start(web.with("stalled-for", "2000").with("slow-for", "300"))) {
            var home = folder.resolve("crawl");
            var status = crawl(server).set("max-body", "300k").into(home).run();
            // A host that was down until nothing else was left is parked, and waits for a resume.
            if (status.parked() > 0) Crawl.resume(home).run();
            assertComplete(server);
        }
    }
}
