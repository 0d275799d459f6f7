package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words as Lucene gets them, where they stand, and what cuts them. */
final class WordStreamTest {
    /** Each word with its step. */
    private static List<String> tokens(Words words) {
        var term = words.getAttribute(BytesTermAttribute.class);
        var step = words.getAttribute(PositionIncrementAttribute.class);
        var tokens = new ArrayList<String>();
        while (words.incrementToken()) {
            tokens.add(term.getBytesRef().utf8ToString() + "+" + step.getPositionIncrement());
        }
        return tokens;
    }

    /** Each word with its place in the text. */
    private static List<String> places(String text) {
        var words = new Words(16).over(text, Language.OTHER);
        var places = new ArrayList<String>();
        while (words.next()) {
            places.add(
                    words.forms().word().utf8ToString() + "@" + words.start() + "-" + words.stop());
        }
        return places;
    }

    @Test
    void aStemStandsAtThePlaceOfItsWord() {
        var words = new Words(16).over("Spiders run webs", Language.ENGLISH);
        assertThat(tokens(words))
                .containsExactly("spiders+1", "spider+0", "run+1", "webs+1", "web+0");
    }

    @Test
    void theSameReaderStartsAgainWithAnotherText() {
        var words = new Words(16).over("Spiders", Language.ENGLISH);
        assertThat(words.incrementToken()).isTrue();
        words.over("水道水 x", Language.OTHER);
        assertThat(words.next()).as("the stem of the text before is forgotten").isTrue();
        words.over("other words", Language.ENGLISH);
        assertThat(tokens(words)).containsExactly("other+1", "words+1", "word+0");
        words.reset();
        assertThat(tokens(words)).containsExactly("other+1", "words+1", "word+0");
    }

    @ParameterizedTest
    @CsvSource({
        "abc, abc@0-3",
        "' abc ', abc@1-4",
        "a-b, a@0-1 b@2-3",
        "a1b2, a1b2@0-4",
        "é, e@0-1",
        "aé, ae@0-2",
        "éa, ea@0-2",
        "xe\u0301y, xey@0-4",
        "e\u0301, e@0-2",
        "\u0301e, e@1-2",
        "a\u00ADb, ab@0-3",
        "\u00ADab\u00AD, ab@1-4",
        "a水, a@0-1 水@1-2",
        "水a, 水@0-1 a@1-2",
        "水道a, 水道@0-2 a@2-3",
        "水 道, 水@0-1 道@2-3",
        "水道水質, 水道@0-2 道水@1-3 水質@2-4",
        "한국어, 한국@0-2 국어@1-3",
        "\uD840\uDC00\uD840\uDC01x, \uD840\uDC00\uD840\uDC01@0-4 x@4-5",
        "٣٤, ٣٤@0-2",
        "a😀b, a@0-1 b@3-4",
        "Ǆ, dz@0-1",
        "ПРИВЕТ, привет@0-6",
        "İ, i@0-1",
        "ﬁn, fin@0-2",
    })
    void wordsTellWhereTheyStand(String text, String expected) {
        assertThat(String.join(" ", places(text))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "...", "\u0301\u0302", "😀", "\u00AD", "\uD800", "_-+"})
    void aTextOfSignsHasNoWords(String text) {
        assertThat(places(text)).isEmpty();
    }

    @Test
    void aWordIsCutAtItsLimitAndEndsWhereItEndsInTheText() {
        int limit = SearchLimits.WORD_CHARS;
        assertThat(places("x".repeat(limit))).containsExactly("x".repeat(limit) + "@0-" + limit);
        assertThat(places("x".repeat(limit + 9) + " y"))
                .containsExactly("x".repeat(limit) + "@0-" + (limit + 9), "y@74-75");
        assertThat(places("x".repeat(limit - 1) + "éé"))
                .containsExactly("x".repeat(limit - 1) + "e@0-" + (limit + 1));
        assertThat(places("é".repeat(limit + 1)))
                .containsExactly("e".repeat(limit) + "@0-" + (limit + 1));
    }

    @Test
    void formsOfOneWordInTwoLanguagesAreToldApart() {
        var words = new Words(1);
        for (int i = 0; i < 3; i++) {
            words.over("houses", Language.ENGLISH);
            assertThat(tokens(words)).containsExactly("houses+1", "hous+0");
            words.over("houses", Language.OTHER);
            assertThat(tokens(words)).containsExactly("houses+1");
        }
    }

    /** A table of one place forgets each word at once; it must not matter. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatIsRememberedDoesNotChangeTheForms(long seed) {
        var random = new Random(seed);
        var forgetful = new Words(1);
        var mindful = new Words(1 << 10);
        var languages = List.of(Language.values());
        String[] parts = {"hous", "es", "ing", "é", "ж", "水", " ", "-", "Run", "ning", "ly", "ß"};
        for (int i = 0; i < 2_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(15); n > 0; n--)
                text.append(parts[random.nextInt(parts.length)]);
            var language = languages.get(random.nextInt(languages.size()));
            assertThat(tokens(mindful.over(text.toString(), language)))
                    .as("seed %d, %s: %s", seed, language, text)
                    .isEqualTo(tokens(forgetful.over(text.toString(), language)));
        }
    }

    /** A model in one line, for text of letters that have no accents. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void wordsAreTheRunsOfLettersAndDigits(long seed) {
        var random = new Random(seed);
        var run = Pattern.compile("[a-zA-Z0-9а-яА-Я]+");
        String signs = "aZ09 .-_\"жЯ\n\u20AC";
        for (int i = 0; i < 5_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(40); n > 0; n--)
                text.append(signs.charAt(random.nextInt(signs.length())));
            var expected =
                    run.matcher(text)
                            .results()
                            .map(
                                    one ->
                                            one.group().toLowerCase(Locale.ROOT)
                                                    + "@"
                                                    + one.start()
                                                    + "-"
                                                    + one.end())
                            .toList();
            assertThat(places(text.toString())).as("seed %d: %s", seed, text).isEqualTo(expected);
        }
    }
}
