package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What pages and heads of the web ask for with a refresh. */
class RefreshTest {
    @ParameterizedTest
    @CsvSource({
        "5, 5",
        "305; url=/x, 305",
        "90.7; url=/x, 90",
        ".5; url=/x, 0",
        "2147483647, 2147483647",
        "2147483648, 2147483647",
        "99999999999999999999999, 2147483647"
    })
    void secondsAreReadWhole(String text, int seconds) {
        assertThat(Refresh.parse(text).map(Refresh::seconds)).isEqualTo(Optional.of(seconds));
    }

    /** Each is a clause of the HTML standard, "shared declarative refresh steps". */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    5; url=/x           | /x
                    5;URL = /x          | /x
                    5 ; url='/x'        | /x
                    5; url="/x" y       | /x
                    5; url='/x          | /x
                    5; '/x'             | /x
                    5; "/x'             | /x'
                    5 /x                | /x
                    5,/x                | /x
                    5.5 /x              | /x
                    5.5.5;/x            | /x
                    5;;/x               | ;/x
                    5; url              | url
                    5; urls             | urls
                    5; url /x           | url /x
                    5; u=/x             | u=/x
                    5; url=             | ``
                    ` 5; url=/x`        | /x
                    `5; url=/x y`       | /x y
                    """)
    void whatFollowsTheSecondsIsTheReference(String text, String reference) {
        assertThat(Refresh.parse(text).flatMap(Refresh::reference))
                .isEqualTo(Optional.of(reference));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5;", " 5 , ", "0.", "."})
    void withoutAReferenceThePageItselfIsMeant(String text) {
        assertThat(Refresh.parse(text).orElseThrow().reference()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "x", "; url=/x", "-5", "5x", "5:/x", "/x", "5\u00a0/x", "\u0665"})
    void whatBeginsWithNoNumberAsksForNothing(String text) {
        assertThat(Refresh.parse(text)).isEmpty();
    }
}
