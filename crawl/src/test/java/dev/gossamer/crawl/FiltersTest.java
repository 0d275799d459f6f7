package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FiltersTest {
    private static final Found LINK = new Found(Url.of("http://a.test/"), 1, 0);

    private static @Nullable String apply(UrlFilter filter, String url) {
        Url passed = filter.apply(Url.of(url), LINK);
        return passed == null ? null : passed.toString();
    }

    private static Pipeline pipeline(Object... filters) {
        var options =
                CrawlOptions.read(
                        Settings.of(
                                Map.of("seeds", "http://a.test/", "filters", List.of(filters))));
        return Filters.pipeline(options, new SeedScope(Scope.HOST, options.seeds()));
    }

    @Test
    void schemeDropsWhatFetchersDoNotSpeak() {
        assertThat(apply(Filters.scheme(List.of()), "http://a.test/")).isNotNull();
        assertThat(apply(Filters.scheme(List.of()), "ftp://a.test/")).isNull();
        assertThat(apply(Filters.scheme(List.of("ftp")), "ftp://a.test/")).isNotNull();
    }

    @Test
    void lengthIsKeptToTheCharacter() {
        assertThat(apply(Filters.length(16), "http://a.test/12")).isNotNull();
        assertThat(apply(Filters.length(16), "http://a.test/123")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.test/pub/?C=N;O=D",
                "http://a.test/pub/?C=M&O=A",
                "http://a.test/pub/?N=D",
                "http://a.test/post/?replytocom=17",
                "http://a.test/wp-login.php?redirect_to=x",
                "http://a.test/w/index.php?title=X&action=edit",
                "http://a.test/_vti_bin/shtml.exe"
            })
    void badPathsAreDropped(String url) {
        assertThat(apply(Filters.badPaths(List.of()), url)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.test/pub/",
                "http://a.test/?C=Network",
                "http://a.test/action=edit.html"
            })
    void whatOnlyLooksLikeABadPathPasses(String url) {
        assertThat(apply(Filters.badPaths(List.of()), url)).isEqualTo(url);
    }

    @Test
    void badPathsTakeMorePatterns() {
        assertThat(apply(Filters.badPaths(List.of("/private/")), "http://a.test/x/private/y"))
                .isNull();
    }

    @Test
    void badHostsBarWhatIsBelowThem() {
        var filter = Filters.badHosts(List.of("Ads.test"));
        assertThat(apply(filter, "http://ads.test/")).isNull();
        assertThat(apply(filter, "http://www.ads.test/")).isNull();
        assertThat(apply(filter, "http://nads.test/")).isNotNull();
        assertThat(apply(filter, "http://test/")).isNotNull();
    }

    @Test
    void pathDepthCountsSegments() {
        assertThat(apply(Filters.pathDepth(3), "http://a.test/1/2/3")).isNotNull();
        assertThat(apply(Filters.pathDepth(3), "http://a.test/1/2/3/4")).isNull();
    }

    @Test
    void repeatedSegmentsAreATrap() {
        var filter = new RepeatedSegments(2);
        assertThat(apply(filter, "http://a.test/a/b/a/b/c")).isNotNull();
        assertThat(apply(filter, "http://a.test/a/b/a/b/a/b")).isNull();
        assertThat(apply(filter, "http://a.test//////")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "http://a.test/x;jsessionid=AB12?y=1, http://a.test/x?y=1",
        "http://a.test/x?PHPSESSID=ab&y=1, http://a.test/x?y=1",
        "http://a.test/x?y=1&sid=ab, http://a.test/x?y=1",
        "http://a.test/x?sid=ab, http://a.test/x",
        "http://a.test/x?y=1&sid=ab&z=2, http://a.test/x?y=1&z=2",
        "http://a.test/x?inside=1, http://a.test/x?inside=1",
    })
    void sessionIdsAreCutOut(String url, String expected) {
        assertThat(apply(new SessionIds(), url)).isEqualTo(expected);
    }

    @Test
    void theOrderOfTheConfigurationIsTheOrderOfThePipeline() {
        var first = pipeline(Map.of("length", 20), "scheme");
        var second = pipeline("scheme", Map.of("length", 20));
        var url = Url.of("ftp://a.test/a-path-that-is-too-long");
        assertThat(first.firstToDrop(url, LINK)).isEqualTo("length");
        assertThat(second.firstToDrop(url, LINK)).isEqualTo("scheme");
    }

    /** One's own filter, as a user would write it. */
    public static final class OnlyDocs implements UrlFilter {
        @Override
        public @Nullable Url apply(Url url, Found found) {
            return url.path().startsWith("/docs/") ? url : null;
        }
    }

    /** The same with arguments. */
    public static final class OnlyBelow implements UrlFilter {
        private final List<String> prefixes;

        public OnlyBelow(List<String> prefixes) {
            this.prefixes = prefixes;
        }

        @Override
        public @Nullable Url apply(Url url, Found found) {
            return prefixes.stream().anyMatch(url.path()::startsWith) ? url : null;
        }
    }

    @Test
    void onesOwnFilterIsNamedByItsClass() {
        assertThat(apply(pipeline(OnlyDocs.class.getName()), "http://a.test/docs/x")).isNotNull();
        assertThat(apply(pipeline(OnlyDocs.class.getName()), "http://a.test/x")).isNull();
        var below = pipeline(Map.of(OnlyBelow.class.getName(), List.of("/a/", "/b/")));
        assertThat(apply(below, "http://a.test/b/x")).isNotNull();
        assertThat(apply(below, "http://a.test/c/x")).isNull();
    }

    @Test
    void aFilterThatDoesNotExistIsTheUsersMistake() {
        assertThatThrownBy(() -> pipeline("no.such.Filter"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no.such.Filter");
        assertThatThrownBy(() -> pipeline("java.lang.Object"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is not a");
        assertThatThrownBy(() -> pipeline("length"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("needs one number");
    }

    @ParameterizedTest
    @CsvSource({
        "PAGE,   http://a.test/x/, http://a.test/x/y, false",
        "PATH,   http://a.test/x/i.html, http://a.test/x/y, true",
        "PATH,   http://a.test/x/i.html, http://a.test/y, false",
        "HOST,   http://a.test/, http://a.test/y, true",
        "HOST,   http://a.test/, https://a.test/y, true",
        "HOST,   http://a.test/, http://a.test:8080/y, false",
        "HOST,   http://a.test/, http://b.a.test/, false",
        "ANY,    http://a.test/, http://b.test/, true",
        "DOMAIN, http://www.a.test/, http://shop.a.test/, true",
        "DOMAIN, http://www.a.test/, http://shop.b.test/, false",
    })
    void scopeIsReckonedFromTheSeeds(Scope scope, String seed, String url, boolean isInside) {
        var filter = new SeedScope(scope, List.of(Url.of(seed)));
        assertThat(apply(filter, url) != null).isEqualTo(isInside);
        assertThat(filter.apply(Url.of(seed), Found.seed(Url.of(seed)))).isNotNull();
    }

    @Test
    void whereASeedIsRedirectedIsInsideTheScope() {
        var filter = new SeedScope(Scope.HOST, List.of(Url.of("http://a.test/")));
        assertThat(apply(filter, "http://www.a.test/x")).isNull();
        assertThat(
                        filter.apply(
                                Url.of("http://www.a.test/"),
                                new Found(Url.of("http://a.test/"), 0, 1)))
                .isNotNull();
        assertThat(apply(filter, "http://www.a.test/x")).isNotNull();
    }
}
