package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.index.Clause.All;
import dev.gossamer.index.Clause.Any;
import dev.gossamer.index.Clause.Fuzzy;
import dev.gossamer.index.Clause.Phrase;
import dev.gossamer.index.Clause.Prefix;
import dev.gossamer.index.Clause.Word;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QueryParserTest {
    private static Word word(String text) {
        return new Word("", text);
    }

    private static All all(Clause... wanted) {
        return new All(List.of(wanted), List.of());
    }

    @Test
    void blanksWantAllAndMinusWantsNot() {
        assertThat(QueryParser.parse(" create  AND +index -drop NOT alter"))
                .isEqualTo(
                        new All(
                                List.of(word("create"), word("index")),
                                List.of(word("drop"), word("alter"))));
    }

    @Test
    void orBindsCloserThanTheBlank() {
        var expected = all(word("index"), new Any(List.of(word("btree"), word("hash"))));
        assertThat(QueryParser.parse("index btree OR hash")).isEqualTo(expected);
        assertThat(QueryParser.parse("index btree|hash")).isEqualTo(expected);
    }

    @Test
    void bracketsPhrasesPrefixesAndFuzzyWords() {
        assertThat(QueryParser.parse("(a1 -b1) OR c1 \"full text\"~3 pre* windw~ indxe~1"))
                .isEqualTo(
                        all(
                                new Any(
                                        List.of(
                                                new All(List.of(word("a1")), List.of(word("b1"))),
                                                word("c1"))),
                                new Phrase("", "full text", 3),
                                new Prefix("", "pre"),
                                new Fuzzy("", "windw", 1),
                                new Fuzzy("", "indxe", 1)));
    }

    @Test
    void fieldsHoldForAWordAPhraseOrABracket() {
        assertThat(QueryParser.parse("title:index Host:a.test title:\"b tree\" title:(c de*)"))
                .isEqualTo(
                        all(
                                new Word("title", "index"),
                                new Word("host", "a.test"),
                                new Phrase("title", "b tree", 0),
                                all(new Word("title", "c"), new Prefix("title", "de"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "\"open # the quote that opens at character 1 is never closed",
                "a (b # the bracket that opens at character 3 is never closed",
                "a b) # the ')' at character 4 closes nothing",
                "a OR # nothing stands behind the last OR",
                "-a # the search says only what is not wanted; add a word that is",
                "... # the search has no words",
                "a () # the brackets at character 3 hold nothing that is wanted",
                "x* # 'x*' fits too many words; write at least 2 letters",
                "* # letters must stand before the '*' at character 1",
                "\"a b\"~5000 # the distance behind a phrase is 5000; at most 100",
                "word~3 # the number of letters behind '~' is 3; at most 2"
            })
    void aBadSearchIsToldInOneLine(String query, String message) {
        assertThatThrownBy(() -> QueryParser.parse(query))
                .isInstanceOf(BadQueryException.class)
                .hasMessage(message);
    }

    @Test
    void anUnknownFieldIsToldWithThoseThereAre() {
        assertThatThrownBy(() -> QueryParser.parse("colour:red"))
                .hasMessageStartingWith("there is no field 'colour'; fields are title,");
    }

    @Test
    void limitsHold() {
        assertThatThrownBy(() -> QueryParser.parse("a".repeat(SearchLimits.QUERY_CHARS + 1)))
                .hasMessage("the search has 1,025 characters; at most 1,024 are read");
        assertThatThrownBy(() -> QueryParser.parse("ab ".repeat(SearchLimits.QUERY_WORDS + 1)))
                .hasMessage("the search has more than 64 words");
        assertThatThrownBy(() -> QueryParser.parse("(".repeat(30) + "a" + ")".repeat(30)))
                .hasMessage("more than 16 brackets in brackets");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whateverIsTypedIsReadOrRefused(long seed) {
        var random = new Random(seed);
        String signs = "ab \"()*~|:-+OR1é水\uD83D\uDE00\t.";
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(20); n > 0; n--) {
                text.append(signs.charAt(random.nextInt(signs.length())));
            }
            try {
                assertThat(QueryParser.parse(text.toString()).wanted()).isNotEmpty();
            } catch (BadQueryException e) {
                assertThat(e.getMessage()).as("seed %d: %s", seed, text).isNotBlank();
            }
        }
    }
}
