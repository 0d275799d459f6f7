package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.frontier.FrontierOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacingTest {
    private static CrawlOptions options(Map<String, Object> settings) {
        var all = new HashMap<String, Object>(settings);
        all.put("seeds", "http://a.test/");
        return CrawlOptions.read(Settings.of(all));
    }

    private static FrontierOptions frontier(Map<String, Object> settings) {
        return Wiring.frontier(options(settings), Strategy.BREADTH_FIRST, 1L << 30);
    }

    @Test
    void everySettingReachesTheFrontier() {
        var options =
                frontier(
                        Map.of(
                                "delay",
                                "1m",
                                "connections-per-host",
                                2,
                                "rate",
                                30,
                                "adaptive-delay",
                                "2.5",
                                "domain-delay",
                                "3s",
                                "max-crawl-delay",
                                "5s",
                                "max-pages-per-host",
                                6,
                                "max-attempts",
                                7));
        assertThat(options.pace())
                .isEqualTo(
                        new FrontierOptions.Pace(
                                Duration.ofMinutes(1),
                                2,
                                2,
                                0,
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(5),
                                2.5,
                                30));
        assertThat(options.retry().maxAttempts()).isEqualTo(7);
        assertThat(options.limits().maxPagesPerHost()).isEqualTo(6);
    }

    @Test
    void allWaitsAfterFailuresFollowTheFirst() {
        assertThat(frontier(Map.of()).retry()).isEqualTo(FrontierOptions.Retry.defaults());
        var quick = frontier(Map.of("retry-wait", "10ms")).retry();
        assertThat(quick.firstWait()).isEqualTo(Duration.ofMillis(10));
        assertThat(quick.maxWait()).isEqualTo(Duration.ofMillis(1200));
        assertThat(quick.setAside()).isEqualTo(Duration.ofMillis(1800));
    }

    @Test
    void someHostsHaveAnotherPace() {
        var hosts =
                frontier(
                                Map.of(
                                        "delay",
                                        "2s",
                                        "pace",
                                        List.of(
                                                "*.a.test delay=5s, connections=3",
                                                Map.of("b.test", "max-pages=7"))))
                        .overrides();
        assertThat(hosts)
                .containsExactly(
                        new FrontierOptions.HostPace(
                                "*.a.test", Duration.ofSeconds(5), 3, 1_000_000),
                        new FrontierOptions.HostPace("b.test", Duration.ofSeconds(2), 1, 7));
    }

    @ParameterizedTest
    @CsvSource({
        "Example.ORG, example.org",
        "*.Example.org, *.example.org",
        "*.Bücher.example, *.xn--bcher-kva.example",
        "例え.test, xn--r8jz45g.test",
        "[0:0::1], [::1]"
    })
    void hostsOfAPaceAreReadAsThoseOfUrls(String written, String host) {
        var hosts = frontier(Map.of("pace", List.of(written + " delay=5s"))).overrides();
        assertThat(hosts).extracting(FrontierOptions.HostPace::pattern).containsExactly(host);
    }

    @Test
    void whatIsSavedIsReadBackTheSame() {
        var options =
                options(Map.of("pace", "a.test delay=5s", "timetable", List.of("08:00-09:00 3")));
        var again = CrawlOptions.read(options.settings());
        assertThat(again.settings().written()).isEqualTo(options.settings().written());
        assertThat(again.pacing().hosts()).isEqualTo(options.pacing().hosts());
        assertThat(again.politeness()).isEqualTo(options.politeness());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.test",
                "a.test delay",
                "a.test delay=soon",
                "a.test speed=1",
                "a.test connections=0",
                "a.test delay=1s delay=2s",
                "a.test:8080 delay=1s"
            })
    void aLineThatCannotBeReadIsRefused(String line) {
        assertThatThrownBy(() -> options(Map.of("pace", List.of(line))))
                .isInstanceOf(UsageException.class);
    }
}
