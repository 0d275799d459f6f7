package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexableField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DocumentsTest {
    @TempDir Path dir;

    private static List<String> values(List<IndexableField> fields, String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .map(IndexableField::stringValue)
                .toList();
    }

    private static List<IndexableField> fields(IndexedPage page, String... anchors) {
        return new Documents().of(page, List.of(anchors), 0);
    }

    private static IndexedPage of(String url, String type) {
        return TestPages.at(url, type, TestPages.FETCHED, "text");
    }

    @ParameterizedTest
    @CsvSource({
        "http://www.a.test/, www.a.test www a.test a test",
        "http://a.test:8080/, a.test a test",
        "http://localhost/, localhost",
        "http://x.y.z.test/, x.y.z.test x y.z.test y z.test z test",
        "http://[2001:db8::1]/, [2001:db8::1]",
    })
    void aHostIsFoundByItselfItsDomainsAndItsLabels(String url, String hosts) {
        assertThat(values(fields(of(url, "")), Fields.HOST)).containsExactly(hosts.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, text/html text html",
        "Application/PDF, application/pdf application pdf",
        "odd, odd",
    })
    void aTypeIsFoundByItselfAndItsHalves(String type, String types) {
        assertThat(values(fields(of("http://a.test/", type)), Fields.TYPE))
                .containsExactly(types.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "en, en",
        "EN-gb, en",
        "'', de",
        "deutsch, de",
        "xx, xx",
    })
    void theLanguageIsTheDeclaredOneOrElseGuessed(String declared, String expected) {
        String german = "der Hund und die Katze sind nicht auf dem Dach und das ist gut";
        var fields = fields(TestPages.inLanguage("", declared, german));
        assertThat(values(fields, Fields.LANGUAGE)).containsExactly(expected);
    }

    @Test
    void whatIsLongIsCutAtItsLimit() {
        String line = "l".repeat(SearchLimits.LINE_CHARS);
        String text = "t".repeat(SearchLimits.TEXT_CHARS);
        var page =
                TestPages.page("", "en", line + "x", line + "x", List.of(line + "x"), text + "x");
        var fields = fields(page, line + "x");
        assertThat(values(fields, Fields.TITLE)).containsExactly(line);
        assertThat(values(fields, Fields.HEADING)).containsExactly(line);
        assertThat(values(fields, Fields.ANCHOR)).containsExactly(line);
        assertThat(values(fields, Fields.DESCRIPTION)).containsExactly(line);
        assertThat(values(fields, Fields.TEXT)).containsExactly(text, line);
    }

    @Test
    void headingsAndAnchorsBeyondTheirLimitAreLeftOut() {
        var headings =
                IntStream.range(0, SearchLimits.HEADINGS + 1).mapToObj(i -> "h" + i).toList();
        var anchors = IntStream.range(0, SearchLimits.ANCHORS + 1).mapToObj(i -> "a" + i).toList();
        var page = TestPages.page("", "en", "", "", headings, "");
        var fields = new Documents().of(page, anchors, 0);
        assertThat(values(fields, Fields.HEADING))
                .hasSize(SearchLimits.HEADINGS)
                .isEqualTo(headings.subList(0, SearchLimits.HEADINGS));
        assertThat(values(fields, Fields.ANCHOR))
                .isEqualTo(anchors.subList(0, SearchLimits.ANCHORS));
    }

    @ParameterizedTest
    @CsvSource({"abc, 3, abc", "abcd, 3, abc", "ab😀, 4, ab😀", "ab😀, 3, ab", "a😀b, 3, a😀"})
    void aCutIsNotInACharacter(String text, int max, String expected) {
        assertThat(Documents.cut(text, max)).isEqualTo(expected);
    }

    @Test
    void theDigestOfAnchorsDependsOnTheTextsAndNotOnTheirOrder() {
        var anchors = new ArrayList<>(List.of("one", "two", "three"));
        long digest = Documents.digest(anchors);
        Collections.reverse(anchors);
        assertThat(Documents.digest(anchors)).isEqualTo(digest).isNotZero();
        assertThat(Documents.digest(List.of())).isZero();
        assertThat(Documents.digest(List.of("one", "two"))).isNotEqualTo(digest);
        assertThat(Documents.digest(List.of("one", "two", "thref"))).isNotEqualTo(digest);
        assertThat(Documents.digest(List.of("onetwothree"))).isNotEqualTo(digest);
        assertThat(Documents.digest(List.of("ab"))).isNotEqualTo(Documents.digest(List.of("ba")));
        assertThat(Documents.digest(List.of("\0"))).isNotEqualTo(Documents.digest(List.of("\0\0")));
    }

    /** It is in the index: another value would make every page be indexed again. */
    @Test
    void theDigestStaysTheSameAcrossVersions() {
        assertThat(Documents.digest(List.of("one", "two"))).isEqualTo(0xCB6E1D340585186DL);
    }

    @Test
    void theDigestLeavesOutAnchorsThatAreNotIndexed() {
        var most = IntStream.range(0, SearchLimits.ANCHORS).mapToObj(i -> "a" + i).toList();
        var more = new ArrayList<>(most);
        more.add("more");
        assertThat(Documents.digest(more)).isEqualTo(Documents.digest(most));
        assertThat(Documents.digest(more.subList(1, more.size())))
                .isNotEqualTo(Documents.digest(most));
    }

    @Test
    void allOfAPageComesBackFromTheIndex() throws IOException {
        var page =
                new IndexedPage(
                        Url.of("https://a.test/x?y=1"),
                        Instant.parse("2026-11-15T08:01:02Z"),
                        404,
                        "application/xhtml+xml",
                        "de",
                        "Der Titel",
                        "Eine Beschreibung",
                        List.of("Erste", "Zweite"),
                        "Der Text",
                        -5);
        TestPages.index(dir, page);
        var hit = TestPages.search(dir, SearchRequest.of("text")).hits().getFirst();
        assertThat(hit.url()).isEqualTo(page.url());
        assertThat(hit.at()).isEqualTo(page.at());
        assertThat(hit.status()).isEqualTo(404);
        assertThat(hit.type()).isEqualTo("application/xhtml+xml");
        assertThat(hit.language()).isEqualTo("de");
        assertThat(hit.title().text()).isEqualTo("Der Titel");
        assertThat(hit.snippet().text()).isEqualTo("Der Text");
        assertThat(hit.number()).isEqualTo(1);
    }

    @Test
    void aPageWithNothingInItIsIndexedAndComesBack() throws IOException {
        var page =
                new IndexedPage(
                        Url.of("http://a.test/"),
                        Instant.EPOCH,
                        0,
                        "",
                        "",
                        "",
                        "",
                        List.of(),
                        "",
                        0);
        TestPages.index(dir, page);
        var hit = TestPages.search(dir, SearchRequest.of("host:a.test")).hits().getFirst();
        assertThat(hit.type()).isEmpty();
        assertThat(hit.language()).isEmpty();
        assertThat(hit.status()).isZero();
        assertThat(hit.at()).isEqualTo(Instant.EPOCH);
        assertThat(hit.snippet()).isEqualTo(new Marked("", List.of()));
    }

    @Test
    void noPhraseSpansTwoHeadings() throws IOException {
        TestPages.index(
                dir,
                TestPages.page("a", "en", "", "", List.of("red green", "blue"), ""),
                TestPages.page("b", "en", "", "", List.of("green blue"), ""));
        assertThat(TestPages.found(dir, "heading:\"green blue\"")).containsExactly("b");
        assertThat(TestPages.found(dir, "heading:\"green blue\"~99")).containsExactly("b");
        assertThat(TestPages.found(dir, "heading:\"green blue\"~100"))
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void theDescriptionIsFoundLikeTextButNotInOnePhraseWithIt() throws IOException {
        TestPages.index(dir, TestPages.described("a", "blue sky", "red green"));
        assertThat(TestPages.found(dir, "text:blue")).containsExactly("a");
        assertThat(TestPages.found(dir, "\"green blue\"")).isEmpty();
    }

    @Test
    void aPageWhoseUrlIsTooLongIsLeftOut() throws IOException {
        int room = SearchLimits.URL_BYTES - "http://a.test/".length();
        TestPages.index(
                dir,
                TestPages.text("a".repeat(room), "fits"),
                TestPages.text("b".repeat(room + 1), "long"));
        assertThat(TestPages.found(dir, "fits")).hasSize(1);
        assertThat(TestPages.found(dir, "long")).isEmpty();
    }
}
