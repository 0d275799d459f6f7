package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    /** 1970-01-01 12:00, a Thursday. */
    private static final long NOON = 12 * 3_600_000_000_000L;

    private static Throttle throttle(Map<String, Object> settings) {
        var all = new java.util.HashMap<String, Object>(settings);
        all.put("seeds", "http://a.test/");
        return new Throttle(CrawlOptions.read(Settings.of(all)), ZoneOffset.UTC, 1_000_000);
    }

    /** Seconds of a crawl whose answers take so long; returns the last second's rate. */
    private static double run(Throttle throttle, double rate, double answerSeconds, int seconds) {
        double reached = 0;
        for (int i = 0; i < seconds; i++) {
            reached = Math.min(rate, throttle.connections() / answerSeconds);
            int underWay = (int) Math.min(throttle.connections(), Math.ceil(rate * answerSeconds));
            for (int j = 0; j < reached; j++) throttle.started(underWay);
            throttle.tick(NOON, 1);
        }
        return reached;
    }

    @Test
    void connectionsFollowTheRate() {
        var throttle = throttle(Map.of("rate", 1000));
        assertThat(run(throttle, 1000, 5, 60)).isEqualTo(1000);
        assertThat(throttle.connections()).isBetween(5000, 10_000);
        assertThat(run(throttle, 1000, 0.1, 60)).isEqualTo(1000);
        assertThat(throttle.connections()).isBetween(100, 250);
    }

    /** One second in which so many were started, and so many were under way at most. */
    private static int after(Throttle throttle, int started, int underWay) {
        for (int i = 0; i < started; i++) throttle.started(i == 0 ? underWay : 1);
        throttle.tick(NOON, 1);
        return throttle.connections();
    }

    @Test
    void theyGrowByHalfAndShrinkByAnEighth() {
        var throttle = throttle(Map.of("rate", 1000));
        assertThat(throttle.connections()).isEqualTo(500);
        // Short of the rate, and all were used but those that are kept back.
        assertThat(after(throttle, 949, 437)).isEqualTo(750);
        // Near enough to the rate.
        assertThat(after(throttle, 950, 750)).isEqualTo(750);
        // Short of the rate, but not for want of connections.
        assertThat(after(throttle, 500, 600)).isEqualTo(750);
        assertThat(after(throttle, 1000, 375)).isEqualTo(750);
        // Not half of them were used.
        assertThat(after(throttle, 1000, 374)).isEqualTo(657);
        // What was under way in one second does not count in the next.
        assertThat(after(throttle, 1000, 1)).isEqualTo(575);
    }

    @Test
    void itIsTheRateThatCountsNotTheNumberStarted() {
        var throttle = throttle(Map.of("rate", 1000));
        for (int i = 0; i < 500; i++) throttle.started(500);
        throttle.tick(NOON, 0.5);
        assertThat(throttle.connections()).isEqualTo(500);
        throttle.tick(NOON, 0);
        assertThat(throttle.connections()).isEqualTo(500);
    }

    /** As of one domain alone, to which the frontier does not give the last ones. */
    @Test
    void theyGrowAlsoWhenTheLastOnesAreKeptBack() {
        var throttle = throttle(Map.of("rate", 32));
        for (int i = 0; i < 60; i++) {
            int given = throttle.connections() - throttle.connections() / 8;
            throttle.started(Math.min(given, 64));
            throttle.tick(NOON, 1);
        }
        assertThat(throttle.connections()).isGreaterThanOrEqualTo(64);
    }

    @Test
    void aSlowRateTakesFewAndNoneTakesMoreThanThereAre() {
        assertThat(throttle(Map.of("rate", 5)).connections()).isEqualTo(Throttle.FEWEST);
        var greedy = throttle(Map.of("rate", 1_000_000));
        run(greedy, 1_000_000, 30, 60);
        assertThat(greedy.connections()).isEqualTo(Throttle.MOST);
    }

    @Test
    void aNumberThatIsSetStays() {
        var throttle = throttle(Map.of("rate", 1000, "connections", 7));
        run(throttle, 1000, 5, 60);
        assertThat(throttle.connections()).isEqualTo(7);
        assertThat(throttle(Map.of()).connections()).isEqualTo(Throttle.USUAL_CONNECTIONS);
    }

    @Test
    void theTimetableChangesTheRate() {
        var throttle = throttle(Map.of("rate", 9, "timetable", "thu 12:00-13:00 off"));
        assertThat(throttle.tick(NOON - 1, 1)).isEqualTo(9);
        assertThat(throttle.isOff()).isFalse();
        throttle.tick(NOON, 1);
        assertThat(throttle.isOff()).isTrue();
    }

    @Test
    void thereAreNoMoreConnectionsThanTheSystemAllows() {
        assertThat(OpenFiles.mostConnections(1024)).isEqualTo(576);
        assertThat(OpenFiles.mostConnections(64)).isEqualTo(16);
        assertThat(OpenFiles.mostConnections()).isPositive();
        var many =
                CrawlOptions.read(
                        Settings.of(Map.of("seeds", "http://a.test/", "connections", "5000")));
        assertThat(new Throttle(many, ZoneOffset.UTC, 576).connections()).isEqualTo(576);
        var usual = CrawlOptions.read(Settings.of(Map.of("seeds", "http://a.test/")));
        assertThat(new Throttle(usual, ZoneOffset.UTC, 100).connections()).isEqualTo(100);
    }
}
