package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestMarkTest {
    private static final Url PAGE = Url.of("http://a.test/x?y=1");

    @ParameterizedTest
    @CsvSource({"news, 17, true", "a/b, 'x y#/%&?', false", "ä, 日本, true"})
    void aMarkIsReadBackFromTheUrl(String app, String id, boolean isFollowed) {
        var mark = new RequestMark(app, id, isFollowed);
        var marked = mark.on(PAGE);
        assertThat(RequestMark.of(Url.of(marked.toString()))).contains(mark);
        assertThat(marked.host()).isEqualTo("a.test");
        assertThat(marked.toString()).startsWith(PAGE + "#");
    }

    @Test
    void aMarkTakesThePlaceOfAFragment() {
        var one = new RequestMark("news", "1", false);
        var two = new RequestMark("news", "2", false);
        assertThat(two.on(one.on(PAGE))).isEqualTo(two.on(PAGE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a.test/", "http://a.test/#top", "http://a.test/#request/news"})
    void otherUrlsHaveNone(String url) {
        assertThat(RequestMark.of(Url.of(url))).isEmpty();
    }

    @Test
    void namesAreBounded() {
        new RequestMark("a".repeat(RequestMark.MAX_APP_LENGTH), "1", false);
        new RequestMark("a", "1".repeat(RequestMark.MAX_ID_LENGTH), false);
        assertThatThrownBy(
                        () ->
                                new RequestMark(
                                        "a".repeat(RequestMark.MAX_APP_LENGTH + 1), "1", false))
                .hasMessageContaining("from 1 to 64");
        assertThatThrownBy(
                        () -> new RequestMark("a", "1".repeat(RequestMark.MAX_ID_LENGTH + 1), true))
                .hasMessageContaining("from 1 to 200");
        assertThatThrownBy(() -> new RequestMark("", "1", false))
                .hasMessageContaining("application");
    }

    @Test
    void aRedirectOfARequestDoesNotWidenTheScope() {
        var scope = new SeedScope(Scope.HOST, List.of(PAGE));
        var other = Url.of("http://b.test/");
        var via = new RequestMark("news", "1", false).on(PAGE);
        assertThat(scope.apply(other, new Found(via, 0, 1))).isEqualTo(other);
        assertThat(scope.isInside(other)).isFalse();
    }
}
