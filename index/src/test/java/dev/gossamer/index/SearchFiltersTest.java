package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearchFiltersTest {
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

    @TempDir static Path dir;

    @BeforeAll
    static void index() throws IOException {
        TestPages.index(
                dir,
                TestPages.at("http://www.a.test/1", "text/html", NOON.minusSeconds(1), "word"),
                TestPages.at("http://a.test/2", "application/pdf", NOON, "word"),
                TestPages.at("http://b.test/3", "text/plain", NOON.plusSeconds(1), "word"),
                TestPages.at("http://nota.test/4", "", Instant.ofEpochSecond(-10), "word other"));
    }

    private static List<String> found(SearchRequest request) throws IOException {
        return TestPages.found(dir, request).stream().sorted().toList();
    }

    private static final SearchRequest ANY = SearchRequest.of("word");

    @ParameterizedTest
    @CsvSource({
        "a.test, 1 2",
        "www.a.test, 1",
        "A.Test, 1 2",
        "test, 1 2 3 4",
        "nota.test, 4",
        "ta.test, ''",
        ".test, ''",
        "c.test, ''",
    })
    void aHostStandsForItselfAndWhatIsBelowIt(String host, String expected) throws IOException {
        assertThat(String.join(" ", found(ANY.withHost(host)))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, 1",
        "TEXT/HTML, 1",
        "text, 1 3",
        "pdf, 2",
        "application, 2",
        "htm, ''",
        "text/, ''",
    })
    void aTypeStandsForItselfOrAHalf(String type, String expected) throws IOException {
        assertThat(String.join(" ", found(ANY.withType(type)))).isEqualTo(expected);
    }

    @Test
    void theBeginningOfATimeIsInItAndItsEndIsNot() throws IOException {
        assertThat(found(ANY.between(NOON, NOON.plusSeconds(1)))).containsExactly("2");
        assertThat(found(ANY.between(NOON.minusSeconds(1), NOON))).containsExactly("1");
        assertThat(found(ANY.between(NOON, NOON))).isEmpty();
        assertThat(found(ANY.between(NOON, NOON.plusSeconds(2)))).containsExactly("2", "3");
        assertThat(found(ANY.between(NOON.plusSeconds(1), NOON))).isEmpty();
    }

    @Test
    void aTimeMayBeOpenOnEitherSide() throws IOException {
        assertThat(found(ANY.between(NOON, Instant.MAX))).containsExactly("2", "3");
        assertThat(found(ANY.between(Instant.MIN, NOON))).containsExactly("1", "4");
        assertThat(found(ANY.between(Instant.MIN, Instant.MAX))).hasSize(4);
        assertThat(found(ANY.between(Instant.MIN, Instant.EPOCH))).containsExactly("4");
        assertThat(found(ANY.between(Instant.MAX, Instant.MAX))).isEmpty();
        assertThat(found(ANY.between(Instant.MIN, Instant.MIN))).isEmpty();
    }

    @Test
    void anEndWithinASecondIncludesThatSecond() throws IOException {
        assertThat(found(ANY.between(NOON, NOON.plusMillis(1)))).containsExactly("2");
        assertThat(found(ANY.between(NOON, NOON.plusMillis(1001)))).containsExactly("2", "3");
    }

    @Test
    void conditionsHoldTogether() throws IOException {
        assertThat(found(ANY.withHost("a.test").withType("text"))).containsExactly("1");
        assertThat(found(ANY.withHost("b.test").withType("pdf"))).isEmpty();
        assertThat(found(ANY.withLanguage("en").withHost("b.test"))).containsExactly("3");
        assertThat(found(ANY.withLanguage("EN-us"))).hasSize(4);
        assertThat(found(ANY.withLanguage("de"))).isEmpty();
    }

    @Test
    void conditionsDoNotChangeTheScore() throws IOException {
        var plain = TestPages.search(dir, SearchRequest.of("other")).hits().getFirst();
        var narrowed =
                TestPages.search(
                                dir,
                                SearchRequest.of("other host:test")
                                        .withHost("nota.test")
                                        .between(Instant.MIN, NOON))
                        .hits()
                        .getFirst();
        assertThat(narrowed.score()).isEqualTo(plain.score());
    }

    @Test
    void conditionsInTheSearchWorkLikeThoseBesideIt() throws IOException {
        assertThat(found(SearchRequest.of("word host:A.TEST"))).containsExactly("1", "2");
        assertThat(found(SearchRequest.of("host:a.test OR type:plain")))
                .containsExactly("1", "2", "3");
        assertThat(found(SearchRequest.of("word -host:a.test"))).containsExactly("3", "4");
        assertThat(found(SearchRequest.of("host:no* word"))).containsExactly("4");
        assertThat(found(SearchRequest.of("type:\"text/html\" word"))).containsExactly("1");
        assertThat(found(SearchRequest.of("type:text/html"))).containsExactly("1");
        assertThat(found(SearchRequest.of("word lang:de"))).isEmpty();
    }
}
