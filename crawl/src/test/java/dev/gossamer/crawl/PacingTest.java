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
        return Connect.frontier(options(settings), Strategy.BREADTH_FIRST);
    }

    @Test
    void everySettingReachesTheFrontier() {
        var options =
                frontier(
                        Map.of(
                                "adaptive-delay", "2.5",
                                "domain-delay", "3s",
                                "connections-per-domain", 4,
                                "max-crawl-delay", "5s",
                                "max-retry-wait", "6m",
                                "max-retry-after", "7h",
                                "set-aside-after", 8,
                                "set-asides", 9,
                                "sync-window", "0",
                                "set-aside", "11m"));
        assertThat(options.pace().adaptiveFactor()).isEqualTo(2.5);
        assertThat(options.pace().domainDelay()).isEqualTo(Duration.ofSeconds(3));
        assertThat(options.pace().connectionsPerDomain()).isEqualTo(4);
        assertThat(options.pace().crawlDelayCap()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.retry().maxWait()).isEqualTo(Duration.ofMinutes(6));
        assertThat(options.retry().retryAfterCap()).isEqualTo(Duration.ofHours(7));
        assertThat(options.retry().failuresBeforeSetAside()).isEqualTo(8);
        assertThat(options.retry().setAsides()).isEqualTo(9);
        assertThat(options.retry().setAside()).isEqualTo(Duration.ofMinutes(11));
        assertThat(options.durability().syncWindow()).isZero();
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
                options(
                        Map.of(
                                "pace", "a.test delay=5s",
                                "timetable", List.of("08:00-09:00 3"),
                                "set-aside", "1h"));
        var again = CrawlOptions.read(options.settings());
        assertThat(again.pacing()).isEqualTo(options.pacing());
        assertThat(again.politeness()).isEqualTo(options.politeness());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.test",
                "a.test delay",
                "a.test delay=soon",
                "a.test speed=1",
                "a.test connections=0"
            })
    void aLineThatCannotBeReadIsRefused(String line) {
        assertThatThrownBy(() -> options(Map.of("pace", List.of(line))))
                .isInstanceOf(UsageException.class);
    }
}
