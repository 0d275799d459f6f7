package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VocabularyTest {
    @TempDir Path dir;

    private interface Use {
        void of(Vocabulary vocabulary) throws IOException;
    }

    private void with(Use use, IndexedPage... pages) throws IOException {
        TestPages.index(dir, pages);
        try (var directory = FSDirectory.open(dir);
                var reader = DirectoryReader.open(directory)) {
            use.of(new Vocabulary(reader));
        }
    }

    private static final Set<String> BOTH = Set.of(Fields.TEXT, Fields.TITLE);

    private static Set<String> words(Map<BytesRef, Float> terms) {
        return terms.keySet().stream().map(BytesRef::utf8ToString).collect(Collectors.toSet());
    }

    private static IndexedPage plain(String name, String title, String text) {
        return TestPages.page(name, "xx", title, "", List.of(), text);
    }

    @Test
    void aPrefixStandsForTheWordsThatBeginSo() throws IOException {
        with(
                vocabulary -> {
                    var found = vocabulary.beginningWith(BOTH, new BytesRef("gard"));
                    assertThat(words(found))
                            .containsExactlyInAnyOrder("gard", "garden", "gardener");
                    assertThat(found.values()).containsOnly(1f);
                    assertThat(
                                    words(
                                            vocabulary.beginningWith(
                                                    Set.of(Fields.TITLE), new BytesRef("gard"))))
                            .containsExactly("gardener");
                },
                plain("a", "Gardener", "gar gard garden gare"));
    }

    @Test
    void aPrefixOfNoWordStandsForItself() throws IOException {
        with(
                vocabulary -> {
                    for (String prefix : List.of("aa", "gardez", "zz")) {
                        assertThat(words(vocabulary.beginningWith(BOTH, new BytesRef(prefix))))
                                .containsExactly(prefix);
                    }
                    assertThat(
                                    words(
                                            vocabulary.beginningWith(
                                                    Set.of(Fields.ANCHOR), new BytesRef("gard"))))
                            .containsExactly("gard");
                },
                plain("a", "", "garden"));
    }

    @Test
    void thirtyTwoWordsOfAPrefixAreTakenTheMostFrequentOfAllFieldsFirst() throws IOException {
        var text = new StringBuilder();
        for (int i = 100; i < 200; i++) text.append("pre").append(i).append(' ');
        with(
                vocabulary -> {
                    var found = words(vocabulary.beginningWith(BOTH, new BytesRef("pre")));
                    assertThat(found).hasSize(SearchLimits.EXPANSIONS).contains("pre199", "pre198");
                },
                plain("a", "", text.toString()),
                plain("b", "", "pre199"),
                plain("c", "pre198", ""));
    }

    @Test
    void wordsBeyondThoseThatAreLookedAtAreNotFound() throws IOException {
        int limit = SearchLimits.EXPANSIONS_SCANNED;
        var text = new StringBuilder();
        for (int i = 0; i <= limit; i++) text.append("pre").append(10_000 + i).append(' ');
        with(
                vocabulary ->
                        assertThat(words(vocabulary.beginningWith(BOTH, new BytesRef("pre"))))
                                .contains("pre" + (10_000 + limit - 1))
                                .doesNotContain("pre" + (10_000 + limit)),
                plain("a", "", text.toString()),
                plain("b", "", "pre" + (10_000 + limit - 1)),
                plain("c", "", "pre" + (10_000 + limit)));
    }

    @Test
    void aFuzzyWordStandsForThoseNearItByTheirDistance() throws IOException {
        with(
                vocabulary -> {
                    var one = vocabulary.resembling(BOTH, new BytesRef("spider"), 1);
                    assertThat(words(one)).containsExactlyInAnyOrder("spider", "spidr", "spidre");
                    assertThat(one).containsEntry(new BytesRef("spider"), 1f);
                    assertThat(one.get(new BytesRef("spidr"))).isLessThan(1f).isPositive();
                    var two = vocabulary.resembling(BOTH, new BytesRef("spider"), 2);
                    assertThat(words(two))
                            .containsExactlyInAnyOrder("spider", "spidr", "spidre", "spid");
                },
                plain("a", "spidre", "spider spidr spid rider spi"));
    }

    @Test
    void aFuzzyWordBeginsWithTheSameLetter() throws IOException {
        with(
                vocabulary ->
                        assertThat(words(vocabulary.resembling(BOTH, new BytesRef("xpider"), 2)))
                                .containsExactly("xpider"),
                plain("a", "", "spider"));
    }

    @Test
    void theNearestFuzzyWordsAreTakenBeforeTheMoreFrequent() throws IOException {
        var text = new StringBuilder("abcdefgx ");
        for (char c = 'a'; c <= 'z'; c++)
            for (char d : "qrst".toCharArray())
                text.append("abcdef").append(c).append(d).append(' ');
        with(
                vocabulary -> {
                    var found = vocabulary.resembling(BOTH, new BytesRef("abcdefgh"), 2);
                    assertThat(found).hasSize(SearchLimits.EXPANSIONS);
                    assertThat(words(found)).contains("abcdefgx", "abcdefgq", "abcdefgt");
                },
                plain("a", "", text.toString()),
                plain("b", "", text.substring("abcdefgx ".length())));
    }

    @Test
    void fieldsAreAskedThatHaveAWordForEachPlace() throws IOException {
        with(
                vocabulary -> {
                    var red = Map.of(new BytesRef("red"), 1f, new BytesRef("rot"), 1f);
                    var blue = Map.of(new BytesRef("blue"), 1f);
                    var fields = List.of(Fields.TITLE, Fields.TEXT, Fields.ANCHOR);
                    assertThat(vocabulary.fieldsWith(fields, List.of(red)))
                            .containsExactly(Fields.TITLE, Fields.TEXT);
                    assertThat(vocabulary.fieldsWith(fields, List.of(red, blue)))
                            .containsExactly(Fields.TEXT);
                    assertThat(vocabulary.fieldsWith(fields, List.of(blue, red)))
                            .containsExactly(Fields.TEXT);
                },
                plain("a", "rot", "red blue"));
    }
}
