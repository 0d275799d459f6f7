package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.UsageException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may show what in a frame, by whatever name the server is called. */
class FrameOriginsTest {
    private final FrameOrigins plain = new FrameOrigins(8700, 8701, List.of(), Optional.empty());

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8700, 127.0.0.1",
        "192.0.2.7:8700, 192.0.2.7",
        "LOCALHOST:8700, localhost",
        "[::1]:8700, [::1]",
        "crawl.test, crawl.test"
    })
    void theyFollowFromTheNameByWhichTheServerIsCalled(String host, String name) {
        assertThat(plain.archivedPages(host)).isEqualTo(name + ":8701");
        assertThat(plain.dashboards(host)).isEqualTo(name + ":8700");
        assertThat(plain.address(host, true)).isEqualTo("https://" + name + ":8701");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x; script-src *", "*", "a b", "evil.test *:8700", "'self'"})
    void aHostThatIsNoneNamesNobody(String host) {
        assertThat(plain.archivedPages(host)).isEqualTo("'none'");
        assertThat(plain.dashboards(host)).isEqualTo("'none'");
    }

    @Test
    void aProxyThatEncryptsShowsBothUnderNamesOfItsOwn() {
        var proxied =
                new FrameOrigins(
                        8700,
                        8701,
                        List.of("Crawl.test", "other.test:8443"),
                        Optional.of("https://replay.test"));
        assertThat(proxied.archivedPages("crawl.test")).isEqualTo("https://replay.test");
        assertThat(proxied.address("crawl.test", false)).isEqualTo("https://replay.test");
        assertThat(proxied.dashboards("replay.test"))
                .isEqualTo(
                        "replay.test:8700 crawl.test crawl.test:8700 other.test:8443 other.test:8700");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay.test", "https://replay.test/", "https://a; b", "javascript:x"})
    void whatIsNoOriginIsRefused(String origin) {
        assertThatThrownBy(
                        () ->
                                new ServerOptions.Listen(
                                        "127.0.0.1",
                                        0,
                                        Optional.empty(),
                                        List.of(),
                                        Optional.of(origin),
                                        false))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is no origin");
    }
}
