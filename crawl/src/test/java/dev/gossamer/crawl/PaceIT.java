package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.ServerLog;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The total rate and the timetable of a crawl over real sockets, as the servers see them. */
@Execution(ExecutionMode.CONCURRENT)
class PaceIT {
    private static final int RATE = 50;

    /** A pause is made up for, but not for more than a tenth of a second. */
    private static final int CAUGHT_UP = RATE / 10;

    /** Requests that were sent evenly need not come so: the machine may stop for a moment. */
    private static final int BUNCHED = RATE;

    private static final int SECONDS = 3;

    private static final int MOST = SECONDS * RATE + CAUGHT_UP + BUNCHED;

    @TempDir Path folder = Path.of("");

    private Crawl crawl(SimServer server) {
        return Crawl.of(server.web().seedUrls(1).toArray(String[]::new))
                .into(folder.resolve("crawl"))
                .set("scope", "any")
                .set("allow-private", "true")
                .set("index", "false")
                .set("links", "false")
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .delay(Duration.ZERO);
    }

    private static SimServer server() throws Exception {
        return SimServer.start(SimWebOptions.usual().withSeed(5).withSize(60, 400));
    }

    /** The most that came within any three seconds. */
    private static int mostInThreeSeconds(ServerLog log) {
        List<Long> times =
                log.requests().stream().map(ServerLog.Request::startNanos).sorted().toList();
        int most = 0;
        int first = 0;
        for (int i = 0; i < times.size(); i++) {
            while (times.get(i) - times.get(first) > SECONDS * 1_000_000_000L) first++;
            most = Math.max(most, i - first + 1);
        }
        return most;
    }

    @Test
    void allHostsTogetherAreAskedNoFasterThanTheRate() throws Exception {
        try (var server = server()) {
            var status = crawl(server).set("rate", RATE).run();
            assertThat(status.pages()).isGreaterThan(MOST);
            assertThat(mostInThreeSeconds(server.log())).isLessThan(MOST);
        }
    }

    @Test
    void theRateOfTheHourHoldsAgainstThatOfTheCrawl() throws Exception {
        try (var server = server()) {
            crawl(server).set("rate", 5_000).set("timetable", List.of("00:00-24:00 " + RATE)).run();
            assertThat(mostInThreeSeconds(server.log())).isLessThan(MOST);
        }
    }

    @Test
    void inAnHourThatIsOffNobodyIsAsked() throws Exception {
        try (var server = server()) {
            var status =
                    crawl(server)
                            .set("timetable", List.of("00:00-24:00 off"))
                            .set("max-time", "2s")
                            .run();
            assertThat(server.log().requestCount()).isZero();
            assertThat(status.queued()).isPositive();
        }
    }
}
