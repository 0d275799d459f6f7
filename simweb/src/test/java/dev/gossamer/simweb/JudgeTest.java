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
        return Judge.judge(log, web.truth(web.seedUrls(1), Scope.ANY), Duration.ofMillis(100), 1);
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
        var faulty = SimWeb.of(web.options().with(Fault.UNAVAILABLE, 1));
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
            rows.end(row, start, 503, Optional.of(Fault.UNAVAILABLE), true);
        }
        var verdict =
                Judge.judge(
                        faultyLog, faulty.truth(faulty.seedUrls(1), Scope.ANY), Duration.ZERO, 1);
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
}
