package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates as servers write them, right and nearly right. */
final class HttpDateTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "'Sun, 06 Nov 1994 08:49:37 GMT', 1994-11-06T08:49:37Z",
        "'Sunday, 06-Nov-94 08:49:37 GMT', 1994-11-06T08:49:37Z",
        "'Sun Nov  6 08:49:37 1994', 1994-11-06T08:49:37Z",
        "'6 nov 1994 8:9:7', 1994-11-06T08:09:07Z",
        "'Mon, 06 November 1994 08:49:37 GMT', 1994-11-06T08:49:37Z",
        "'1994 Nov 06 08:49:37', 1994-11-06T08:49:37Z",
        "'Thu, 01 Jan 1970 00:00:00 GMT', 1970-01-01T00:00:00Z",
        "'Fri, 31 Dec 1999 23:59:59 GMT', 1999-12-31T23:59:59Z",
        "'Sat, 31 Dec 2016 23:59:60 GMT', 2016-12-31T23:59:59Z",
        "'Sun, 06 Nov 1994 08:49:37 GMT 1:2:3 7 Dec 2001', 1994-11-06T08:49:37Z",
        "'06 Nov 00 08:49:37', 2000-11-06T08:49:37Z",
    })
    void theWordsOfADateAreTakenByTheirForm(String text, Instant date) {
        assertThat(HttpDate.parse(text, NOW)).contains(date);
    }

    @ParameterizedTest
    @CsvSource({"jan, 1", "feb, 2", "mar, 3", "apr, 4", "may, 5", "jun, 6", "jul, 7"})
    @CsvSource({"aug, 8", "sep, 9", "oct, 10", "nov, 11", "dec, 12"})
    void monthsHaveTheirNumbers(String name, int month) {
        var date = "2026-%02d-03T04:05:06Z".formatted(month);
        assertThat(HttpDate.parse("3 " + name + " 2026 04:05:06", NOW))
                .contains(Instant.parse(date));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "06 Nov 1994",
                "Nov 1994 08:49:37",
                "06 1994 08:49:37",
                "06 Nov 08:49:37",
                "006 Nov 1994 08:49:37",
                "06 ovd 1994 08:49:37",
                "06 No 1994 08:49:37",
                "06 Nov 994 08:49:37",
                "06 Nov 11994 08:49:37",
                "06 Nov 1994 08:49",
                "06 Nov 1994 08:49:37:1",
                "06 Nov 1994 008:49:37",
                "06 Nov 1994 08:4x:37",
                "06 Nov 1994 08::37",
                "06 Nov 1994 24:00:00",
                "06 Nov 1994 08:60:00",
                "06 Nov 1994 08:49:61",
                "31 Nov 1994 08:49:37",
                "00 Nov 1994 08:49:37",
                "00 Nov 06 08:49:37",
                "0/ Nov 19:4 08:49:37",
            })
    void whatLacksAPartIsNoDate(String text) {
        assertThat(HttpDate.parse(text, NOW)).isEmpty();
    }

    @Test
    void aDateMayHaveAHundredCharacters() {
        String date = "Sun, 06 Nov 1994 08:49:37 GMT";
        assertThat(HttpDate.parse(date + " ".repeat(100 - date.length()), NOW)).isPresent();
        assertThat(HttpDate.parse(date + " ".repeat(101 - date.length()), NOW)).isEmpty();
    }

    @Test
    void aTimeIsWrittenInTheFormThatAllUnderstand() {
        assertThat(HttpDate.text(Instant.parse("1994-11-06T08:49:37Z")))
                .isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    }
}
