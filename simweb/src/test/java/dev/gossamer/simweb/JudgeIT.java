package dev.gossamer.simweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.Verdict.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole crawl over sockets, held against the truth. */
@Execution(ExecutionMode.CONCURRENT)
class JudgeIT {
    private static SimWebOptions harsh(long seed) {
        return SimWebOptions.usual()
                .withSeed(seed)
                .withSize(30, 240)
                .withSkew(0.4)
                .withFaults(0.03)
                .with(Share.BARRED_HOSTS, 0.05)
                .with(Share.SHARED_ADDRESSES, 0.2)
                .with("crawl-delay", "40")
                .with("slow-for", "300")
                .with("stalled-for", "2000")
                .with("down-for", "500");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aPoliteCrawlOfAFaultyWebIsClean(long seed) throws IOException {
        try (var server = SimServer.start(harsh(seed))) {
            List<String> seeds = server.web().seedUrls(1);
            new PoliteCrawler(server, Duration.ofMillis(20)).crawl(seeds);
            var truth = server.web().truth(seeds, SimScope.ANY);
            var verdict = Judge.judge(server.log(), truth, Duration.ofMillis(20), 1);
            assertThat(verdict.isClean()).as("seed %d: %s", seed, verdict).isTrue();
            assertThat(verdict.required()).isGreaterThan(200);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aPoliteCrawlOfARoughWebIsClean(long seed) throws IOException {
        var rough = harsh(seed).withFaults(0.01);
        for (SimFault fault : SimFault.values())
            if (!fault.isInMix()) rough = rough.with(fault, 0.1);
        rough =
                rough.with(Share.SECOND_ORIGINS, 0.3)
                        .with(Share.USERINFO_LINKS, 0.1)
                        .with(Share.UNTYPED, 0.1);
        try (var server = SimServer.start(rough)) {
            List<String> seeds = server.web().movedSeedUrls(1, true);
            new PoliteCrawler(server, Duration.ofMillis(20)).crawl(seeds);
            var truth = server.web().truth(seeds, SimScope.ANY);
            var verdict = Judge.judge(server.log(), truth, Duration.ofMillis(20), 1);
            assertThat(verdict.isClean()).as("seed %d: %s", seed, verdict).isTrue();
            assertThat(verdict.required()).isGreaterThan(100);
        }
    }

    @Test
    void aCrawlThatIsFasterThanTheDelayIsNotPolite() throws IOException {
        try (var server = SimServer.start(SimWebOptions.usual().withSize(3, 30))) {
            List<String> seeds = server.web().seedUrls(1);
            new PoliteCrawler(server, Duration.ofMillis(5)).crawl(seeds);
            var truth = server.web().truth(seeds, SimScope.ANY);
            var verdict = Judge.judge(server.log(), truth, Duration.ofSeconds(1), 1);
            assertThat(verdict.count(Finding.TOO_SOON_FOR_HOST)).isGreaterThan(20);
            assertThat(verdict.count(Finding.TOO_SOON_FOR_ADDRESS)).isGreaterThan(20);
            assertThat(verdict.count(Finding.MISSED)).isZero();
        }
    }
}
