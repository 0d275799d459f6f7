package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordsTest {
    private static List<String> forms(String text, Language language) {
        var words = new Words(16).over(text, language);
        var result = new ArrayList<String>();
        while (words.next()) {
            var forms = words.forms();
            var stem = forms.stem();
            result.add(
                    forms.word().utf8ToString() + (stem == null ? "" : "/" + stem.utf8ToString()));
        }
        return result;
    }

    @Test
    void wordsAreRunsOfLettersAndDigitsInLowerCase() {
        assertThat(forms("Set max_connections=100; B-tree, don't!", Language.OTHER))
                .containsExactly("set", "max", "connections", "100", "b", "tree", "don", "t");
    }

    @Test
    void accentsAreLeftOutHoweverTheyAreWritten() {
        assertThat(forms("Café cafe\u0301 Straße so\u00ADft Ångström", Language.OTHER))
                .containsExactly("cafe", "cafe", "strasse", "soft", "angstrom");
    }

    @ParameterizedTest
    @CsvSource({
        "en, Indexes indexing, indexes/index indexing/index",
        "de, Häuser, hauser/haus",
        "fr, chevaux, chevaux/cheval",
        "ru, книги, книги/книг",
        "el, δρόμος, δρόμος/δρομ",
        "xx, Indexes, indexes"
    })
    void stemsComeFromTheLanguage(String language, String text, String expected) {
        assertThat(forms(text, Language.of(language))).containsExactly(expected.split(" "));
    }

    @Test
    void scriptsWithoutSpacesGivePairs() {
        assertThat(forms("水道水 is 水, カタカナ", Language.of("ja")))
                .containsExactly("水道", "道水", "is", "水", "カタ", "タカ", "カナ");
    }

    @Test
    void pairsTellWhereTheyStand() {
        var words = new Words(16).over("a 水道水", Language.OTHER);
        var spans = new ArrayList<String>();
        while (words.next()) spans.add(words.start() + "-" + words.stop());
        assertThat(spans).containsExactly("0-1", "2-4", "3-5");
    }

    /** What is no letter ends a run, and so does what lies just outside of ASCII. */
    @ParameterizedTest
    @CsvSource({"水。道, 水 道", "水๑道, 水 ๑ 道", "a\u0080b, a b", "\u0080b, b"})
    void whatIsNoLetterStandsBetweenWords(String text, String expected) {
        assertThat(forms(text, Language.OTHER)).containsExactly(expected.split(" "));
    }

    @ParameterizedTest
    @CsvSource({"e\u0300x, ex", "e\u036Fx, ex", "e\u0370x, e\u0371x"})
    void marksBetweenTheirBoundsAreSilent(String text, String word) {
        assertThat(forms(text, Language.OTHER)).containsExactly(word);
    }

    @Test
    void aLongWordIsCutOff() {
        assertThat(forms("x".repeat(5000) + " y", Language.OTHER))
                .containsExactly("x".repeat(SearchLimits.WORD_CHARS), "y");
    }

    @Test
    void wordsBeyondTheBasicPlaneAreWords() {
        assertThat(forms("\uD801\uDC00\uD801\uDC01 \uD83D\uDE00", Language.OTHER))
                .containsExactly("\uD801\uDC28\uD801\uDC29");
    }

    @ParameterizedTest
    @CsvSource({
        "en, the cat and the dog sat on the mat that was for the cat with a hat",
        "de, der Hund und die Katze sind nicht auf dem Dach und das ist gut",
        "fr, le chat et les chiens sont dans la maison avec une souris pour le soir",
        "ru, это большой дом и мы были рады",
        "el, το σπίτι",
        "ja, これは水です",
        "zh, 水是生命",
        "ko, 물과 빛",
        "'', SELECT x FROM y"
    })
    void aTextThatDeclaresNoLanguageIsGuessed(String language, String text) {
        assertThat(LanguageGuess.of(text)).isEqualTo(language);
    }
}
