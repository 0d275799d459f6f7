package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The seconds of a refresh, of one digit and of many. */
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
}
