package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.index.CorruptIndexException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is on disk after commits, crashes and damage, and what refinement changes in it. */
final class IndexDurabilityTest {
    @TempDir Path dir;

    private static Url url(String name) {
        return Url.of("http://a.test/" + name);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) {
                if (!file.endsWith("write.lock")) Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    @Test
    void whatLiesOnDiskBetweenTwoCommitsOpensAsTheFirst() throws IOException {
        Path live = dir.resolve("live");
        Path crashed = dir.resolve("crashed");
        try (var index = SearchIndex.open(live)) {
            index.add(TestPages.text("a", "first"));
            index.commit("one");
            for (int i = 0; i < 50; i++) index.add(TestPages.text("b" + i, "second"));
            index.remove(url("a"));
            // Flushes segments without a commit.
            assertThat(index.refine(new NoFacts())).isZero();
            copy(live, crashed);
        }
        try (var index = SearchIndex.open(crashed)) {
            assertThat(index.position()).isEqualTo("one");
            assertThat(index.pages()).isEqualTo(1);
            assertThat(TestPages.found(crashed, "first")).containsExactly("a");
            assertThat(TestPages.found(crashed, "second")).isEmpty();
            index.add(TestPages.text("c", "third"));
            index.commit("two");
        }
        assertThat(TestPages.found(crashed, "third")).containsExactly("c");
    }

    private record NoFacts() implements Refinement {
        @Override
        public List<String> anchors(Url url, int max) {
            return List.of();
        }

        @Override
        public double rank(Url url) {
            return 0;
        }
    }

    @Test
    void theLastPositionCountsAndACommitWithoutPagesIsKept() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            index.commit("one");
            index.commit("two");
            assertThat(index.position()).isEqualTo("two");
        }
        try (var index = SearchIndex.open(dir)) {
            assertThat(index.position()).isEqualTo("two");
            index.commit("");
        }
        try (var index = SearchIndex.open(dir)) {
            assertThat(index.position()).isEmpty();
        }
    }

    @Test
    void pagesCountsWhatIsNotYetCommittedAndEachUrlOnce() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            assertThat(index.pages()).isZero();
            index.add(TestPages.text("a", "x"));
            index.add(TestPages.text("b", "x"));
            assertThat(index.pages()).isEqualTo(2);
            index.commit("one");
            index.add(TestPages.text("a", "y"));
            index.commit("two");
            assertThat(index.pages()).isEqualTo(2);
        }
    }

    @Test
    void removingAPageThatIsNotThereChangesNothing() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            index.add(TestPages.text("a", "word"));
            index.remove(url("b"));
            index.remove(Url.of("https://a.test/a"));
            index.commit("one");
        }
        assertThat(TestPages.found(dir, "word")).containsExactly("a");
    }

    @Test
    void urlsThatDifferInOneLetterAreDifferentPages() throws IOException {
        TestPages.index(
                dir,
                TestPages.text("a", "word"),
                TestPages.text("A", "word"),
                TestPages.text("a?", "word"),
                TestPages.text("a/", "word"));
        assertThat(TestPages.search(dir, SearchRequest.of("word")).matches()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void theIndexHoldsWhatAMapWouldHold(long seed) throws IOException {
        var random = new Random(seed);
        Map<String, String> committed = new HashMap<>();
        Map<String, String> model = new HashMap<>();
        for (int life = 0; life < 4; life++) {
            try (var index = SearchIndex.open(dir)) {
                model = new HashMap<>(committed);
                for (int step = 0; step < 40; step++) {
                    String name = "" + random.nextInt(12);
                    int kind = random.nextInt(10);
                    if (kind < 6) {
                        String word = "w" + random.nextInt(5);
                        index.add(TestPages.text(name, word));
                        model.put(name, word);
                    } else if (kind < 9) {
                        index.remove(url(name));
                        model.remove(name);
                    } else {
                        index.commit("" + step);
                        committed = new HashMap<>(model);
                    }
                }
                if (life == 0) {
                    index.commit("life");
                    committed = new HashMap<>(model);
                }
            }
            for (int word = 0; word < 5; word++) {
                var expected = new HashSet<String>();
                for (var entry : committed.entrySet()) {
                    if (entry.getValue().equals("w" + word)) expected.add(entry.getKey());
                }
                assertThat(TestPages.found(dir, SearchRequest.of("w" + word).withPage(1, 100)))
                        .as("seed %d, life %d, word %d", seed, life, word)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    @Test
    void aMissingCutOrEmptyFileIsToldAsDamageAndNothingElse() throws IOException {
        Path whole = dir.resolve("whole");
        try (var index = SearchIndex.open(whole)) {
            for (int i = 0; i < 20; i++) index.add(TestPages.titled("" + i, "title", "word " + i));
            index.commit("one");
        }
        List<Path> files;
        try (var list = Files.list(whole)) {
            files = list.filter(file -> !file.endsWith("write.lock")).sorted().toList();
        }
        assertThat(files.size()).isGreaterThan(2);
        int trial = 0;
        for (Path file : files) {
            boolean isList = file.getFileName().toString().startsWith("segments");
            for (int left : new int[] {-1, 0, 20}) {
                if (isList && left < 0) continue; // without the list there is no index
                Path copy = dir.resolve("copy" + trial++);
                copy(whole, copy);
                Path victim = copy.resolve(file.getFileName());
                byte[] bytes = Files.readAllBytes(victim);
                Files.delete(victim);
                if (left >= 0) Files.write(victim, Arrays.copyOf(bytes, left));
                assertThatThrownBy(() -> TestPages.found(copy, "word"))
                        .as("%s cut to %d", file.getFileName(), left)
                        .isInstanceOf(IOException.class)
                        .hasMessage(
                                "the index in "
                                        + copy
                                        + " is damaged; delete that folder and build it again");
            }
        }
    }

    @Test
    void onlyDamageIsExplainedAndKeepsItsCause() {
        for (var damage :
                List.of(
                        new CorruptIndexException("broken", "file"),
                        new EOFException("end"),
                        new NoSuchFileException("file"))) {
            assertThat(SearchIndex.explained(dir, damage))
                    .hasMessageContaining("delete that folder")
                    .hasCause(damage);
        }
        var full = new IOException("No space left on device");
        assertThat(SearchIndex.explained(dir, full)).isSameAs(full);
    }

    @Test
    void anIndexThatWasClosedCanBeOpenedAgainAndTheSearcherOutlivesIt() throws IOException {
        TestPages.index(dir, TestPages.text("a", "word"));
        try (var searcher = Searcher.open(dir)) {
            try (var index = SearchIndex.open(dir)) {
                index.remove(url("a"));
                index.commit("two");
            }
            assertThat(searcher.search(SearchRequest.of("word")).hits()).isEmpty();
            assertThat(searcher.pages()).isZero();
        }
    }

    /** Facts that a test can change; counts how often it is asked. */
    private static final class Facts implements Refinement {
        final Map<String, List<String>> anchors = new HashMap<>();
        final Map<String, Double> ranks = new HashMap<>();
        final List<String> asked = new ArrayList<>();

        @Override
        public List<String> anchors(Url url, int max) {
            assertThat(max).isEqualTo(SearchLimits.ANCHORS);
            asked.add(url.path().substring(1));
            return anchors.getOrDefault(url.path().substring(1), List.of());
        }

        @Override
        public double rank(Url url) {
            return ranks.getOrDefault(url.path().substring(1), 0.0);
        }
    }

    @Test
    void refinementChangesOnlyPagesOfWhichSomethingIsNew() throws IOException {
        var facts = new Facts();
        try (var index = SearchIndex.open(dir)) {
            for (String name : List.of("a", "b", "c")) index.add(TestPages.text(name, "word"));
            assertThat(index.refine(facts)).isZero();
            facts.anchors.put("a", List.of("one", "two"));
            assertThat(index.refine(facts)).isEqualTo(1);
            facts.anchors.put("a", List.of("two", "one"));
            assertThat(index.refine(facts)).as("only their order").isZero();
            facts.ranks.put("b", 0.25);
            facts.ranks.put("c", 0.5);
            assertThat(index.refine(facts)).isEqualTo(2);
            facts.ranks.put("b", 0.2501);
            assertThat(index.refine(facts)).as("a little more").isZero();
            facts.anchors.remove("a");
            assertThat(index.refine(facts)).isEqualTo(1);
            index.commit("one");
        }
        assertThat(TestPages.found(dir, "anchor:one")).isEmpty();
        assertThat(TestPages.found(dir, "word")).containsExactly("c", "b", "a");
    }

    @Test
    void refinementAsksForLivePagesOnceEach() throws IOException {
        var facts = new Facts();
        try (var index = SearchIndex.open(dir)) {
            for (String name : List.of("a", "b", "c")) index.add(TestPages.text(name, "word"));
            index.commit("one");
            index.remove(url("b"));
            index.add(TestPages.text("c", "again"));
            index.add(TestPages.text("d", "word"));
            assertThat(index.refine(facts)).isZero();
        }
        assertThat(facts.asked).containsExactlyInAnyOrder("a", "c", "d");
    }

    @Test
    void aPageThatIsIndexedAgainForItsAnchorsKeepsTheRest() throws IOException {
        var facts = new Facts();
        facts.anchors.put("a", List.of("linked"));
        facts.ranks.put("a", 0.5);
        var page =
                new IndexedPage(
                        url("a"),
                        TestPages.FETCHED,
                        301,
                        "application/pdf",
                        "de",
                        "Ein Titel",
                        "Beschreibung",
                        List.of("Kopf eins", "Kopf zwei"),
                        "Die Häuser",
                        0xABCDEF);
        var twin = TestPages.similar("b", "Häuser", 0xABCDEF);
        TestPages.index(dir, page, twin);
        var before = TestPages.search(dir, SearchRequest.of("haus")).hits().getFirst();
        try (var index = SearchIndex.open(dir)) {
            assertThat(index.refine(facts)).isEqualTo(1);
            index.commit("two");
        }
        var after = TestPages.search(dir, SearchRequest.of("haus")).hits().getFirst();
        assertThat(after.url()).isEqualTo(before.url());
        assertThat(after.title()).isEqualTo(before.title());
        assertThat(after.snippet()).isEqualTo(before.snippet());
        assertThat(after.at()).isEqualTo(before.at());
        assertThat(after.status()).isEqualTo(301);
        assertThat(after.type()).isEqualTo("application/pdf");
        assertThat(after.language()).isEqualTo("de");
        assertThat(after.duplicateCount()).as("the fingerprint").isEqualTo(before.duplicateCount());
        for (String words :
                List.of(
                        "linked",
                        "anchor:linked",
                        "beschreibung",
                        "heading:zwei",
                        "\"kopf eins\"",
                        "type:pdf titel",
                        "lang:de die")) {
            assertThat(TestPages.found(dir, words)).as(words).contains("a");
        }
    }

    @Test
    void aPageAddedWithItsFactsNeedsNoRefinement() throws IOException {
        var facts = new Facts();
        facts.anchors.put("a", List.of("linked"));
        facts.ranks.put("a", 0.5);
        try (var index = SearchIndex.open(dir)) {
            index.add(TestPages.text("a", "word"), facts);
            assertThat(index.refine(facts)).isZero();
            index.commit("one");
        }
        assertThat(TestPages.found(dir, "linked")).containsExactly("a");
    }

    @Test
    void aNewerPageComesWithoutTheAnchorsOfTheOlderUntilItIsRefined() throws IOException {
        var facts = new Facts();
        facts.anchors.put("a", List.of("linked"));
        try (var index = SearchIndex.open(dir)) {
            index.add(TestPages.text("a", "old"), facts);
            index.add(TestPages.text("a", "new"));
            index.commit("one");
            assertThat(TestPages.found(dir, "linked")).isEmpty();
            assertThat(index.refine(facts)).isEqualTo(1);
            index.commit("two");
        }
        assertThat(TestPages.found(dir, "linked new")).containsExactly("a");
    }
}
