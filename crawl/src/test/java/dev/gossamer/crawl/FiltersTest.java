package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
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
        assertThat(apply(Filters.scheme(List.of(), List.of()), "http://a.test/")).isNotNull();
        assertThat(apply(Filters.scheme(List.of(), List.of()), "ftp://a.test/")).isNull();
        assertThat(apply(Filters.scheme(List.of("ftp"), List.of()), "ftp://a.test/")).isNotNull();
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
                "http://a.test/_vti_bin/shtml.exe",
                "http://a.test/blog/xmlrpc.php",
                "http://a.test/wiki/Special:Random",
                "http://a.test/w/index.php?title=Special:UserLogin",
                "http://a.test/w/index.php?action=history&title=X",
                "http://a.test/post?share=twitter",
                "http://a.test/post?a=b&print=1",
                "http://a.test/pub/?a=b;C=D"
            })
    void badPathsAreDropped(String url) {
        assertThat(apply(Filters.badPaths(List.of()), url)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.test/pub/",
                "http://a.test/?C=Network",
                "http://a.test/action=edit.html",
                "http://a.test/C=D",
                "http://a.test/pub/N=D",
                "http://a.test/wp-login.php5",
                "http://a.test/about-xmlrpc.php.html",
                "http://a.test/_vti_other/x",
                "http://a.test/wiki/Special:Version",
                "http://a.test/?action=view",
                "http://a.test/?replytocom=x",
                "http://a.test/?timeshare=1&x=2"
            })
    void whatOnlyLooksLikeABadPathPasses(String url) {
        assertThat(apply(Filters.badPaths(List.of()), url)).isEqualTo(url);
    }

    @Test
    void badPathsTakeMorePatterns() {
        var filter = Filters.badPaths(List.of("/private/", "[?&]view=list"));
        assertThat(apply(filter, "http://a.test/x/private/y")).isNull();
        assertThat(apply(filter, "http://a.test/?view=list")).isNull();
        assertThat(apply(filter, "http://a.test/wp-login.php")).isNull();
        assertThat(apply(filter, "http://a.test/x/public/y")).isNotNull();
    }

    @Test
    void badHostsBarWhatIsBelowThem() {
        var filter = Filters.badHosts(List.of("Ads.test"));
        assertThat(apply(filter, "http://ads.test/")).isNull();
        assertThat(apply(filter, "http://www.ads.test/")).isNull();
        assertThat(apply(filter, "http://nads.test/")).isNotNull();
        assertThat(apply(filter, "http://test/")).isNotNull();
        assertThat(apply(filter, "http://.ads.test/")).isNull();
    }

    @Test
    void whatForbidsIsOnlyWhatAUserNeverWantsToAskFor() {
        var pipeline = pipeline("scheme", Map.of("length", 20), Map.of("bad-hosts", "ads.test"));
        assertThat(pipeline.firstToForbid(Url.of("http://ads.test/"))).isEqualTo("bad-hosts");
        assertThat(pipeline.firstToForbid(Url.of("ftp://a.test/"))).isEqualTo("scheme");
        assertThat(pipeline.firstToForbid(Url.of("http://a.test/12345678901234567890"))).isEmpty();
        assertThat(pipeline.hasStep("length")).isTrue();
        assertThat(pipeline.hasStep("scope")).isFalse();
    }

    @Test
    void theFirstFilterThatChangesOrDropsAUrlIsNamed() {
        var pipeline = pipeline("scheme", "session-ids", Map.of("length", 20));
        assertThat(pipeline.firstToChange(Url.of("http://a.test/"), LINK)).isEmpty();
        assertThat(pipeline.firstToChange(Url.of("http://a.test/?PHPSESSID=ab"), LINK))
                .isEqualTo("session-ids");
        assertThat(pipeline.firstToChange(Url.of("http://a.test/12345678901234567890"), LINK))
                .isEqualTo("length");
        assertThat(pipeline.firstToDrop(Url.of("http://a.test/12345678901234567890"), LINK))
                .isEqualTo("length");
        assertThat(pipeline.firstToDrop(Url.of("http://a.test/?PHPSESSID=ab"), LINK)).isEmpty();
    }

    @Test
    void theScopeLooksAtThePageOnlyWhereLinksAreChecked() {
        assertThat(Filters.isOfUrlAlone("length", reach(true))).isTrue();
        assertThat(Filters.isOfUrlAlone("scope", reach(true))).isFalse();
        assertThat(Filters.isOfUrlAlone("scope", reach(false))).isTrue();
        assertThat(Filters.isOfUrlAlone("org.example.Own", reach(false))).isFalse();
    }

    private static CrawlOptions.Reach reach(boolean checkLinks) {
        return CrawlOptions.read(
                        Settings.of(Map.of("seeds", "http://a.test/", "check-links", checkLinks)))
                .reach();
    }

    @Test
    void pathDepthCountsSegments() {
        assertThat(apply(Filters.pathDepth(3), "http://a.test/one/two/three")).isNotNull();
        assertThat(apply(Filters.pathDepth(3), "http://a.test/1/2/3/4")).isNull();
    }

    @Test
    void repeatedSegmentsAreATrap() {
        var filter = new RepeatedSegments(2);
        assertThat(apply(filter, "http://a.test/a/b/a/b/c")).isNotNull();
        assertThat(apply(filter, "http://a.test/a/b/a/b/a/b")).isNull();
        assertThat(apply(filter, "http://a.test/a/x/a/y/a")).isNull();
        assertThat(apply(filter, "http://a.test/a/x/a/y/ab")).isNotNull();
        assertThat(apply(filter, "http://a.test//////")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "http://a.test/x;jsessionid=AB12?y=1, http://a.test/x?y=1",
        "http://a.test/x?PHPSESSID=ab&y=1, http://a.test/x?y=1",
        "http://a.test/x?sid=0123456789abcdef, http://a.test/x",
        "http://a.test/x?y=1&sid=7&z=2, http://a.test/x?y=1&sid=7&z=2",
        "http://a.test/x;sid=7?sessionid=8, http://a.test/x;sid=7?sessionid=8",
        "http://a.test/x?inside=1, http://a.test/x?inside=1",
    })
    void sessionIdsAreCutOutWhereTheValueLooksLikeOne(String url, String expected) {
        assertThat(apply(pipeline("session-ids"), url)).isEqualTo(expected);
    }

    /**
     * A page that a pipeline lets pass by default is one that somebody wanted: see the filters'
     * documentation.
     */
    @Test
    void theDefaultPipelineIsTheOneOfTheDocumentation() throws IOException {
        var listed = new StringBuilder();
        for (var filter : Filters.DEFAULT) {
            listed.append("  - ").append(filter.name());
            for (var argument : filter.arguments()) listed.append(": ").append(argument);
            listed.append('\n');
        }
        assertThat(listed)
                .hasToString(
                        """
                          - scheme
                          - length: 2000
                          - scope
                          - exclude
                          - include
                          - session-ids
                          - bad-hosts
                          - bad-paths
                          - path-depth: 20
                          - repeated-segments: 2
                        """);
        assertThat(Files.readString(Path.of("../docs/filters.md"))).contains("filters:\n" + listed);
    }

    private static Pipeline withOptions(Map<String, Object> settings) {
        var all = new HashMap<>(settings);
        all.putIfAbsent("seeds", "http://a.test/");
        var options = CrawlOptions.read(Settings.of(all));
        return Filters.pipeline(options, new SeedScope(options.reach().scope(), options.seeds()));
    }

    @Test
    void includeLetsOnlyItsPatternsAndTheSeedsPass() {
        var pipeline = withOptions(Map.of("include", List.of("/docs/", "\\.pdf$")));
        assertThat(apply(pipeline, "http://a.test/docs/x")).isNotNull();
        assertThat(apply(pipeline, "http://a.test/x.pdf")).isNotNull();
        assertThat(apply(pipeline, "http://a.test/x")).isNull();
        assertThat(pipeline.firstToDrop(Url.of("http://a.test/x"), LINK)).isEqualTo("include");
        var seed = Url.of("http://a.test/");
        assertThat(pipeline.apply(seed, Found.seed(seed))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.test/private;jsessionid=1",
                "http://a.test/private?sid=0123456789abcdef",
                "http://a.test/private"
            })
    void aUrlThatAFilterChangedIsLookedAtByThoseBeforeItToo(String url) {
        var pipeline = withOptions(Map.of("exclude", "/private$"));
        assertThat(apply(pipeline, url)).isNull();
        assertThat(pipeline.firstToDrop(Url.of(url), LINK)).isEqualTo("exclude");
    }

    /** Two filters that undo each other's work. */
    public static final class Longer implements UrlFilter {
        @Override
        public Url apply(Url url, Found found) {
            return Url.of(url + "x");
        }
    }

    @Test
    void aUrlThatIsChangedForEverIsDroppedByTheFilterThatChangesIt() {
        var pipeline = pipeline("scheme", Longer.class.getName());
        var url = Url.of("http://a.test/");
        assertThat(pipeline.apply(url, LINK)).isNull();
        assertThat(pipeline.firstToDrop(url, LINK)).isEqualTo(Longer.class.getName());
    }

    /** One that takes its time. */
    public static final class Shorter implements UrlFilter {
        @Override
        public Url apply(Url url, Found found) {
            String text = url.toString();
            return text.endsWith("x") ? Url.of(text.substring(0, text.length() - 1)) : url;
        }
    }

    /** Ten rounds, the last of which finds nothing to change. */
    @Test
    void aUrlMayBeChangedUntilTheFiltersAgree() {
        var pipeline = pipeline("scheme", Shorter.class.getName(), Map.of("length", 30));
        var nine = Url.of("http://a.test/" + "x".repeat(9));
        assertThat(pipeline.apply(nine, LINK)).isEqualTo(Url.of("http://a.test/"));
        assertThat(pipeline.firstToDrop(nine, LINK)).isEmpty();
        var ten = Url.of("http://a.test/" + "x".repeat(10));
        assertThat(pipeline.apply(ten, LINK)).isNull();
        assertThat(pipeline.firstToDrop(ten, LINK)).isEqualTo(Shorter.class.getName());
    }

    private static final List<String> PIECES =
            List.of(
                    "/",
                    "/",
                    "a",
                    "b",
                    "..",
                    ";jsessionid=1",
                    ";sid=7",
                    "?",
                    "&",
                    "x=1",
                    "sid=7",
                    "sid=0123456789abcdef",
                    "&phpsessid=",
                    "jsessionid",
                    "=",
                    "%3b",
                    ";",
                    "cfid=1");

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatPassedTheDefaultPipelinePassesAgainUnchanged(long seed) {
        var random = new Random(seed);
        var pipeline = withOptions(Map.of("scope", "any"));
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder("http://a.test/");
            for (int n = random.nextInt(12); n > 0; n--)
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            var passed = pipeline.apply(Url.of(text.toString()), LINK);
            if (passed != null)
                assertThat(pipeline.apply(passed, LINK))
                        .as("seed %d: %s", seed, text)
                        .isEqualTo(passed);
        }
    }

    @Test
    void portsThatBrowsersRefuseAreDroppedUnlessASeedNamesThem() {
        var pipeline = withOptions(Map.of("seeds", List.of("http://a.test:6667/"), "scope", "any"));
        for (int port : new int[] {1, 22, 25, 53, 6000, 6665, 6697, 10080})
            assertThat(apply(pipeline, "http://a.test:" + port + "/")).as("" + port).isNull();
        for (int port : new int[] {80, 443, 2, 8080, 6667, 65535})
            assertThat(apply(pipeline, "https://a.test:" + port + "/")).as("" + port).isNotNull();
        assertThat(apply(pipeline, "http://b.test:6667/")).isNull();
        assertThat(pipeline.firstToDrop(Url.of("http://b.test:22/"), LINK)).isEqualTo("scheme");
    }

    @Test
    void hostsThatDnsCannotHaveAreDropped() {
        var filter = Filters.scheme(List.of(), List.of());
        assertThat(apply(filter, "http://" + "a".repeat(63) + ".test/")).isNotNull();
        assertThat(apply(filter, "http://" + "a".repeat(64) + ".test/")).isNull();
        assertThat(apply(filter, "http://" + "a.".repeat(126) + "test/")).isNull();
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

    /** Whose code must not run. */
    public static final class NoFilter {
        static final AtomicInteger RUNS = new AtomicInteger();

        public static final class Eager {
            static {
                RUNS.incrementAndGet();
            }

            public Eager() {
                RUNS.incrementAndGet();
            }
        }
    }

    @Test
    void noCodeOfAClassRunsBeforeItIsKnownToBeAFilter() {
        assertThatThrownBy(() -> pipeline(NoFilter.class.getName() + "$Eager"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is not a");
        assertThat(NoFilter.RUNS).hasValue(0);
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

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void pathsOfManySeedsAreFoundAsByALookAtEach(long seed) {
        var random = new Random(seed);
        var roots = new ArrayList<Url>();
        for (int i = 0; i < 40; i++) roots.add(path(random));
        var filter = new SeedScope(Scope.PATH, roots);
        for (int i = 0; i < 5_000; i++) {
            var url = path(random);
            boolean isInside =
                    roots.stream()
                            .map(Url::toString)
                            .map(root -> root.substring(0, root.lastIndexOf('/') + 1))
                            .anyMatch(url.toString()::startsWith);
            assertThat(filter.apply(url, LINK) != null)
                    .as("seed %d: %s", seed, url)
                    .isEqualTo(isInside);
        }
    }

    private static Url path(Random random) {
        var text =
                new StringBuilder("http://")
                        .append((char) ('a' + random.nextInt(3)))
                        .append(".test/");
        for (int n = random.nextInt(6); n > 0; n--)
            text.append((char) ('a' + random.nextInt(3))).append(random.nextInt(3) == 0 ? "" : "/");
        return Url.of(text.toString());
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
