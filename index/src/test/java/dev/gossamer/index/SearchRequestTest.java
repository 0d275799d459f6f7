package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SearchRequestTest {
    private static final SearchRequest ANY = SearchRequest.of("word");

    @Test
    void aRequestOfWordsHasNoConditionsAndShowsTenResults() {
        assertThat(ANY)
                .isEqualTo(new SearchRequest("word", "", "", "", Instant.MIN, Instant.MAX, 10, 1));
    }

    @Test
    void eachConditionIsAddedToThoseThereAre() {
        var from = Instant.ofEpochSecond(1);
        var to = Instant.ofEpochSecond(2);
        assertThat(
                        ANY.withHost("a.test")
                                .withType("pdf")
                                .withLanguage("de")
                                .between(from, to)
                                .withPage(3, 20))
                .isEqualTo(new SearchRequest("word", "a.test", "pdf", "de", from, to, 20, 3))
                .isEqualTo(
                        ANY.withPage(3, 20)
                                .between(from, to)
                                .withLanguage("de")
                                .withType("pdf")
                                .withHost("a.test"));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 1000", "1000, 1", "100, 10", "2, 999", "10, 111"})
    void theFirstThousandResultsCanBeReached(int page, int limit) {
        assertThat(ANY.withPage(page, limit).first()).isEqualTo((page - 1) * limit);
    }

    @ParameterizedTest
    @CsvSource({"2, 1000", "1001, 1", "101, 10", "2147483647, 1000", "2147483647, 2"})
    void whatLiesBehindThemIsRefused(int page, int limit) {
        assertThatThrownBy(() -> ANY.withPage(page, limit))
                .isInstanceOf(BadQueryException.class)
                .hasMessage("only the first 1,000 results can be reached");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1001, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aLimitOutsideOfItsBoundsIsRefused(int limit) {
        assertThatThrownBy(() -> ANY.withPage(1, limit))
                .isInstanceOf(BadQueryException.class)
                .hasMessage("the limit is " + limit + "; expected 1 to 1000");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void aPageBeforeTheFirstIsRefused(int page) {
        assertThatThrownBy(() -> ANY.withPage(page, 10))
                .isInstanceOf(BadQueryException.class)
                .hasMessage("the page is " + page + "; the first is 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"english", "e", "12", "*", " en"})
    void whatIsNoLanguageIsRefused(String language) {
        assertThatThrownBy(() -> ANY.withLanguage(language))
                .isInstanceOf(BadQueryException.class)
                .hasMessage("'" + language + "' is no language; expected en, de, ...");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "en", "pt-BR", "haw", "XX"})
    void aLanguageNeedNotBeOneWithStems(String language) {
        assertThat(ANY.withLanguage(language).language()).isEqualTo(language);
    }
}
