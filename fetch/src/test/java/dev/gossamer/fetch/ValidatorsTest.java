package dev.gossamer.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.HeaderField;
import dev.gossamer.http.Headers;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidatorsTest {
    private static final Instant AT = Instant.parse("2026-11-16T05:00:00Z");

    private static Validators of(String... fields) {
        return Validators.of(headers(fields), AT);
    }

    private static Headers headers(String... fields) {
        String head = "HTTP/1.1 200 OK\r\n" + String.join("\r\n", fields) + "\r\n\r\n";
        return Headers.of(head.getBytes(ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"x\"", "W/\"x\"", "\"a b\"", "\"a,*\"", "5f-1a2b", "\"x-gzip\""})
    void tagsAreSentBackAsTheyCame(String tag) {
        assertThat(of("ETag: " + tag).etag()).contains(tag);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "\"\"",
                "W/\"\"",
                "",
                "a, b",
                "\"a\", \"b\"",
                "\"a\"b\"",
                "\"a\u0001b\"",
                "\"\u00e9\"",
                "\"a\u007f\"",
                "\"",
                "a*"
            })
    void whatIsNotOneTagIsNotSentBack(String tag) {
        assertThat(of("ETag: " + tag).areNone()).isTrue();
    }

    @Test
    void aFieldThatIsFoldedOrTooLongBreaksNoRequest() {
        var folded = of("ETag: \"a", " b\"");
        assertThat(folded.etag()).contains("\"a b\"");
        assertThat(of("ETag: \"" + "x".repeat(2000) + "\"").areNone()).isTrue();
        assertThat(of("ETag: \"a\rX: y\"").areNone()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'Sat, 14 Nov 2026 08:00:00 GMT', true",
        "'Sun Nov  6 08:49:37 1994', true",
        // The file may have been changed again in the second in which it was read.
        "'Mon, 16 Nov 2026 04:59:59 GMT', false",
        "'Mon, 16 Nov 2026 09:00:00 GMT', false",
        // The date of all files in some package stores and images of containers.
        "'Thu, 01 Jan 1970 00:00:01 GMT', false",
        "yesterday, false",
        "0, false",
    })
    void onlyADateThatTellsPagesApartIsSentBack(String date, boolean isSent) {
        assertThat(of("Last-Modified: " + date).lastModified().isPresent()).isEqualTo(isSent);
    }

    @Test
    void whatTheAnswerVariesWithCounts() {
        String date = "Last-Modified: Sat, 14 Nov 2026 08:00:00 GMT";
        assertThat(of("ETag: \"x\"", date, "Vary: *").areNone()).isTrue();
        assertThat(of("ETag: \"x\"", date, "Vary: accept-encoding").lastModified()).isPresent();
        var byCookie = of("ETag: \"x\"", date, "Vary: Accept-Encoding", "Vary: Cookie");
        assertThat(byCookie.etag()).isPresent();
        assertThat(byCookie.lastModified()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'\"x\"', '\"x\"', true",
        "'\"x\"', 'W/\"x\"', true",
        "'W/\"x\"', '\"x\"', true",
        // Apache leaves the name of the coding out of a 304.
        "'\"x-gzip\"', '\"x\"', true",
        "'W/\"x;br\"', '\"x\"', true",
        "x, '\"x\"', true",
        "'\"x\"', '\"y\"', false",
        "'\"x\"', '', true",
    })
    void anotherTagConfirmsNothing(String sent, String said, boolean isConfirmed) {
        var answer = said.isEmpty() ? headers("Server: x") : headers("ETag: " + said);
        assertThat(of("ETag: " + sent).areConfirmedBy(answer)).isEqualTo(isConfirmed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-gzip", "-br", "-zstd", "-deflate", "-df", ";gzip", ";br", ":gzip", ":br"})
    void theNameOfACodingIsNoPartOfATag(String suffix) {
        var confirmed = headers("ETag: \"5f-1a\"");
        assertThat(of("ETag: \"5f-1a" + suffix + "\"").areConfirmedBy(confirmed)).isTrue();
        assertThat(of("ETag: \"5f-1b" + suffix + "\"").areConfirmedBy(confirmed)).isFalse();
    }

    @Test
    void onePageWithoutATagIsConfirmedByAnyAnswer() {
        var dated = of("Last-Modified: Sat, 14 Nov 2026 08:00:00 GMT");
        assertThat(dated.areConfirmedBy(headers("ETag: \"x\""))).isTrue();
    }

    @Test
    void bothAreAskedWithWhereBothAreKnown() {
        var date = "Sat, 14 Nov 2026 08:00:00 GMT";
        assertThat(of("ETag: \"x\"", "Last-Modified: " + date).fields())
                .containsExactly(
                        new HeaderField("If-None-Match", "\"x\""),
                        new HeaderField("If-Modified-Since", date));
        assertThat(of("Last-Modified: " + date).areNone()).isFalse();
        assertThat(of("ETag: \"x\"").areNone()).isFalse();
        assertThat(Validators.NONE.fields()).isEmpty();
    }

    @Test
    void aTagMayBeAsLongAsTheLimit() {
        assertThat(of("ETag: \"" + "~".repeat(1022) + "\"").etag()).isPresent();
        assertThat(of("ETag: \"" + "~".repeat(1023) + "\"").etag()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // A date that is no sooner than a minute before the answer may be that of two pages.
        "'Mon, 16 Nov 2026 04:58:59 GMT', true",
        "'Mon, 16 Nov 2026 04:59:00 GMT', false",
        "'Mon, 01 Jan 1990 00:00:00 GMT', false",
        "'Mon, 01 Jan 1990 00:00:01 GMT', true",
    })
    void theDatesThatCountBeginAndEndHere(String date, boolean isSent) {
        assertThat(of("Last-Modified: " + date).lastModified().isPresent()).isEqualTo(isSent);
    }

    @Test
    void anEmptyNameInVaryIsNone() {
        String date = "Last-Modified: Sat, 14 Nov 2026 08:00:00 GMT";
        assertThat(of(date, "Vary: , Accept-Encoding,").lastModified()).isPresent();
    }
}
