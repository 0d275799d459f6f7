package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.index.Clause.All;
import dev.gossamer.index.Clause.Any;
import dev.gossamer.index.Clause.Fuzzy;
import dev.gossamer.index.Clause.Phrase;
import dev.gossamer.index.Clause.Prefix;
import dev.gossamer.index.Clause.Word;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The query language, one form after the other. A clause is printed as it is meant. */
final class QuerySyntaxTest {
    /** Prints a tree: {@code [a b -c]} wants a and b and not c, {@code <a|b>} one of the two. */
    private static String print(Clause clause) {
        return switch (clause) {
            case Word(var field, var text) -> named(field) + text;
            case Phrase(var field, var text, int slop) ->
                    named(field) + "'" + text + "'" + (slop == 0 ? "" : "~" + slop);
            case Prefix(var field, var text) -> named(field) + text + "*";
            case Fuzzy(var field, var text, int edits) -> named(field) + text + "~" + edits;
            case Any(var choices) ->
                    choices.stream()
                            .map(QuerySyntaxTest::print)
                            .collect(Collectors.joining("|", "<", ">"));
            case All(var wanted, var unwanted) -> {
                var parts = new java.util.ArrayList<String>();
                for (var one : wanted) parts.add(print(one));
                for (var one : unwanted) parts.add("-" + print(one));
                yield "[" + String.join(" ", parts) + "]";
            }
        };
    }

    private static String named(String field) {
        return field.isEmpty() ? "" : field + ":";
    }

    private static String read(String query) {
        return print(QueryParser.parse(query));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "a # [a]",
                "a b # [a b]",
                "a AND b # [a b]",
                "a AND AND b # [a b]",
                "AND a # [a]",
                "a AND # [a]",
                "+a +b # [a b]",
                "+ a # [a]",
                "a -b # [a -b]",
                "a - b # [a -b]",
                "-b a # [a -b]",
                "a NOT b # [a -b]",
                "a AND NOT b # [a -b]",
                "a NOT -b # [a --b]",
                "a b-c # [a b-c]",
                "a+b # [a+b]",
                "c++ # [c++]",
            })
    void blanksSignsAndTheirWords(String query, String tree) {
        assertThat(read(query)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "android ORACLE NOTE # [android ORACLE NOTE]",
                "ANDROID b # [ANDROID b]",
                "NOTHING # [NOTHING]",
                "and or not # [and or not]",
                "a or b # [a or b]",
                "a Or b # [a Or b]",
                "a OR b # [<a|b>]",
            })
    void operatorsAreWholeWordsInCapitals(String query, String tree) {
        assertThat(read(query)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "a OR b OR c # [<a|b|c>]",
                "a|b|c # [<a|b|c>]",
                "a | b OR c # [<a|b|c>]",
                "a OR b c OR d # [<a|b> <c|d>]",
                "a -b OR c # [a -<b|c>]",
                "a NOT b OR c # [a -<b|c>]",
                "a OR \"b c\" # [<a|'b c'>]",
                "a OR (b c) # [<a|[b c]>]",
                "(a OR b) c # [[<a|b>] c]",
                "a OR ... b # [a b]",
                "... OR a # [a]",
                "OR a # [OR a]",
            })
    void orJoinsTheUnitsNextToIt(String query, String tree) {
        assertThat(read(query)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "\"a b\" # ['a b']",
                "\"a  b\"c # ['a  b' c]",
                "\"a b\"~ # ['a b'~1]",
                "\"a b\"~0 # ['a b']",
                "\"a b\"~100 # ['a b'~100]",
                "\"a b\"~007 # ['a b'~7]",
                "\"a b\"~5c # ['a b'~5 c]",
                "\"a b\" ~2 # ['a b']",
                "-\"a b\" c # [c -'a b']",
                "\"a OR b\" # ['a OR b']",
                "\"(a\" # ['(a']",
                "\"title:a\" # ['title:a']",
                "\"\" a # [a]",
                "\"...\"~3 a # [a]",
            })
    void phrasesAreReadAsTheyStand(String query, String tree) {
        assertThat(read(query)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "ab* # [ab*]",
                "ab*c # [ab* c]",
                "ab** # letters must stand before the '*' at character 4",
                "é* # [é*]",
                "水* # [水*]",
                "a.b* # [a.b*]",
                "a* # 'a*' fits too many words; write at least 2 letters",
                "_a* # '_a*' fits too many words; write at least 2 letters",
                "b ..* # letters must stand before the '*' at character 5",
            })
    void aStarBehindTwoLettersMakesAPrefix(String query, String expected) {
        if (expected.startsWith("[")) assertThat(read(query)).isEqualTo(expected);
        else assertThatThrownBy(() -> read(query)).hasMessage(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "abcde~ # [abcde~1]",
                "abcdef~ # [abcdef~2]",
                "abc~2 # [abc~2]",
                "abc~1 # [abc~1]",
                "abc~0 # [abc]",
                "abc~x # [abc~1 x]",
                "abc~* # letters must stand before the '*' at character 5",
                "abcdef~1 # [abcdef~1]",
                "~ a # [a]",
                "..~2 a # [a]",
            })
    void aTildeMakesAWordFuzzyByItsLength(String query, String expected) {
        if (expected.startsWith("[")) assertThat(read(query)).isEqualTo(expected);
        else assertThatThrownBy(() -> read(query)).hasMessage(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"title", "text", "heading", "anchor", "url", "host", "type", "lang"})
    void everyFieldOfTheManualIsKnown(String field) {
        assertThat(read(field + ":word")).isEqualTo("[" + field + ":word]");
        assertThat(read(field.toUpperCase(java.util.Locale.ROOT) + ":word"))
                .isEqualTo("[" + field + ":word]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "site:a.test # [host:a.test]",
                "-site:a.test b # [b -host:a.test]",
                "title:ab* # [title:ab*]",
                "title:abc~ # [title:abc~1]",
                "title:\"a b\"~2 # [title:'a b'~2]",
                "title:(a url:b c) # [[title:a url:b title:c]]",
                "title:(a (b)) c # [[title:a [title:b]] c]",
                "title:a OR b # [<title:a|b>]",
                "title: a # [title: a]",
                "title: # [title:]",
                "std::vec # [std::vec]",
                "title:(std::vec b) # [[title:std::vec title:b]]",
                "title:(url: b) # [[title:url: title:b]]",
                ":b # [:b]",
                "a:: # [a::]",
                "10:30 # [10:30]",
                "a1:b # [a1:b]",
                "http://a.test/ # there is no field 'http'",
                "Colour:red # there is no field 'colour'",
                "key:x # there is no field 'key'",
                "time:x # there is no field 'time'",
            })
    void aNameAndAColonBeforeAUnitChooseTheField(String query, String expected) {
        if (expected.startsWith("[")) assertThat(read(query)).isEqualTo(expected);
        else assertThatThrownBy(() -> read(query)).hasMessageStartingWith(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "(a) # [[a]]",
                "((a)) # [[[a]]]",
                "(a)(b) # [[a] [b]]",
                "a(b)c # [a [b] c]",
                "(a b)c # [[a b] c]",
                "( a ) # [[a]]",
                "a (b -c) # [a [b -c]]",
                "a -(b c) # [a -[b c]]",
                "( a OR b | c ) # [[<a|b|c>]]",
                "(a AND b) # [[a b]]",
            })
    void bracketsHoldASearchOfTheirOwn(String query, String tree) {
        assertThat(read(query)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "a OR # nothing stands behind the last OR",
                "a | # nothing stands behind the last OR",
                "(a OR ) # nothing stands behind the OR before character 7",
                "a OR ) # nothing stands behind the OR before character 6",
                "a|)b # nothing stands behind the OR before character 3",
                "a - # nothing stands behind the last '-', '+' or NOT",
                "a NOT # nothing stands behind the last '-', '+' or NOT",
                "a + # nothing stands behind the last '-', '+' or NOT",
                "(a -) b # nothing stands behind the '-', '+' or NOT before character 5",
                ") # the ')' at character 1 closes nothing",
                "(a)) # the ')' at character 4 closes nothing",
                "(-a) b # the brackets at character 1 hold nothing that is wanted",
                "a (...) # the brackets at character 3 hold nothing that is wanted",
                "a title:( # the bracket that opens at character 9 is never closed",
                "((a) # the bracket that opens at character 1 is never closed",
                "a title:\"b # the quote that opens at character 9 is never closed",
                "a \"b\" \"c # the quote that opens at character 7 is never closed",
                "-a -b # the search says only what is not wanted; add a word that is",
                "\"...\" # the search has no words",
                "AND # the search has no words",
                "\"a\"~101 # the distance behind a phrase is 101; at most 100",
                "\"a\"~99999999999 # the distance behind a phrase is 99999999999; at most 100",
            })
    void aBrokenSearchIsRefusedWithThePlace(String query, String message) {
        assertThatThrownBy(() -> read(query))
                .isInstanceOf(BadQueryException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", ".", "- -", "—", "😀", "!?"})
    void aSearchOfSignsAloneIsRefused(String query) {
        assertThatThrownBy(() -> read(query)).isInstanceOf(BadQueryException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\t", "\n", "\u2003", "\r\n"})
    void everyKindOfBlankPartsWords(String blank) {
        assertThat(read("a" + blank + "OR" + blank + "b" + blank)).isEqualTo("[<a|b>]");
    }

    @Test
    void aSearchAtTheLimitOfCharactersIsRead() {
        String most = "a".repeat(SearchLimits.QUERY_CHARS);
        assertThat(QueryParser.parse(most)).isEqualTo(all(new Word("", most)));
        assertThatThrownBy(() -> QueryParser.parse(most + " "))
                .hasMessage("the search has 1,025 characters; at most 1,024 are read");
    }

    private static All all(Clause... wanted) {
        return new All(List.of(wanted), List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "ab #word",
                "ж #another script",
                "é #letters with accents",
                "\"ab\" #phrases",
                "ab* #prefixes",
                "abc~ #fuzzy words",
                "-ab c #unwanted words",
            })
    void wordsOfEveryKindCountAgainstTheLimit(String unit, String kind) {
        int each = unit.endsWith("c ") ? 2 : 1;
        int most = SearchLimits.QUERY_WORDS / each;
        assertThatCode(() -> QueryParser.parse(unit.repeat(most)))
                .as(kind)
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> QueryParser.parse(unit.repeat(most + 1)))
                .as(kind)
                .hasMessage("the search has more than 64 words");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a ", "a_", "a-", "ж ", "é.", "e\u0301 ", "1,"})
    void theWordsOfAPhraseCountEach(String word) {
        String most = "\"" + word.repeat(SearchLimits.QUERY_WORDS) + "\"";
        String more = "\"" + word.repeat(SearchLimits.QUERY_WORDS + 1) + "\"";
        assertThatCode(() -> QueryParser.parse(most)).doesNotThrowAnyException();
        assertThatThrownBy(() -> QueryParser.parse(more))
                .hasMessage("the search has more than 64 words");
    }

    @Test
    void aSignBeforeTheFirstWordOfAPhraseIsNoWord() {
        String most = "\"." + "a ".repeat(SearchLimits.QUERY_WORDS) + "\"";
        assertThatCode(() -> QueryParser.parse(most)).doesNotThrowAnyException();
    }

    @Test
    void bracketsInBracketsAreReadUpToTheLimit() {
        int most = SearchLimits.QUERY_DEPTH;
        assertThatCode(() -> QueryParser.parse("(".repeat(most) + "a" + ")".repeat(most)))
                .doesNotThrowAnyException();
        assertThatThrownBy(
                        () -> QueryParser.parse("(".repeat(most + 1) + "a" + ")".repeat(most + 1)))
                .hasMessage("more than 16 brackets in brackets");
        assertThatCode(() -> QueryParser.parse("(a) ".repeat(2 * most)))
                .as("one after the other they are not deep")
                .doesNotThrowAnyException();
    }
}
