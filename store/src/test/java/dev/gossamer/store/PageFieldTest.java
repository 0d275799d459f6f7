package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The fields of a page in a line of JSON. */
final class PageFieldTest {
    private static final PageFacts FACTS =
            new PageFacts("Title", "Text", List.of(Url.of("http://b.test/")));
    private static final ArchivedPage PAGE =
            new ArchivedPage(
                    "http://a.test/",
                    Instant.parse("2026-11-15T05:25:05Z"),
                    404,
                    false,
                    "HTTP/1.1 404 Not Found\r\nContent-Type: Text/HTML; charset=x\r\n\r\n"
                            .getBytes(UTF_8),
                    "hello".getBytes(UTF_8));
    private static final String DIGEST = "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N";

    private static String line(Set<PageField> fields, Optional<PageFacts> facts) {
        return PageField.line(fields, PAGE, facts);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "URL    | \"url\":\"http://a.test/\"",
                "TIME   | \"time\":\"2026-11-15T05:25:05Z\"",
                "STATUS | \"status\":404",
                "TYPE   | \"type\":\"text/html\"",
                "DIGEST | \"digest\":\"" + DIGEST + "\"",
                "TITLE  | \"title\":\"Title\"",
                "TEXT   | \"text\":\"Text\"",
                "LINKS  | \"links\":[\"http://b.test/\"]",
            })
    void aFieldStandsUnderItsLabel(PageField field, String member) {
        assertThat(line(Set.of(field), Optional.of(FACTS))).isEqualTo("{" + member + "}\n");
    }

    /** In the order of the fields, whatever the set. */
    @Test
    void allFieldsMakeOneObject() {
        assertThat(line(PageField.ALL, Optional.of(FACTS)))
                .isEqualTo(
                        "{\"url\":\"http://a.test/\",\"time\":\"2026-11-15T05:25:05Z\","
                                + "\"status\":404,\"type\":\"text/html\",\"digest\":\""
                                + DIGEST
                                + "\",\"title\":\"Title\",\"text\":\"Text\","
                                + "\"links\":[\"http://b.test/\"]}\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"VIA", "TITLE", "TEXT", "LINKS"})
    void whatIsNotKnownIsLeftOut(PageField field) {
        assertThat(line(Set.of(field), Optional.empty())).isEqualTo("{}\n");
        var empty = new PageFacts("", "", List.of());
        assertThat(line(EnumSet.of(field, PageField.STATUS), Optional.of(empty)))
                .isEqualTo("{\"status\":404}\n");
        assertThat(line(Set.of(), Optional.of(FACTS))).isEqualTo("{}\n");
    }

    @Test
    void aCaptureHasTheFieldsThatAnArchivedPageHasAndItsSource() {
        var body = "hello".getBytes(UTF_8);
        var capture = Captures.of("http://a.test/x", "Content-Type: text/css\r\n", body);
        assertThat(PageField.line(PageField.ALL, capture))
                .isEqualTo(
                        "{\"url\":\"http://a.test/x\",\"time\":\"2026-11-15T05:25:05.123Z\","
                                + "\"status\":200,\"type\":\"text/css\",\"via\":\"http://a.test/x\"}\n");
        var digest = PayloadDigest.parse(DIGEST).orElseThrow();
        assertThat(PageField.line(Set.of(PageField.DIGEST), capture.withDigest(digest)))
                .isEqualTo("{\"digest\":\"" + DIGEST + "\"}\n");
    }

    @Test
    void manyLinksAreAList() {
        var links = List.of(Url.of("http://b.test/1"), Url.of("http://b.test/2"));
        assertThat(line(Set.of(PageField.LINKS), Optional.of(new PageFacts("", "", links))))
                .isEqualTo("{\"links\":[\"http://b.test/1\",\"http://b.test/2\"]}\n");
    }

    @Test
    void fieldsAreNamedInAnyCase() {
        assertThat(PageField.named(List.of("url", "TITLE", " Links ")))
                .containsExactly(PageField.URL, PageField.TITLE, PageField.LINKS);
        assertThat(PageField.named(List.of())).isEmpty();
    }

    @Test
    void aNameThatIsNoneIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> PageField.named(List.of("url", "titel")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no field 'titel'; there are"
                                + " [url, time, status, type, via, digest, title, text, links]");
        var some = EnumSet.of(PageField.URL, PageField.TEXT);
        assertThatThrownBy(() -> PageField.named(List.of("title"), some))
                .hasMessage("no field 'title'; there are [url, text]");
        assertThat(PageField.named(List.of("text"), some)).containsExactly(PageField.TEXT);
    }
}
