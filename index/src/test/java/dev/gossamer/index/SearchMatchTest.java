package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pages match a search, and what the results say of themselves. */
final class SearchMatchTest {
    @TempDir Path dir;

    private List<String> found(String words) throws IOException {
        return TestPages.found(dir, words);
    }

    @Nested
    final class InOneIndex {
        @TempDir static Path shared;

        @BeforeAll
        static void index() throws IOException {
            TestPages.index(
                    shared,
                    TestPages.page(
                            "colour/a",
                            "en",
                            "Red things",
                            "a summary",
                            List.of("First part", "Second part"),
                            "The red apple and the green pear in one basket"),
                    TestPages.page(
                            "b",
                            "en",
                            "Green things",
                            "",
                            List.of(),
                            "A green apple, set max_pool=5"),
                    TestPages.page(
                            "c",
                            "de",
                            "Rote Dinge",
                            "",
                            List.of(),
                            "Die roten Äpfel und 水道水 hier"));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '#',
                quoteCharacter = '`',
                value = {
                    "apple # b colour/a",
                    "apples # b colour/a",
                    "\"apples\" # ``",
                    "Äpfel # c",
                    "apfel # c",
                    "red green # colour/a",
                    "red green -basket # ``",
                    "\"red apple\" # colour/a",
                    "\"apple red\" # ``",
                    "\"red pear\"~3 # ``",
                    "\"red pear\"~4 # colour/a",
                    "\"RED Apple\" # colour/a",
                    "max_pool # b",
                    "pool_max # ``",
                    "max-pool # b",
                    "max.pool=5 # b",
                    "水道 # c",
                    "道水 # c",
                    "水 # ``",
                    "水* # c",
                    "水道水 # c",
                    "水水 # ``",
                    "ap* # b c colour/a",
                    "\"green\" appl* # b colour/a",
                    "max_po* # b",
                    "max_pols~ # b",
                    "gren~ # b colour/a",
                    "gren~0 # ``",
                    "title:green # b",
                    "text:green # b colour/a",
                    "heading:second # colour/a",
                    "heading:red # ``",
                    "heading:\"first part\" # colour/a",
                    "heading:\"part second\" # ``",
                    "url:colour # colour/a",
                    "url:col* # colour/a",
                    "anchor:red # ``",
                    "summary # colour/a",
                    "title:(red OR green) # b colour/a",
                    "title:(red OR green) -text:set # colour/a",
                    "-title:red apple # b",
                    "-(red basket) apple # b",
                    "-(red OR set) pear OR roten # c",
                    "lang:de # c",
                    "lang:en apple # b colour/a",
                    "lang:de OR set # b c",
                    "(lang:de) # c",
                    "type:html set # b",
                    "the # colour/a",
                    "the apple # b colour/a",
                    "\"the apple\" # ``",
                    "\"the red\" # colour/a",
                    "how the apple # b colour/a",
                    "die roten # c",
                    "-the apple # b",
                    "nosuchword # ``",
                    "apple OR nosuchword # b colour/a",
                    "apple nosuchword # ``",
                    "apple -nosuchword # b colour/a",
                })
        void aSearchFindsThePagesThatItDescribes(String words, String expected) throws IOException {
            assertThat(String.join(" ", TestPages.found(shared, words).stream().sorted().toList()))
                    .isEqualTo(expected);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '#',
                quoteCharacter = '`',
                value = {
                    "apple # The red [apple] and the green pear in one basket",
                    "\"red apple\" # The [red] [apple] and the green pear in one basket",
                    "gree* basket # The red apple and the [green] pear in one [basket]",
                    "baskt~ # The red apple and the green pear in one [basket]",
                    "pear -set # The red apple and the green [pear] in one basket",
                    "pear -(red blue) # The red apple and the green [pear] in one basket",
                    "pear -(nosuch OR \"green set\") # The red apple and the green [pear] in one basket",
                    "pear OR (red -set) # The [red] apple and the green [pear] in one basket",
                    "title:red # The [red] apple and the green pear in one basket",
                    "pear lang:en # The red apple and the green [pear] in one basket",
                })
        void theSnippetMarksWhatIsWanted(String words, String snippet) throws IOException {
            var hits =
                    TestPages.search(shared, SearchRequest.of(words)).hits().stream()
                            .filter(hit -> hit.url().path().equals("/colour/a"))
                            .toList();
            assertThat(hits.getFirst().snippet().with("[", "]")).isEqualTo(snippet);
        }

        @Test
        void aPrefixBehindAnotherWordStandsForAllThatBeginSo() throws IOException {
            TestPages.index(
                    dir,
                    TestPages.text("one", "set max_connections"),
                    TestPages.text("two", "set max_connect"),
                    TestPages.text("three", "connections max"));
            assertThat(TestPages.found(dir, "max_conn*")).containsExactlyInAnyOrder("one", "two");
        }

        @Test
        void aSearchInOneLanguageIsReadByItsStemsAlone() throws IOException {
            var german = SearchRequest.of("rote").withLanguage("de");
            assertThat(TestPages.found(shared, german)).containsExactly("c");
            var english = SearchRequest.of("die apple").withLanguage("en");
            assertThat(TestPages.found(shared, english))
                    .as("in English this is no stop word")
                    .isEmpty();
        }
    }

    @Test
    void anEmptyIndexFindsNothing() throws IOException {
        TestPages.index(dir);
        var results = TestPages.search(dir, SearchRequest.of("a OR \"b c\" de* fgh~ host:x"));
        assertThat(results.hits()).isEmpty();
        assertThat(results.matches()).isZero();
        assertThat(results.isExact()).isTrue();
        assertThat(results.reachable()).isZero();
        assertThat(results.hasMost()).isFalse();
        try (var searcher = Searcher.open(dir)) {
            assertThat(searcher.pages()).isZero();
            assertThat(searcher.postings("word").pages()).isZero();
            searcher.forEachTitle((url, _, _) -> assertThat(url).as("no page").isNull());
        }
    }

    @Test
    void halfOfThreeOrMoreWordsAreEnoughWhereNoPageHasAll() throws IOException {
        TestPages.index(
                dir,
                TestPages.text("1", "red"),
                TestPages.text("2", "red green"),
                TestPages.text("3", "red green blue"));
        var all = TestPages.search(dir, SearchRequest.of("red green blue"));
        assertThat(all.hasMost()).isFalse();
        assertThat(all.hits()).hasSize(1);
        var most = TestPages.search(dir, SearchRequest.of("red green blue yellow"));
        assertThat(most.hasMost()).isTrue();
        assertThat(most.hits().stream().map(hit -> hit.url().path())).containsExactly("/3", "/2");
        var five = TestPages.search(dir, SearchRequest.of("red green blue yellow pink"));
        assertThat(five.hits().stream().map(hit -> hit.url().path())).containsExactly("/3");
        assertThat(found("red yellow")).as("two words are both wanted").isEmpty();
        var none = TestPages.search(dir, SearchRequest.of("yellow pink black"));
        assertThat(none.hits()).isEmpty();
        assertThat(none.hasMost()).isFalse();
    }

    @Test
    void conditionsAndUnwantedWordsHoldAlsoWhereMostWordsAreEnough() throws IOException {
        TestPages.index(
                dir, TestPages.text("1", "red green"), TestPages.text("2", "red green bad"));
        assertThat(found("red green blue")).hasSize(2);
        assertThat(found("red green blue -bad")).containsExactly("1");
        assertThat(found("red green blue host:b.test")).isEmpty();
        assertThat(found("red green blue host:a.test -bad")).containsExactly("1");
    }

    @Test
    void aPageBeyondTheLastResultIsEmptyAndTheCountsStay() throws IOException {
        var pages = new IndexedPage[25];
        for (int i = 0; i < pages.length; i++) pages[i] = TestPages.text("" + i, "word");
        TestPages.index(dir, pages);
        var last = TestPages.search(dir, SearchRequest.of("word").withPage(3, 10));
        assertThat(last.hits()).hasSize(5);
        assertThat(last.hits().getLast().number()).isEqualTo(25);
        for (int page : new int[] {4, 100}) {
            var beyond = TestPages.search(dir, SearchRequest.of("word").withPage(page, 10));
            assertThat(beyond.hits()).isEmpty();
            assertThat(beyond.matches()).isEqualTo(25);
            assertThat(beyond.reachable()).isEqualTo(25);
        }
        assertThat(TestPages.search(dir, SearchRequest.of("word").withPage(1, 25)).hits())
                .hasSize(25);
        assertThat(TestPages.search(dir, SearchRequest.of("word").withPage(25, 1)).hits())
                .hasSize(1);
    }

    @Test
    void theFirstThousandOfMoreMatchesCanBeReached() throws IOException {
        var pages = new IndexedPage[SearchLimits.CANDIDATES + 50];
        for (int i = 0; i < pages.length; i++) pages[i] = TestPages.text("" + i, "word");
        TestPages.index(dir, pages);
        var results =
                TestPages.search(
                        dir, SearchRequest.of("word").withPage(1, SearchLimits.CANDIDATES));
        assertThat(results.hits()).hasSize(SearchLimits.CANDIDATES);
        assertThat(results.reachable()).isEqualTo(SearchLimits.CANDIDATES);
        assertThat(results.matches()).isGreaterThan(SearchLimits.CANDIDATES);
    }

    @Test
    void theTimeOfASearchIsTakenFromTheClock() throws IOException {
        TestPages.index(dir, TestPages.text("", "word"));
        var now = new AtomicLong();
        try (var searcher = Searcher.open(dir, now::incrementAndGet)) {
            var results = searcher.search(SearchRequest.of("word"));
            assertThat(results.took().toNanos()).isBetween(1L, 1000L);
            assertThat(results.isCutShort()).isFalse();
            assertThat(results.isExact()).isTrue();
            assertThat(results.hits()).hasSize(1);
        }
    }

    @Test
    void aSearchThatWasCutShortIsNotExact() throws IOException {
        TestPages.index(dir, TestPages.text("", "word"));
        var now = new AtomicLong();
        try (var slow = Searcher.open(dir, () -> now.addAndGet(2 * SearchLimits.SEARCH_NANOS))) {
            assertThat(slow.search(SearchRequest.of("word")).isExact()).isFalse();
        }
    }

    @Test
    void manyThreadsSearchWhileOneWrites() throws Exception {
        TestPages.index(dir, TestPages.text("0", "word"));
        try (var index = SearchIndex.open(dir);
                var searcher = Searcher.open(dir);
                var pool = Executors.newFixedThreadPool(3)) {
            var tasks = new ArrayList<Callable<Boolean>>();
            tasks.add(
                    () -> {
                        for (int i = 1; i <= 30; i++) {
                            index.add(TestPages.text("" + i, "word"));
                            index.commit("" + i);
                        }
                        return true;
                    });
            for (int thread = 0; thread < 2; thread++) {
                tasks.add(
                        () -> {
                            long before = 1;
                            for (int i = 0; i < 50; i++) {
                                long matches = searcher.search(SearchRequest.of("word")).matches();
                                assertThat(matches).isBetween(before, 31L);
                                before = matches;
                            }
                            return true;
                        });
            }
            for (var task : pool.invokeAll(tasks)) assertThat(task.get()).isTrue();
            assertThat(searcher.search(SearchRequest.of("word")).matches()).isEqualTo(31);
            assertThat(searcher.pages()).isEqualTo(31);
        }
    }

    @Test
    void titlesAreThoseOfTheLivePages() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            index.add(TestPages.titled("a", "Old", "x"));
            index.add(TestPages.titled("b", "Gone", "x"));
            index.add(TestPages.titled("c", "", "x"));
            index.commit("one");
            index.add(TestPages.titled("a", "New", "x"));
            index.remove(Url.of("http://a.test/b"));
            index.commit("two");
        }
        var titles = new ArrayList<String>();
        try (var searcher = Searcher.open(dir)) {
            searcher.forEachTitle((url, type, title) -> titles.add(url + " " + type + " " + title));
        }
        assertThat(titles)
                .containsExactlyInAnyOrder(
                        "http://a.test/c text/html ", "http://a.test/a text/html New");
    }

    @Test
    void postingsLeaveOutPagesThatAreGone() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            for (String name : List.of("a", "b", "c")) index.add(TestPages.text(name, "x word"));
            index.commit("one");
            index.remove(Url.of("http://a.test/b"));
            index.add(TestPages.text("c", "other"));
            index.add(TestPages.text("d", "word"));
            index.commit("two");
        }
        try (var searcher = Searcher.open(dir)) {
            var postings = searcher.postings("WORD");
            assertThat(postings.pages()).isEqualTo(2);
            assertThat(postings.places())
                    .containsExactlyInAnyOrder(
                            new Postings.Place(Url.of("http://a.test/a"), 1, List.of(1)),
                            new Postings.Place(Url.of("http://a.test/d"), 1, List.of(0)));
        }
    }

    @Test
    void postingsNameAThousandPositionsAndCountAll() throws IOException {
        TestPages.index(dir, TestPages.text("", "word ".repeat(SearchLimits.POSTINGS + 5)));
        try (var searcher = Searcher.open(dir)) {
            var place = searcher.postings("word").places().getFirst();
            assertThat(place.count()).isEqualTo(SearchLimits.POSTINGS + 5);
            assertThat(place.positions())
                    .isEqualTo(IntStream.range(0, SearchLimits.POSTINGS).boxed().toList());
        }
    }

    @Test
    void postingsNameAThousandPagesAndCountAll() throws IOException {
        var pages = new IndexedPage[SearchLimits.POSTINGS + 5];
        for (int i = 0; i < pages.length; i++) pages[i] = TestPages.text("" + i, "word");
        TestPages.index(dir, pages);
        try (var searcher = Searcher.open(dir)) {
            var postings = searcher.postings("word");
            assertThat(postings.pages()).isEqualTo(SearchLimits.POSTINGS + 5);
            assertThat(postings.places()).hasSize(SearchLimits.POSTINGS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "...", "two words", "max_connections", "水道水"})
    void postingsAreOfOneWord(String word) throws IOException {
        TestPages.index(dir);
        try (var searcher = Searcher.open(dir)) {
            assertThatThrownBy(() -> searcher.postings(word))
                    .isInstanceOf(BadQueryException.class)
                    .hasMessageStartingWith("'" + word + "' is ");
        }
    }

    @Test
    void aSearchIsReadInTheEightMostFrequentLanguages() throws IOException {
        String[] frequent = {"de", "fr", "es", "it", "pt", "nl", "sv", "fi"};
        var pages = new ArrayList<IndexedPage>();
        for (String language : frequent) {
            pages.add(TestPages.inLanguage(language + 1, language, "x"));
            pages.add(TestPages.inLanguage(language + 2, language, "x"));
        }
        pages.add(TestPages.inLanguage("en", "en", "happy"));
        for (int i = 0; i < 3; i++) pages.add(TestPages.inLanguage("xx" + i, "xx", "y"));
        TestPages.index(dir, pages.toArray(IndexedPage[]::new));
        assertThat(found("happiness")).as("English is the ninth").isEmpty();
        try (var index = SearchIndex.open(dir)) {
            index.remove(Url.of("http://a.test/fi1"));
            index.remove(Url.of("http://a.test/fi2"));
            index.add(TestPages.inLanguage("en2", "en", "happy"));
            index.add(TestPages.inLanguage("en3", "en", "other"));
            index.commit("two");
        }
        assertThat(found("happiness")).containsExactlyInAnyOrder("en", "en2");
    }
}
