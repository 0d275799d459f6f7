package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every filter must do, whatever it keeps out. */
final class UrlFilterContractTest {
    private static final Url SEED = Url.of("http://a.test/");

    /** A filter and its name. */
    record Named(String name, UrlFilter filter) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Named> filters() {
        var patterns = List.of(Pattern.compile("/a/|x"));
        return Stream.of(
                new Named("scheme", Filters.scheme(List.of(), List.of(SEED))),
                new Named("length", Filters.length(100)),
                new Named("include", Filters.include(patterns)),
                new Named("exclude", Filters.exclude(patterns)),
                new Named("bad-hosts", Filters.badHosts(List.of("sub.a.test"))),
                new Named("bad-paths", Filters.badPaths(List.of())),
                new Named("path-depth", Filters.pathDepth(5)),
                new Named("repeated-segments", new RepeatedSegments(2)),
                new Named("whole pipeline", pipeline()));
    }

    private static UrlFilter pipeline() {
        var options = CrawlOptions.read(Settings.of(Map.of("seeds", "http://a.test/")));
        return Filters.pipeline(options, new SeedScope(Scope.HOST, options.seeds()));
    }

    private static Map<String, @Nullable Url> answers(UrlFilter filter) {
        var answers = new TreeMap<String, @Nullable Url>();
        for (Url url : OddUrls.all())
            for (var found : List.of(Found.seed(url), new Found(SEED, 3, 1)))
                answers.put(url + " " + found.depth(), filter.apply(url, found));
        return answers;
    }

    @ParameterizedTest
    @MethodSource("filters")
    void hasAnAnswerForEveryUrlAndAlwaysTheSame(Named named) {
        assertThat(answers(named.filter)).isEqualTo(answers(named.filter));
    }

    /** What it makes of a URL passes as it is: else a page would be asked for under two names. */
    @ParameterizedTest
    @MethodSource("filters")
    void whatPassedPassesAgainUnchanged(Named named) {
        var found = new Found(SEED, 3, 0);
        for (Url url : OddUrls.all()) {
            var once = named.filter.apply(url, found);
            if (once != null) assertThat(named.filter.apply(once, found)).isEqualTo(once);
        }
    }

    @ParameterizedTest
    @MethodSource("filters")
    void manyThreadsGetTheSameAnswers(Named named) throws Exception {
        var alone = answers(named.filter);
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Future<Map<String, @Nullable Url>>> asked = new ArrayList<>();
            for (int i = 0; i < 8; i++) asked.add(threads.submit(() -> answers(named.filter)));
            for (var each : asked) assertThat(each.get()).isEqualTo(alone);
        }
    }
}
