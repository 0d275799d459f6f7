package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SnippetsTest {
    /** A sentence of forty characters, the last of which is a blank. */
    private static final String FILLER = "Nothing of interest stands here at all. ";

    /** The longest piece of a text, with the signs that it goes on. */
    private static final int LONGEST = 240 + 4;

    private static Map<BytesRef, Integer> wanted(String... terms) {
        var wanted = new HashMap<BytesRef, Integer>();
        for (String term : terms) wanted.put(new BytesRef(term), wanted.size());
        return wanted;
    }

    private static Marked snippet(IndexedPage page, String... terms) {
        return new Snippets(new Words(16), wanted(terms)).snippet(page);
    }

    private static String marked(String text, String... terms) {
        return snippet(TestPages.text("", text), terms).with("[", "]");
    }

    @ParameterizedTest
    @CsvSource({
        "word, [word]",
        "word first, [word] first",
        "last word, last [word]",
        "Word WORD wOrD, [Word] [WORD] [wOrD]",
        "'word,word', '[word],[word]'",
        "(word), ([word])",
        "sword words wor, sword [words] wor",
        "wörd word, [wörd] [word]",
        "nothing, nothing",
    })
    void aShortTextIsShownWholeWithItsWordsMarked(String text, String expected) {
        assertThat(marked(text, "word")).isEqualTo(expected);
    }

    @Test
    void anEmptyTextGivesAnEmptySnippet() {
        assertThat(snippet(TestPages.text("", ""), "word")).isEqualTo(new Marked("", List.of()));
    }

    @Test
    void aWordIsMarkedWithItsAccentsAndSoftHyphens() {
        assertThat(marked("Un cafe\u0301 noir, so\u00ADft", "cafe", "soft"))
                .isEqualTo("Un [cafe\u0301] noir, [so\u00ADft]");
    }

    @Test
    void formsOfAWordAreMarkedByTheStemOfThePagesLanguage() {
        var page = TestPages.inLanguage("", "de", "Die Häuser am Haus");
        assertThat(snippet(page, "haus").with("[", "]")).isEqualTo("Die [Häuser] am [Haus]");
        var other = TestPages.inLanguage("", "xx", "Die Häuser am Haus");
        assertThat(snippet(other, "haus").with("[", "]")).isEqualTo("Die Häuser am [Haus]");
    }

    @Test
    void overlappingPairsOfAScriptWithoutSpacesAreMarkedOnce() {
        var page = TestPages.inLanguage("", "ja", "下水道水質");
        var marked = snippet(page, "水道", "道水");
        assertThat(marked.with("[", "]")).isEqualTo("下[水道][水]質");
        assertNoOverlap(marked);
    }

    @Test
    void charactersOfHtmlAreNotChanged() {
        assertThat(marked("if a<b && word>\"c\" &amp; <i>word</i>", "word"))
                .isEqualTo("if a<b && [word]>\"c\" &amp; <i>[word]</i>");
    }

    @Test
    void linesAndTabsBecomeBlanks() {
        assertThat(marked("one\ntwo\tword", "word")).isEqualTo("one two [word]");
    }

    @Test
    void aWordFarBehindIsShownFromTheBeginningOfItsSentence() {
        assertThat(marked(FILLER.repeat(20) + "Here is a word. " + FILLER.repeat(20), "word"))
                .startsWith("… Here is a [word]. Nothing")
                .endsWith(" …");
    }

    @ParameterizedTest
    @ValueSource(strings = {". ", "! ", "? ", "。 ", "\n"})
    void aSentenceOrALineBeginsBehind(String end) {
        assertThat(marked("x".repeat(100) + " y" + end + "Here is a word", "word"))
                .isEqualTo("… Here is a [word]");
    }

    @Test
    void theNearestBeginningCounts() {
        assertThat(marked("x".repeat(100) + " One. Two. Three word", "word"))
                .isEqualTo("… Three [word]");
    }

    @Test
    void aBlankBehindAnotherSignIsNotABeginning() {
        assertThat(marked("x".repeat(100) + ", one, two word", "word"))
                .isEqualTo("… one, two [word]");
    }

    @Test
    void aLongSentenceIsCutAtABlankBeforeTheWord() {
        String text = "abcdefghi ".repeat(20) + "word";
        var snippet = marked(text, "word");
        assertThat(snippet).startsWith("… abcdefghi ").endsWith(" [word]");
        assertThat(snippet.length()).isBetween(60, 80);
    }

    @Test
    void withoutABlankBeforeItTheSnippetBeginsWithTheWord() {
        assertThat(marked("-".repeat(100) + "word here", "word")).isEqualTo("… [word] here");
    }

    @Test
    void aWordNearTheBeginningIsShownFromTheBeginning() {
        assertThat(marked("x".repeat(60) + ". A word", "word"))
                .isEqualTo("x".repeat(60) + ". A [word]");
        assertThat(marked("x".repeat(67) + ". word", "word")).startsWith("xxx");
        assertThat(marked("x".repeat(69) + ". word", "word")).isEqualTo("… [word]");
    }

    @Test
    void aWordAtTheVeryEndIsShownWithoutASignThatItGoesOn() {
        assertThat(marked(FILLER.repeat(20) + "word", "word")).isEqualTo("… [word]");
    }

    @Test
    void aTextOfJustTheLengthIsShownWhole() {
        String text = "word " + "y".repeat(235);
        assertThat(marked(text, "word")).isEqualTo("[word] " + "y".repeat(235));
        assertThat(marked(text + "y", "word")).as("cut before the long word").isNotEqualTo(text);
    }

    @Test
    void theEndIsCutAtABlankWhereOneIsNear() {
        String text = "word " + "abcdefghi ".repeat(40);
        assertThat(marked(text, "word")).endsWith(" abcdefghi …");
    }

    @Test
    void aBlankIsNearWithinFortyCharacters() {
        String near = "word " + "y".repeat(196) + " " + "z".repeat(100);
        assertThat(marked(near, "word")).isEqualTo("[word] " + "y".repeat(196) + " …");
        String far = "word " + "y".repeat(195) + " " + "z".repeat(100);
        assertThat(marked(far, "word"))
                .isEqualTo("[word] " + "y".repeat(195) + " " + "z".repeat(39) + " …");
    }

    @Test
    void aVeryLongWordIsCutInTheMiddle() {
        var snippet = marked("word " + "y".repeat(1000), "word");
        assertThat(snippet).isEqualTo("[word] " + "y".repeat(235) + " …");
    }

    @Test
    void aCharacterOfTwoUnitsIsNotCutInHalf() {
        for (int shift = 0; shift < 2; shift++) {
            String text = "word " + "x".repeat(shift) + "😀".repeat(200);
            String snippet = marked(text, "word");
            assertThat(snippet).endsWith("😀 …").hasSizeLessThanOrEqualTo(LONGEST);
            assertThat(snippet.codePoints().noneMatch(c -> c >= 0xD800 && c < 0xE000)).isTrue();
        }
    }

    @Test
    void aWantedWordLongerThanTheSnippetIsShownWithoutAMark() {
        String word = "y".repeat(SearchLimits.WORD_CHARS);
        var snippet = snippet(TestPages.text("", "y".repeat(500) + " z"), word);
        assertThat(snippet.marks()).isEmpty();
        assertThat(snippet.text()).isEqualTo("y".repeat(240) + " …");
    }

    @Test
    void thePieceWithMostDifferentWordsIsShown() {
        String text = "red red red red. " + FILLER.repeat(10) + "Here red and green. " + FILLER;
        assertThat(marked(text, "red", "green")).startsWith("… Here [red] and [green].");
    }

    @Test
    void amongPiecesWithTheSameWordsTheOneWithMoreOfThemIsShown() {
        String text = "One red. " + FILLER.repeat(10) + "Two red, red. " + FILLER.repeat(10);
        assertThat(marked(text, "red")).startsWith("… Two [red], [red].");
    }

    @Test
    void amongEqualPiecesTheFirstIsShown() {
        String text = FILLER.repeat(3) + "First red. " + FILLER.repeat(10) + "Second red. ";
        assertThat(marked(text, "red")).startsWith("… First [red].");
    }

    @Test
    void moreThanTenOfTheSameWordDoNotWeighMore() {
        String ten = "red ".repeat(10) + ". ";
        String twenty = "red ".repeat(20) + ". ";
        String text = FILLER.repeat(3) + "First " + ten + FILLER.repeat(10) + "Second " + twenty;
        assertThat(marked(text, "red")).startsWith("… First [red]");
    }

    @Test
    void wordsThatStandTooFarApartAreNotTakenTogether() {
        String apart = "Begin red " + "x ".repeat(90) + "green. ";
        String text = FILLER.repeat(3) + apart + FILLER.repeat(10) + "Close green and red. ";
        assertThat(marked(text, "red", "green")).startsWith("… Close [green] and [red].");
    }

    @Test
    void onlyTheFirstMatchesAreWeighed() {
        String text = "red ".repeat(200) + FILLER.repeat(5) + "Here red and green. ";
        assertThat(marked(text, "red", "green")).startsWith("[red] [red]").doesNotContain("green");
    }

    @Test
    void whatStandsBeyondTheScannedPartIsNotFound() {
        String text = "x ".repeat(SearchLimits.SNIPPET_SCAN_CHARS / 2) + "word";
        assertThat(marked(text, "word")).startsWith("x x x").doesNotContain("[");
        String within = "x ".repeat(SearchLimits.SNIPPET_SCAN_CHARS / 2 - 2) + "word";
        assertThat(marked(within, "word")).endsWith("[word]");
    }

    @Test
    void aTextWithoutTheWordGivesWayToTheDescription() {
        var page = TestPages.described("", "About the word.", "Some text.");
        assertThat(snippet(page, "word").with("[", "]")).isEqualTo("About the [word].");
        assertThat(snippet(page, "text").with("[", "]")).isEqualTo("Some [text].");
        assertThat(snippet(page, "other").text()).isEqualTo("About the word.");
    }

    @Test
    void aLongDescriptionIsCut() {
        var page = TestPages.described("", "d".repeat(239) + "😀", "Some text.");
        assertThat(snippet(page, "word").text()).isEqualTo("d".repeat(239));
    }

    @Test
    void withoutTheWordAndADescriptionTheBeginningIsShown() {
        var snippet = snippet(TestPages.text("", FILLER.repeat(20)), "word");
        assertThat(snippet.text()).startsWith("Nothing of interest").endsWith(" …");
        assertThat(snippet.marks()).isEmpty();
    }

    @Test
    void theTitleIsShownWholeWithItsWordsMarked() {
        var snippets = new Snippets(new Words(16), wanted("word"));
        var page = TestPages.titled("", FILLER.repeat(10) + "Words", "text");
        assertThat(snippets.title(page).with("[", "]")).isEqualTo(FILLER.repeat(10) + "[Words]");
        assertThat(snippets.title(TestPages.text("", "word"))).isEqualTo(new Marked("", List.of()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void anySnippetIsBoundedAndItsMarksAreWantedWords(long seed) {
        var random = new Random(seed);
        String[] parts = {
            "red", "Green ", " ", ". ", "\n", "x", "水道", "水", "😀", "é", "abcdefghi ", ", "
        };
        for (int i = 0; i < 2000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(150); n > 0; n--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            var page = TestPages.text("", text.toString());
            var snippet = snippet(page, "red", "green", "水道", "道水");
            String about = "seed %d: %s".formatted(seed, text);
            assertThat(snippet.text().length()).as(about).isLessThanOrEqualTo(LONGEST);
            assertNoOverlap(snippet);
            for (var mark : snippet.marks()) {
                String word = snippet.text().substring(mark.start(), mark.stop());
                assertThat(word.toLowerCase(Locale.ROOT))
                        .as(about)
                        .isIn("red", "green", "水道", "道水", "道", "水");
            }
        }
    }

    private static void assertNoOverlap(Marked marked) {
        int end = 0;
        for (var mark : marked.marks()) {
            assertThat(mark.start()).isGreaterThanOrEqualTo(end);
            assertThat(mark.stop()).isGreaterThan(mark.start());
            end = mark.stop();
        }
        assertThat(end).isLessThanOrEqualTo(marked.text().length());
    }
}
