package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The wishes of owners, as pages and heads of the web have them. */
final class RobotsDirectivesTest {
    private static String asked(RobotsDirectives directives) {
        return (directives.noindex() ? "i" : "")
                + (directives.nofollow() ? "f" : "")
                + (directives.noarchive() ? "a" : "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "noindex                    | i",
                "NOINDEX,NOFOLLOW           | if",
                "noindex nofollow           | if",
                "'noindex\tnoarchive\n'     | ia",
                "none                       | if",
                "none, noarchive            | ifa",
                "nocache                    | a",
                "index, follow              | ''",
                "noindexx                   | ''",
                "''                         | ''",
                "',, ,nofollow'             | f",
            })
    void aMetaElementAsks(String content, String asked) {
        assertThat(asked(RobotsDirectives.ofMeta(content))).isEqualTo(asked);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "noindex                                         | i",
                "gossamer: noindex                               | i",
                "Gossamer : noindex                              | i",
                "other: noindex                                  | ''",
                "noindex, other: nofollow                        | i",
                "other: noindex, gossamer: nofollow, noarchive   | fa",
                "unavailable_after: 25 Jun 2010 15:00:00 PST, noindex | i",
                "other: max-snippet: 5, noindex                  | ''",
                "max-snippet: 5, nofollow                        | f",
                "max-image-preview: none, nofollow               | f",
                "max-video-preview: 0, nofollow                  | f",
                ": noindex                                       | ''",
                ": x, noindex                                    | i",
            })
    void aHeaderAsksUsOrOthers(String value, String asked) {
        assertThat(asked(RobotsDirectives.ofHeader(value, "gossamer"))).isEqualTo(asked);
    }

    @ParameterizedTest
    @CsvSource({"noindex, i", "nofollow, f", "noarchive, a"})
    void eitherOfTwoAsks(String one, String asked) {
        var directives = RobotsDirectives.ofMeta(one);
        assertThat(asked(directives.and(RobotsDirectives.NONE))).isEqualTo(asked);
        assertThat(asked(RobotsDirectives.NONE.and(directives))).isEqualTo(asked);
    }
}
