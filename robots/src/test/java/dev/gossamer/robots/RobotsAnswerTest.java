package dev.gossamer.robots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 2.3.1 of RFC 9309. */
class RobotsAnswerTest {
    private static final byte[] BODY =
            "User-agent: *\nDisallow: /a".getBytes(StandardCharsets.UTF_8);

    private static RobotsAnswer answer(int status) {
        return RobotsAnswer.of(status, Optional.empty(), BODY, "gossamer");
    }

    private static boolean isAllowed(RobotsAnswer answer, String path) {
        return answer instanceof RobotsAnswer.Rules(var robots, _)
                && robots.isAllowed(Url.of("http://h" + path));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 203, 206})
    void successIsReadAndHoldsForADay(int status) {
        assertThat(isAllowed(answer(status), "/a")).isFalse();
        assertThat(isAllowed(answer(status), "/b")).isTrue();
        assertThat(answer(status))
                .isInstanceOfSatisfying(
                        RobotsAnswer.Rules.class,
                        rules -> assertThat(rules.life()).isEqualTo(Duration.ofHours(24)));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 410, 419, 451})
    void aClientErrorMeansThereIsNoFile(int status) {
        assertThat(isAllowed(answer(status), "/a")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308})
    void oneRedirectTooManyMeansThereIsNoFile(int status) {
        assertThat(isAllowed(answer(status), "/a")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 504, 599, 0, 100, 999})
    void aServerThatFailsIsLeftAloneForNow(int status) {
        assertThat(answer(status)).isEqualTo(new RobotsAnswer.Unreachable());
    }

    @ParameterizedTest
    @CsvSource({
        "max-age=7200, 7200",
        "'public, MAX-AGE=\"7200\"', 7200",
        "max-age=1, 3600",
        "no-store, 3600",
        "max-age=31536000, 86400",
        "max-age=99999999999999999999, 86400",
        "max-age=x, 86400",
        "private, 86400",
        "'', 86400",
    })
    void cacheControlIsFollowedWithinBounds(String cacheControl, long seconds) {
        assertThat(RobotsAnswer.of(200, Optional.of(cacheControl), BODY, "gossamer"))
                .isInstanceOfSatisfying(
                        RobotsAnswer.Rules.class,
                        rules -> assertThat(rules.life().toSeconds()).isEqualTo(seconds));
    }
}
