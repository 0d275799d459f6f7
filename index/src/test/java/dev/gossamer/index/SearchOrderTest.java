package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of the pages that match comes first, and which are shown as one. */
final class SearchOrderTest {
    @TempDir Path dir;

    /** Facts of a link graph that is written down, by paths without the slash. */
    private record Known(Map<String, List<String>> anchors, Map<String, Double> ranks)
            implements Refinement {
        @Override
        public List<String> anchors(Url url, int max) {
            return anchors.getOrDefault(url.path().substring(1), List.of());
        }

        @Override
        public double rank(Url url) {
            return ranks.getOrDefault(url.path().substring(1), 0.0);
        }
    }

    private void index(Known facts, IndexedPage... pages) throws IOException {
        try (var index = SearchIndex.open(dir)) {
            for (var page : pages) index.add(page, facts);
            index.commit("all");
        }
    }

    private List<String> found(String words) throws IOException {
        return TestPages.found(dir, words);
    }

    /** A word that is its own stem, as {@code garden} is, cannot be told from its relatives. */
    @Test
    void aWordCountsMoreThanItsRelativesUnlessItIsItsOwnStem() throws IOException {
        var words = List.of("garden", "gardens", "gardening");
        for (var word : words) TestPages.index(dir, TestPages.text(word, word + REST));
        for (var word : words) {
            var hits = TestPages.search(dir, SearchRequest.of(word)).hits();
            assertThat(hits).as(word).hasSize(3);
            boolean isOwnStem = word.equals("garden");
            assertThat(hits.get(1).score() < 0.9 * hits.getFirst().score())
                    .as(word)
                    .isNotEqualTo(isOwnStem);
            if (!isOwnStem) assertThat(hits.getFirst().url().path()).isEqualTo("/" + word);
        }
    }

    private static final String REST = " and some more that is not asked for at all";

    @Test
    void aWordInTheTitleCountsMoreThanInAnAnchorAHeadingAndTheText() throws IOException {
        // Each field has one word on as many pages: only the field makes the difference.
        var none = List.of("none");
        var anchors =
                Map.of("text", none, "heading", none, "anchor", List.of("word"), "title", none);
        index(
                new Known(anchors, Map.of()),
                TestPages.page("text", "en", "none", "", List.of("none"), "word" + REST),
                TestPages.page("heading", "en", "none", "", List.of("word"), "none" + REST),
                TestPages.page("anchor", "en", "none", "", List.of("none"), "none" + REST),
                TestPages.page("title", "en", "word", "", List.of("none"), "none" + REST));
        assertThat(found("word")).containsExactly("title", "anchor", "heading", "text");
    }

    @Test
    void aWordInASecondFieldAddsALittle() throws IOException {
        TestPages.index(
                dir,
                TestPages.titled("one", "word", "none" + REST),
                TestPages.titled("two", "word", "word" + REST),
                TestPages.titled("three", "none", "word" + REST));
        assertThat(found("word")).containsExactly("two", "one", "three");
    }

    @Test
    void theVeryWordCountsMoreThanARelative() throws IOException {
        TestPages.index(
                dir,
                TestPages.text("relative", "spiders run"),
                TestPages.text("word", "spider run"));
        assertThat(found("spiders")).containsExactly("relative", "word");
    }

    @Test
    void neighboursInTheSearchThatAreNeighboursInThePageComeFirst() throws IOException {
        String gap = " one two three four five six seven ";
        TestPages.index(
                dir,
                TestPages.text("apart", "garden" + gap + "spider"),
                TestPages.text("close", "garden spider" + gap));
        assertThat(found("garden spider")).containsExactly("close", "apart");
        assertThat(found("garden the spider")).containsExactly("close", "apart");
    }

    @Test
    void aWordInAFieldOrABracketBetweenThemPartsNeighbours() throws IOException {
        String gap = " one two three four five six seven ";
        TestPages.index(
                dir,
                TestPages.text("apart", "garden" + gap + "spider"),
                TestPages.text("close", "garden spider" + gap));
        double apart = 0;
        double close = 0;
        for (var hit : TestPages.search(dir, SearchRequest.of("garden host:test spider")).hits()) {
            if (hit.url().path().equals("/apart")) apart = hit.score();
            else close = hit.score();
        }
        assertThat(apart).isEqualTo(close).isPositive();
    }

    @Test
    void rankLiftsAPageByALittle() throws IOException {
        index(
                new Known(Map.of(), Map.of("b", 0.5, "c", 0.25)),
                TestPages.text("a", "same word"),
                TestPages.text("b", "same word"),
                TestPages.text("c", "same word"));
        var hits = TestPages.search(dir, SearchRequest.of("word")).hits();
        assertThat(hits.stream().map(hit -> hit.url().path())).containsExactly("/b", "/c", "/a");
        double plain = hits.getLast().score();
        // 1 + 0.08 ln(1 + times the mean): a share of a half among three pages is 1.5 times the
        // mean.
        assertThat(hits.getFirst().score() / plain)
                .isCloseTo(1 + 0.08 * Math.log1p(1.5), within(1e-6));
    }

    @Test
    void rankDoesNotLiftAPageAboveOneThatFitsMuchBetter() throws IOException {
        index(
                new Known(Map.of(), Map.of("known", 0.9)),
                TestPages.titled("fits", "word", "word word"),
                TestPages.titled("known", "none", "word" + REST));
        assertThat(found("word")).containsExactly("fits", "known");
    }

    @Test
    void equalPagesKeepTheOrderInWhichTheyCame() throws IOException {
        var pages = new ArrayList<IndexedPage>();
        for (int i = 0; i < 10; i++) pages.add(TestPages.text("" + i, "same word"));
        TestPages.index(dir, pages.toArray(IndexedPage[]::new));
        assertThat(found("word")).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    @Test
    void pagesThatDifferInThreeBitsAreOneResultAndInFourTwo() throws IOException {
        TestPages.index(
                dir,
                TestPages.similar("best", "word word word", 0b1111_0000),
                TestPages.similar("three", "word word x", 0b1111_0111),
                TestPages.similar("four", "word x x x", 0b1111_1111));
        var hits = TestPages.search(dir, SearchRequest.of("word")).hits();
        assertThat(hits).hasSize(2);
        assertThat(hits.getFirst().duplicates()).containsExactly(Url.of("http://a.test/three"));
        assertThat(hits.getLast().url().path()).isEqualTo("/four");
        assertThat(hits.getLast().duplicateCount()).isZero();
    }

    @Test
    void aDuplicateIsFoldedIntoThePageThatItResembles() throws IOException {
        TestPages.index(
                dir,
                TestPages.similar("one", "word word word word", 0xFF),
                TestPages.similar("two", "word word word x", 0xFF00),
                TestPages.similar("copy", "word x x x", 0xFF01));
        var hits = TestPages.search(dir, SearchRequest.of("word")).hits();
        assertThat(hits).hasSize(2);
        assertThat(hits.getFirst().duplicateCount()).isZero();
        assertThat(hits.getLast().duplicates()).containsExactly(Url.of("http://a.test/copy"));
    }

    @Test
    void pagesWithoutAFingerprintAreNeverOneResult() throws IOException {
        TestPages.index(
                dir,
                TestPages.similar("a", "word word", 0),
                TestPages.similar("b", "word x", 0),
                TestPages.similar("c", "word x x", 1));
        assertThat(found("word")).containsExactly("a", "b", "c");
    }

    @Test
    void aResultNamesTheFirstOfItsDuplicatesAndCountsAll() throws IOException {
        var pages = new IndexedPage[15];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = TestPages.similar("" + i, "word" + " x".repeat(i), 77);
        }
        TestPages.index(dir, pages);
        var results = TestPages.search(dir, SearchRequest.of("word"));
        assertThat(results.hits()).hasSize(1);
        assertThat(results.matches()).isEqualTo(15);
        assertThat(results.reachable()).isEqualTo(1);
        var hit = results.hits().getFirst();
        assertThat(hit.duplicateCount()).isEqualTo(14);
        assertThat(hit.duplicates()).hasSize(SearchLimits.DUPLICATES_NAMED);
        assertThat(hit.duplicates().getFirst()).isEqualTo(Url.of("http://a.test/1"));
    }

    @Test
    void scoresOfSeveralSegmentsAreReadFromTheirOwnSegment() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            for (int i = 0; i < 6; i++) {
                double rank = i == 3 ? 0.9 : i == 4 ? 0.3 : 0;
                index.add(
                        TestPages.similar("" + i, "same word", 0xFFL << (8 * i)),
                        new Known(Map.of(), Map.of("" + i, rank)));
                if (i % 2 == 1) index.commit("" + i);
            }
        }
        assertThat(found("word")).containsExactly("3", "4", "0", "1", "2", "5");
    }
}
