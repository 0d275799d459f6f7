package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.index.Marked.Span;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearcherTest {
    @TempDir Path dir;

    private static IndexedPage page(String url, String language, String title, String text) {
        return page(url, language, title, text, 0);
    }

    private static IndexedPage page(
            String url, String language, String title, String text, long simHash) {
        return new IndexedPage(
                Url.of(url),
                Instant.parse("2026-11-15T08:00:00Z"),
                200,
                "text/html",
                language,
                title,
                "",
                List.of(),
                text,
                simHash);
    }

    private void index(IndexedPage... pages) throws IOException {
        try (var index = SearchIndex.open(dir)) {
            for (var page : pages) index.add(page);
            index.commit("all");
        }
    }

    private Results search(SearchRequest request) throws IOException {
        try (var searcher = Searcher.open(dir)) {
            return searcher.search(request);
        }
    }

    private List<String> found(SearchRequest request) throws IOException {
        return search(request).hits().stream().map(hit -> hit.url().path().substring(1)).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "spider # a b c",
                "spiders # a b c",
                "spider web # a c",
                "\"garden spider\" # a",
                "\"spider garden\" # ''",
                "\"spider web\"~3 # a",
                "spider -garden # b c",
                "garden OR jumping # a b",
                "spider (garden OR jumping) -web # b",
                "title:garden # a",
                "title:spins # ''",
                "gard* # a",
                "spidr~ # a b c",
                "jumpign~ # b",
                "url:second # b",
                "host:a.test # a c",
                "site:test # a b c",
                "host:bb # b",
                "type:html jumping # b",
                "lang:en spider # a b c",
                "lang:de spider # ''",
                "the spider # a b c",
                "JUMPING # b",
                "naïve # c",
                "naive # c"
            })
    void theQueryLanguageFindsWhatItSays(String words, String expected) throws IOException {
        index(
                page("http://www.a.test/a", "en", "Garden spider", "The spider spins a round web."),
                page("http://bb.test/b?second", "en", "Jumping spider", "It hunts and leaps."),
                page("http://a.test/c", "en", "Other", "A naïve spider in its old cobweb or web."));
        var pages = expected.isEmpty() ? List.of() : List.of(expected.split(" "));
        assertThat(found(SearchRequest.of(words)).stream().sorted().toList()).isEqualTo(pages);
    }

    @Test
    void filtersNarrow() throws IOException {
        var early = Instant.parse("2026-01-01T00:00:00Z");
        var late = Instant.parse("2026-06-01T00:00:00Z");
        index(
                new IndexedPage(
                        Url.of("http://x.a.test/1"),
                        early,
                        200,
                        "text/html",
                        "en",
                        "",
                        "",
                        List.of(),
                        "word",
                        0),
                new IndexedPage(
                        Url.of("http://b.test/2"),
                        late,
                        200,
                        "application/pdf",
                        "de-AT",
                        "",
                        "",
                        List.of(),
                        "word",
                        0));
        var any = SearchRequest.of("word");
        assertThat(found(any)).hasSize(2);
        assertThat(found(any.withHost("a.test"))).containsExactly("1");
        assertThat(found(any.withHost("A.TEST"))).containsExactly("1");
        assertThat(found(any.withType("pdf"))).containsExactly("2");
        assertThat(found(any.withType("text/html"))).containsExactly("1");
        assertThat(found(any.withLanguage("de"))).containsExactly("2");
        assertThat(found(any.between(late, Instant.MAX))).containsExactly("2");
        assertThat(found(any.between(Instant.MIN, late))).containsExactly("1");
    }

    @Test
    void wordsAreFoundByTheStemsOfThePagesLanguage() throws IOException {
        index(
                page("http://a.test/de", "de", "", "Die Häuser am Fluss"),
                page("http://a.test/en", "en", "", "Building houses"),
                page("http://a.test/ja", "ja", "", "水道水を飲む"));
        assertThat(found(SearchRequest.of("Haus"))).containsExactly("de");
        assertThat(found(SearchRequest.of("house build"))).containsExactly("en");
        assertThat(found(SearchRequest.of("水道水"))).containsExactly("ja");
    }

    @Test
    void pagesWithMostOfTheWordsComeWhenNoneHasAll() throws IOException {
        index(
                page("http://a.test/two", "en", "", "red green"),
                page("http://a.test/one", "en", "", "red"));
        var results = search(SearchRequest.of("red green blue"));
        assertThat(results.hasMost()).isTrue();
        assertThat(results.hits()).hasSize(1);
        assertThat(search(SearchRequest.of("red green")).hasMost()).isFalse();
    }

    @Test
    void nearDuplicatesAreFoldedIntoTheBest() throws IOException {
        index(
                page("http://a.test/best", "en", "word", "word", 0xF0F0),
                page("http://a.test/copy", "en", "", "word and a bit more text", 0xF0F1),
                page("http://a.test/other", "en", "", "word in another text", 0x0F0F),
                page("http://a.test/none", "en", "", "word here", 0));
        var results = search(SearchRequest.of("word"));
        assertThat(results.matches()).isEqualTo(4);
        assertThat(results.reachable()).isEqualTo(3);
        var best = results.hits().getFirst();
        assertThat(best.url().path()).isEqualTo("/best");
        assertThat(best.duplicates()).containsExactly(Url.of("http://a.test/copy"));
        assertThat(best.duplicateCount()).isEqualTo(1);
    }

    @Test
    void rankDecidesAmongEquals() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            for (int i = 0; i < 20; i++)
                index.add(page("http://a.test/" + i, "en", "", "same word"));
            index.refine(
                    new Refinement() {
                        @Override
                        public List<String> anchors(Url url, int max) {
                            return List.of();
                        }

                        @Override
                        public double rank(Url url) {
                            return url.path().equals("/13") ? 0.5 : 0.02;
                        }
                    });
            index.commit("all");
        }
        assertThat(found(SearchRequest.of("word")).getFirst()).isEqualTo("13");
    }

    @Test
    void pagingReachesEachResultOnce() throws IOException {
        var pages = new IndexedPage[25];
        for (int i = 0; i < pages.length; i++)
            pages[i] = page("http://a.test/" + i, "en", "", "word " + i);
        index(pages);
        var all = new java.util.TreeSet<String>();
        for (int page = 1; page <= 3; page++) {
            var results = search(SearchRequest.of("word").withPage(page, 10));
            assertThat(results.hits()).hasSize(page < 3 ? 10 : 5);
            assertThat(results.hits().getFirst().number()).isEqualTo(10 * page - 9);
            for (var hit : results.hits()) all.add(hit.url().toString());
        }
        assertThat(all).hasSize(25);
        assertThatThrownBy(() -> SearchRequest.of("word").withPage(101, 10))
                .hasMessage("only the first 1,000 results can be reached");
    }

    @Test
    void snippetsShowTheWordsInTheirSentence() throws IOException {
        String filler = "Nothing of interest stands here at all. ".repeat(50);
        index(page("http://a.test/", "en", "On webs", filler + "A spider spins webs. " + filler));
        var hit = search(SearchRequest.of("spider web")).hits().getFirst();
        assertThat(hit.snippet().with("[", "]"))
                .startsWith("… A [spider] spins [webs]. Nothing")
                .endsWith(" …");
        assertThat(hit.title()).isEqualTo(new Marked("On webs", List.of(new Span(3, 7))));
    }

    @Test
    void postingsTellPagesAndPositions() throws IOException {
        index(
                page("http://a.test/1", "en", "", "one two one"),
                page("http://a.test/2", "en", "", "three"));
        try (var searcher = Searcher.open(dir)) {
            var postings = searcher.postings("One");
            assertThat(postings.word()).isEqualTo("one");
            assertThat(postings.pages()).isEqualTo(1);
            assertThat(postings.places())
                    .containsExactly(
                            new Postings.Place(Url.of("http://a.test/1"), 2, List.of(0, 2)));
            assertThatThrownBy(() -> searcher.postings("two words"))
                    .isInstanceOf(BadQueryException.class);
        }
    }

    /** The older one stays in the files, where most others are still good. */
    @Test
    void aPageThatWasReplacedOrRemovedIsInNoList() throws IOException {
        var pages = new ArrayList<IndexedPage>();
        pages.add(page("http://a.test/1", "en", "old", "word"));
        pages.add(page("http://a.test/2", "en", "gone", "word"));
        for (int i = 3; i < 50; i++) pages.add(page("http://a.test/" + i, "en", "kept", "word"));
        index(pages.toArray(IndexedPage[]::new));
        try (var index = SearchIndex.open(dir)) {
            index.add(page("http://a.test/1", "en", "new", "word word"));
            index.remove(Url.of("http://a.test/2"));
            index.commit("later");
        }
        try (var searcher = Searcher.open(dir)) {
            var titles = new ArrayList<String>();
            searcher.forEachTitle((_, _, title) -> titles.add(title));
            assertThat(titles).hasSize(48).contains("new", "kept").doesNotContain("old", "gone");
            var postings = searcher.postings("word");
            assertThat(postings.pages()).isEqualTo(48);
            assertThat(postings.places())
                    .extracting(place -> place.url().path() + " " + place.count())
                    .hasSize(48)
                    .contains("/1 2", "/3 1")
                    .doesNotContain("/1 1", "/2 1");
        }
    }

    @Test
    void aSearchForPagesOfALanguageUsesItsStems() throws IOException {
        index(page("http://a.test/", "de", "", "das Haus"));
        assertThat(found(SearchRequest.of("Häuser").withLanguage("de"))).hasSize(1);
        assertThat(found(SearchRequest.of("Häuser").withLanguage("en"))).isEmpty();
    }

    @Test
    void aSearchMayTakeAllOfItsTime() throws IOException {
        index(page("http://a.test/", "en", "", "word"));
        var calls = new AtomicLong();
        try (var slow =
                Searcher.open(
                        dir,
                        () -> calls.getAndIncrement() == 0 ? 5 : 5 + SearchLimits.SEARCH_NANOS)) {
            var results = slow.search(SearchRequest.of("word"));
            assertThat(results.isCutShort()).isFalse();
            assertThat(results.took()).isEqualTo(Duration.ofNanos(SearchLimits.SEARCH_NANOS));
        }
    }

    @Test
    void aLongPageIsIndexedUpToTheLimit() throws IOException {
        String text = "word ".repeat(SearchLimits.TEXT_CHARS / 5) + " beyond";
        index(page("http://a.test/", "en", "t".repeat(10_000), text));
        assertThat(found(SearchRequest.of("word"))).hasSize(1);
        assertThat(found(SearchRequest.of("beyond"))).isEmpty();
    }

    @Test
    void aSearchThatTakesTooLongAnswersWithWhatItHas() throws IOException {
        var pages = new IndexedPage[50];
        for (int i = 0; i < pages.length; i++)
            pages[i] = page("http://a.test/" + i, "en", "", "word " + i);
        index(pages);
        var now = new AtomicLong();
        try (var slow = Searcher.open(dir, () -> now.addAndGet(2 * SearchLimits.SEARCH_NANOS))) {
            assertThat(slow.search(SearchRequest.of("word")).isCutShort()).isTrue();
        }
    }

    @Test
    void whatIsCommittedIsSeenByASearcherThatIsOpen() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            index.commit("");
            try (var searcher = Searcher.open(dir)) {
                assertThat(searcher.search(SearchRequest.of("word")).hits()).isEmpty();
                index.add(page("http://a.test/", "en", "", "word"));
                assertThat(searcher.search(SearchRequest.of("word")).hits()).isEmpty();
                index.commit("one");
                assertThat(searcher.search(SearchRequest.of("word")).hits()).hasSize(1);
            }
        }
    }

    @Test
    void whereThereIsNoIndexItSaysSo() {
        assertThatThrownBy(() -> Searcher.open(dir.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> Searcher.open(dir)).isInstanceOf(NoSuchFileException.class);
    }
}
