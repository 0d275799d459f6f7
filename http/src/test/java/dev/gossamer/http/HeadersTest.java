package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HeadersTest {
    private static Headers headers(String lines) {
        String head = "HTTP/1.1 200 OK\r\n" + lines + "\r\n";
        return Headers.of(head.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void foldsAreJoinedByOneSpace() {
        assertThat(headers("A: b \t\r\n \t c\r\n\td\r\nE: f\r\n").first("a")).contains("b c d");
        assertThat(headers("A:\r\n b\r\n \r\n").first("a")).contains("b");
        assertThat(headers("A: b\n c\n").first("a")).contains("b c");
        assertThat(headers("A: b\r\n \r\n \r\n c\r\n").first("a")).contains("b c");
    }

    /**
     * 250,000 blanks inside a folded value took a regular expression more than a minute; the
     * build's time-out for a test would end this one.
     */
    @Test
    void aRunOfBlanksInAFoldedValueTakesLinearTime() {
        String blanks = " ".repeat(250_000);
        for (int i = 0; i < 20; i++) {
            var headers = headers("Content-Type: text/html;" + blanks + "a\r\n b\r\n");
            assertThat(headers.first("content-type").orElseThrow())
                    .startsWith("text/html; ")
                    .endsWith(" a b");
        }
    }

    @Test
    void blanksAroundNameAndValueAreNotPartOfThem() {
        var headers = headers("Content-Type \t:  \t text/html \r\n");
        assertThat(headers.first("content-type")).contains("text/html");
        assertThat(headers.fields()).containsExactly(new HeaderField("Content-Type", "text/html"));
    }

    @ParameterizedTest
    @CsvSource({"404, false", "301, true", "304, false", "308, true", "300, false"})
    void redirects(int status, boolean isRedirect) {
        assertThat(StatusCode.isRedirect(status)).isEqualTo(isRedirect);
    }

    @ParameterizedTest
    @CsvSource({
        "200, false",
        "404, false",
        "408, true",
        "425, true",
        "429, true",
        "500, true",
        "501, false",
        "503, true",
        "505, false",
        "519, false",
        "520, true",
        "530, true",
        "531, false"
    })
    void temporaryFailures(int status, boolean isTemporary) {
        assertThat(StatusCode.isTemporary(status)).isEqualTo(isTemporary);
    }

    @Test
    void allRobotsTagsCount() {
        String name = "X-Robots-Tag: ";
        String others = name + "googlebot: nofollow\r\n" + name + "noindex\r\n";
        String ours = name + "Gossamer: noarchive, otherbot: nofollow\r\n";
        var headers = headers(others + ours);
        assertThat(RobotsDirectives.of(headers, "gossamer"))
                .isEqualTo(new RobotsDirectives(true, false, true));
        assertThat(RobotsDirectives.of(headers(""), "gossamer")).isEqualTo(RobotsDirectives.NONE);
    }

    @Test
    void allFieldsOfANameAreOneList() {
        var headers = headers("Vary: a\r\nX: y\r\nvary: b, c\r\n");
        assertThat(headers.joined("Vary")).isEqualTo("a, b, c");
        assertThat(headers.joined("x")).isEqualTo("y");
        assertThat(headers.joined("z")).isEmpty();
    }

    @Test
    void headersAreEqualWhenTheirFieldsAre() {
        var one = headers("A: b\r\n");
        assertThat(one).isEqualTo(headers("A:b\r\n")).isNotEqualTo(headers("A: c\r\n"));
        assertThat(one.hashCode()).isNotEqualTo(headers("A: c\r\n").hashCode());
        assertThat(one).isNotEqualTo("A: b").hasToString(one.fields().toString());
        assertThat(one.toString()).contains("A", "b");
    }

    @ParameterizedTest
    @CsvSource({"204, true", "304, true", "199, true", "200, false", "205, false"})
    void someAnswersHaveNoBody(int status, boolean hasNoBody) {
        assertThat(StatusCode.hasNoBody(status)).isEqualTo(hasNoBody);
    }

    @ParameterizedTest
    @CsvSource({"199, false", "200, true", "299, true", "300, false"})
    void pages(int status, boolean isPage) {
        assertThat(StatusCode.isPage(status)).isEqualTo(isPage);
    }

    @Test
    void theFirstOfSeveralFieldsCountsAndAllAreInOrder() {
        var headers = headers("A: 1\r\nno field\r\nB: 2\r\na: 3\r\n: 4\r\nAA: 5\r\n");
        assertThat(headers.first("a")).contains("1");
        assertThat(headers.first("no field")).isEmpty();
        assertThat(headers.first("c")).isEmpty();
        assertThat(headers.all("A")).containsExactly("1", "3");
        assertThat(headers.all("c")).isEmpty();
        assertThat(headers)
                .containsExactly(
                        new HeaderField("A", "1"),
                        new HeaderField("B", "2"),
                        new HeaderField("a", "3"),
                        new HeaderField("AA", "5"));
    }

    @Test
    void fieldsMakeHeaders() {
        var fields = List.of(new HeaderField("A", "b"), new HeaderField("C", "\u00e9"));
        var headers = new Headers(fields);
        assertThat(headers.first("a")).contains("b");
        assertThat(headers.first("c")).contains("\u00e9");
        assertThat(headers.fields()).isEqualTo(fields);
        assertThat(headers).isEqualTo(headers("A: b\r\nC: \u00e9\r\n"));
    }

    @Test
    void aValueThatIsNoUtf8HasACharacterForEachByte() {
        byte[] latin = "X\r\nLocation: /\u00e9\u00e9\r\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Headers.of(latin).first("location")).contains("/\u00e9\u00e9");
        assertThat(headers("Location: /\u00e9\r\n").first("location")).contains("/\u00e9");
    }

    @Test
    void aHeadMayEndWithinALine() {
        assertThat(Headers.of("HTTP/1.1 200 OK".getBytes(StandardCharsets.UTF_8)).fields())
                .isEmpty();
        var cut = Headers.of("HTTP/1.1 200 OK\r\nA: b".getBytes(StandardCharsets.UTF_8));
        assertThat(cut.first("a")).contains("b");
        assertThat(Headers.of(new byte[0]).first("a")).isEmpty();
    }
}
