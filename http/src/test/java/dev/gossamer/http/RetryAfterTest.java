package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {
    private static final Instant RECEIVED = Instant.parse("2026-11-15T12:00:00Z");

    private static Headers headers(String retryAfter, String... others) {
        var fields = new ArrayList<HeaderField>();
        fields.add(new HeaderField("Retry-After", retryAfter));
        for (int i = 0; i < others.length; i += 2) {
            fields.add(new HeaderField(others[i], others[i + 1]));
        }
        return new Headers(fields);
    }

    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "120, PT2M",
        "007, PT7S",
        "999999999, PT87600H",
        "99999999999, PT87600H",
        "184467440737095516160000000000000000000000000000000, PT87600H"
    })
    void secondsOfAnyLength(String value, Duration wait) {
        assertThat(RetryAfter.of(headers(value), RECEIVED)).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 15 Nov 2026 12:01:30 GMT",
                "Sunday, 15-Nov-26 12:01:30 GMT",
                "Sun Nov 15 12:01:30 2026",
                "15 Nov 2026 12:01:30 GMT"
            })
    void theThreeFormsOfADate(String value) {
        assertThat(RetryAfter.of(headers(value), RECEIVED)).contains(Duration.ofSeconds(90));
    }

    @Test
    void aDateIsComparedWithTheServersOwnClock() {
        var headers =
                headers("Sun, 15 Nov 2026 03:10:00 GMT", "Date", "Sun, 15 Nov 2026 03:00:00 GMT");
        assertThat(RetryAfter.of(headers, RECEIVED)).contains(Duration.ofMinutes(10));
        var unreadable = headers("Sun, 15 Nov 2026 12:10:00 GMT", "Date", "yesterday");
        assertThat(RetryAfter.of(unreadable, RECEIVED)).contains(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-5",
                "soon",
                "1.5",
                "١٢",
                "Sun, 15 Nov 2026 11:59:59 GMT",
                "Sun, 31 Feb 2027 12:00:00 GMT",
                "Sun, 15 Nov 2026 25:00:00 GMT",
                "Sun, 15 Nov 2026"
            })
    void whatSaysNothing(String value) {
        assertThat(RetryAfter.of(headers(value), RECEIVED)).isEmpty();
    }

    @Test
    void aDateInAThousandYearsIsCapped() {
        var wait = RetryAfter.of(headers("Sun, 15 Nov 3026 12:00:00 GMT"), RECEIVED);
        assertThat(wait).contains(RetryAfter.MAX);
    }

    @ParameterizedTest
    @CsvSource({"70, 2070", "76, 2076", "77, 1977", "99, 1999", "26, 2026"})
    void aShortYearLiesAtMostFiftyYearsAhead(String year, int full) {
        assertThat(HttpDate.parse("Sunday, 06-Nov-" + year + " 08:49:37 GMT", RECEIVED))
                .contains(Instant.parse(full + "-11-06T08:49:37Z"));
    }

    @Test
    void aLongTextIsNoDate() {
        assertThat(HttpDate.parse("Sun, 06 Nov 1994 08:49:37 GMT" + " ".repeat(100), RECEIVED))
                .isEmpty();
    }
}
