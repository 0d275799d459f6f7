package dev.gossamer.simweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.Verdict.Finding;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Logs made by hand, each with one thing wrong. */
class JudgeTest {
    private static final long MS = 1_000_000;

    private final SimWeb web =
            SimWeb.of(
                    SimWebOptions.usual()
                            .withSize(1, 3)
                            .plain()
                            .with(Share.DISALLOWED, 1)
                            .with(Share.CRAWL_DELAYS, 1));
    private final ServerLog log = new ServerLog(web);
    private final LogSegment segment = log.newSegment();
    private long now;

    private Verdict judge() {
        return Judge.judge(
                log, web.truth(web.seedUrls(1), SimScope.ANY), Duration.ofMillis(100), 1);
    }

    /** Robots and all three pages with a gap of the crawl delay, 300 ms. */
    private void crawl() {
        for (String path :
                new String[] {"/robots.txt", "/", "/topic/0/page-1.html", "/topic/0/page-2.html"})
            ask(path, 300);
    }

    private void ask(String path, long gapMillis) {
        now += gapMillis * MS;
        int row = segment.begin(now, 1, web.hosts().address(0), 0, web.locate(0, path), false);
        if (web.locate(0, path) == PageId.NONE) segment.name(row, web.hostName(0), path);
        now += 10 * MS;
        segment.end(row, now, 200, Optional.empty(), true);
    }

    @Test
    void aCompletePoliteCrawlIsClean() {
        crawl();
        assertThat(judge().isClean()).as(judge().toString()).isTrue();
        assertThat(judge().toString())
                .isEqualTo("4 requests; 3 of 3 URLs dealt with; nothing wrong\n");
    }

    @Test
    void whatIsDueAndNotFetchedIsMissed() {
        ask("/robots.txt", 300);
        ask("/", 300);
        assertThat(judge().count(Finding.MISSED)).isEqualTo(2);
        assertThat(judge().examples(Finding.MISSED))
                .anyMatch(line -> line.contains("/topic/0/page-1.html"));
    }

    @Test
    void whatIsAskedAgainAfterAFinalAnswerIsRepeated() {
        crawl();
        ask("/", 300);
        assertThat(judge().count(Finding.REPEATED)).isEqualTo(1);
    }

    @Test
    void whatRobotsForbidIsForbidden() {
        crawl();
        ask("/private/1.html", 300);
        assertThat(judge().count(Finding.FORBIDDEN)).isEqualTo(1);
    }

    @Test
    void pagesBeforeRobotsAreForbidden() {
        ask("/", 300);
        assertThat(judge().count(Finding.FORBIDDEN)).isEqualTo(1);
    }

    @Test
    void whatNothingLinksToIsStrange() {
        crawl();
        ask("/made/up", 300);
        assertThat(judge().count(Finding.STRANGE)).isEqualTo(1);
    }

    @Test
    void theCrawlDelayOfTheHostCountsForTheHostAndTheDelayForTheAddress() {
        crawl();
        ask("/made/up", 200);
        assertThat(judge().count(Finding.TOO_SOON_FOR_HOST)).isEqualTo(1);
        assertThat(judge().count(Finding.TOO_SOON_FOR_ADDRESS)).isZero();
        ask("/made/up", 90);
        assertThat(judge().count(Finding.TOO_SOON_FOR_HOST)).isEqualTo(2);
        assertThat(judge().count(Finding.TOO_SOON_FOR_ADDRESS)).isEqualTo(1);
    }

    @Test
    void requestsThatOverlapAreTooMany() {
        crawl();
        segment.begin(now - 8 * MS, 2, web.hosts().address(0), 0, web.locate(0, "/"), false);
        assertThat(judge().count(Finding.TOO_MANY_REQUESTS)).isEqualTo(2);
    }

    @Test
    void connectionsThatOverlapAreTooMany() {
        segment.opened(1, 127 << 24, 0);
        segment.closed(0, 520 * MS);
        segment.opened(2, 127 << 24, 500 * MS);
        assertThat(judge().count(Finding.TOO_MANY_CONNECTIONS)).isZero();
        segment.opened(3, 127 << 24, 600 * MS);
        assertThat(judge().count(Finding.TOO_MANY_CONNECTIONS)).isEqualTo(1);
    }

    @Test
    void failedAttemptsMayBeRepeatedAndThenTheUrlIsStillMissed() {
        crawl();
        var faulty = SimWeb.of(web.options().with(SimFault.UNAVAILABLE, 1));
        var faultyLog = new ServerLog(faulty);
        var rows = faultyLog.newSegment();
        for (int attempt = 0; attempt < 3; attempt++) {
            long start = attempt * 1000L * MS;
            int row =
                    rows.begin(
                            start,
                            1,
                            faulty.hosts().address(0),
                            0,
                            faulty.locate(0, "/topic/0/page-1.html"),
                            false);
            rows.end(row, start, 503, Optional.of(SimFault.UNAVAILABLE), true);
        }
        var verdict =
                Judge.judge(
                        faultyLog,
                        faulty.truth(faulty.seedUrls(1), SimScope.ANY),
                        Duration.ZERO,
                        1);
        assertThat(verdict.count(Finding.REPEATED)).isZero();
        assertThat(verdict.count(Finding.MISSED)).isEqualTo(3);
    }

    @Test
    void aFullLogIsSaid() {
        LogSegment small = log.newSegment(2);
        for (int i = 0; i < 5; i++) small.begin(i, 1, 0, 0, web.locate(0, "/"), false);
        assertThat(log.requestCount()).isEqualTo(2);
        assertThat(judge().examples(Finding.LOG_FULL))
                .containsExactly("3 requests are not in the log");
    }

    /** A web whose only host has a live second origin, a dead one and a section that fails. */
    private static SimWeb origins(SimFault section) {
        return SimWeb.of(
                SimWebOptions.usual()
                        .withSize(1, 20)
                        .plain()
                        .with(Share.SECOND_ORIGINS, 1)
                        .with(SimFault.DEAD_ORIGIN, 1)
                        .with(section, 1));
    }

    /** The log of such a web, filled in by URL. */
    private static final class Visits {
        private final SimWeb web;
        private final ServerLog log;
        private final LogSegment rows;
        private long now;

        Visits(SimWeb web) {
            this.web = web;
            log = new ServerLog(web);
            rows = log.newSegment();
        }

        void ask(
                String url, long gapMillis, int status, Optional<SimFault> fault, boolean isWhole) {
            now += gapMillis * MS;
            int row = rows.begin(now, 1, web.hosts().address(0), 0, web.locate(url), false);
            now += 10 * MS;
            rows.end(row, now, status, fault, isWhole);
        }

        void ask(String url, long gapMillis) {
            ask(url, gapMillis, 200, Optional.empty(), true);
        }

        String url(PageId.Space space, long number) {
            return web.url(PageId.of(0, space, number));
        }

        /** Everything that is due, politely; refusals answered by waiting. */
        void crawl() {
            crawlBut("nothing");
        }

        /** All but the URLs that contain this. */
        void crawlBut(String left) {
            ask(url(PageId.Space.ROBOTS, 0), 100);
            ask(url(PageId.Space.BESIDE_ROBOTS, 0), 100);
            web.truth(web.seedUrls(1), SimScope.ANY)
                    .forEachRequired(
                            (url, expect) -> {
                                if (url.contains(left)) return;
                                boolean isBroken = expect == Truth.Expect.BROKEN;
                                var fault = web.answer(url, 1, 0).fault();
                                ask(
                                        url,
                                        1100,
                                        isBroken ? 500 : 200,
                                        isBroken ? fault : Optional.empty(),
                                        true);
                            });
        }

        Verdict judge() {
            return Judge.judge(
                    log, web.truth(web.seedUrls(1), SimScope.ANY), Duration.ofMillis(100), 1);
        }
    }

    @Test
    void nothingOfADeadOriginIsDueAndAllOfTheLiveOnesIs() {
        var visits = new Visits(origins(SimFault.BROKEN_SECTION));
        visits.crawl();
        assertThat(visits.judge().isClean()).as(visits.judge().toString()).isTrue();
        var truth = visits.web.truth(visits.web.seedUrls(1), SimScope.ANY);
        assertThat(truth.expect(visits.url(PageId.Space.DEAD, 0))).isEqualTo(Truth.Expect.OPTIONAL);
    }

    @Test
    void theSecondOriginNeedsItsOwnRobots() {
        var visits = new Visits(origins(SimFault.BROKEN_SECTION));
        visits.ask(visits.url(PageId.Space.ROBOTS, 0), 100);
        visits.ask(besidePage(visits), 100);
        assertThat(visits.judge().count(Finding.FORBIDDEN)).isEqualTo(1);
    }

    @Test
    void whatTheSecondOriginForbidsIsForbiddenThoughTheFirstAllowsIt() {
        var web = SimWeb.of(origins(SimFault.BROKEN_SECTION).options().withSize(1, 30));
        var visits = new Visits(web);
        visits.crawl();
        for (int i = 0; i < 30; i++) {
            long id = PageId.of(0, PageId.Space.BESIDE_PRIVATE, i);
            if (!web.pageModel().exists(id)) continue;
            visits.ask(web.url(id), 1100);
            assertThat(visits.judge().count(Finding.FORBIDDEN)).isEqualTo(1);
            return;
        }
        throw new AssertionError("no such page");
    }

    private static String besidePage(Visits visits) {
        for (int i = 0; i < 20; i++)
            if (visits.web.pageModel().exists(PageId.of(0, PageId.Space.BESIDE, i)))
                return visits.url(PageId.Space.BESIDE, i);
        throw new AssertionError("no page of the second origin");
    }

    @Test
    void bothOriginsKeepThePaceOfTheirHost() {
        var visits = new Visits(origins(SimFault.BROKEN_SECTION));
        visits.ask(visits.url(PageId.Space.ROBOTS, 0), 100);
        visits.ask(visits.url(PageId.Space.BESIDE_ROBOTS, 0), 50);
        assertThat(visits.judge().count(Finding.TOO_SOON_FOR_HOST)).isEqualTo(1);
    }

    @Test
    void aRobotsTxtThatBrokeOffAllowsNothing() {
        var visits = new Visits(origins(SimFault.BROKEN_SECTION));
        visits.ask(visits.url(PageId.Space.ROBOTS, 0), 100, 200, Optional.empty(), false);
        visits.ask(visits.url(PageId.Space.PAGE, 0), 100);
        assertThat(visits.judge().count(Finding.FORBIDDEN)).isEqualTo(1);
    }

    @Test
    void aSectionThatFailsMustBeTried() {
        var visits = new Visits(origins(SimFault.BROKEN_SECTION));
        visits.crawlBut("/app/");
        assertThat(visits.judge().count(Finding.MISSED)).isEqualTo(12);
        assertThat(visits.judge().examples(Finding.MISSED))
                .anyMatch(line -> line.contains("/app/1 (BROKEN)"));
    }

    @Test
    void aRequestBeforeRetryAfterIsTooSoonForItsOriginAlone() {
        var visits = new Visits(origins(SimFault.LIMITED_SECTION));
        visits.ask(visits.url(PageId.Space.ROBOTS, 0), 100);
        visits.ask(visits.url(PageId.Space.BESIDE_ROBOTS, 0), 100);
        visits.ask(
                visits.url(PageId.Space.SECTION, 0),
                100,
                429,
                Optional.of(SimFault.LIMITED_SECTION),
                true);
        visits.ask(besidePage(visits), 100);
        assertThat(visits.judge().count(Finding.TOO_SOON_AFTER_REFUSAL)).isZero();
        visits.ask(visits.url(PageId.Space.PAGE, 0), 800);
        assertThat(visits.judge().count(Finding.TOO_SOON_AFTER_REFUSAL)).isEqualTo(1);
        visits.ask(visits.url(PageId.Space.PAGE, 1), 100);
        assertThat(visits.judge().count(Finding.TOO_SOON_AFTER_REFUSAL)).isEqualTo(1);
    }

    @Test
    void aPageThatWasCutAndNeverFetchedWholeIsMissed() {
        var web =
                SimWeb.of(SimWebOptions.usual().withSize(1, 3).plain().with(SimFault.CUT_ONCE, 1));
        var visits = new Visits(web);
        visits.ask(visits.url(PageId.Space.ROBOTS, 0), 100);
        for (int page = 0; page < 3; page++) visits.ask(visits.url(PageId.Space.PAGE, page), 100);
        assertThat(visits.judge().isClean()).isTrue();
        var cut = new Visits(web);
        cut.ask(cut.url(PageId.Space.ROBOTS, 0), 100);
        for (int page = 0; page < 3; page++)
            cut.ask(
                    cut.url(PageId.Space.PAGE, page),
                    100,
                    200,
                    page == 2 ? Optional.of(SimFault.CUT_ONCE) : Optional.empty(),
                    page != 2);
        assertThat(cut.judge().count(Finding.MISSED)).isEqualTo(1);
    }

    @Test
    void afterAnOutageAllIsDueAgainAndDuringOneNothing() {
        ask("/robots.txt", 300);
        ask("/", 300);
        log.outageBegan(SimOutage.of(SimOutage.Kind.REFUSED), now);
        assertThat(judge().count(Finding.MISSED)).isZero();
        log.outagesEnded(now + 1000 * MS);
        assertThat(judge().count(Finding.MISSED)).isEqualTo(2);
    }

    @Test
    void anOutageOfOneHostExcusesNoOther() {
        var two = SimWeb.of(web.options().withSize(2, 6));
        var visits = new Visits(two);
        visits.log.outageBegan(SimOutage.of(SimOutage.Kind.DNS_SILENT, 1), 0);
        long missed = visits.judge().count(Finding.MISSED);
        assertThat(missed).isPositive().isLessThan(visits.judge().required());
        assertThat(visits.judge().examples(Finding.MISSED))
                .allMatch(line -> line.contains(two.hostName(0)));
    }

    @Test
    void anyNumberOfAttemptsMayFailInAnOutage() {
        crawl();
        var visits = new Visits(web);
        visits.log.outageBegan(SimOutage.of(SimOutage.Kind.SILENT), 0);
        for (int i = 0; i < 30; i++)
            visits.ask(
                    visits.url(PageId.Space.PAGE, 0), 1000, 0, Optional.of(SimFault.SILENT), false);
        visits.log.outagesEnded(visits.now);
        assertThat(visits.judge().count(Finding.REPEATED)).isZero();
        for (int i = 0; i < 21; i++)
            visits.ask(
                    visits.url(PageId.Space.PAGE, 0), 1000, 0, Optional.of(SimFault.SILENT), false);
        assertThat(visits.judge().count(Finding.REPEATED)).isPositive();
    }
}
