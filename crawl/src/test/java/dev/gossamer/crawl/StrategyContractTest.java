package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every order must do, whatever it prefers. */
final class StrategyContractTest {
    private static final Url SEED = Url.of("http://a.test/");

    private static List<Url> pages() {
        return IntStream.range(0, 500).mapToObj(i -> Url.of("http://a.test/p" + i)).toList();
    }

    @ParameterizedTest
    @EnumSource
    void hasAnAnswerForEveryUrl(Order order) {
        var strategy = order.strategy();
        for (Url url : OddUrls.all()) {
            strategy.fetched(url, OddUrls.all());
            strategy.priority(url, Found.seed(url));
            strategy.priority(url, new Found(SEED, Integer.MAX_VALUE, 20));
        }
        strategy.fetched(SEED, List.of());
    }

    /** A host keeps a queue for each priority. */
    @ParameterizedTest
    @EnumSource
    void usesAFewDozenPriorities(Order order) {
        var strategy = order.strategy();
        Set<Integer> used = new TreeSet<>();
        var pages = pages();
        for (int i = 0; i < pages.size(); i++) {
            strategy.fetched(pages.get(i), pages.subList(0, i));
            for (Url url : pages) used.add(strategy.priority(url, new Found(SEED, i % 20, 0)));
        }
        assertThat(used).hasSizeLessThan(64);
    }

    @ParameterizedTest
    @EnumSource
    void whatDoesNotLearnAnswersAlwaysTheSame(Order order) {
        var strategy = order.strategy();
        if (strategy.learns()) return;
        var found = new Found(SEED, 3, 0);
        for (Url url : pages()) {
            int before = strategy.priority(url, found);
            strategy.fetched(SEED, pages());
            assertThat(strategy.priority(url, found)).isEqualTo(before);
        }
    }

    /** A priority that got worse is not heard: a URL is never moved back. */
    @ParameterizedTest
    @EnumSource
    void whatLearnsAnswersSoonerForMoreLinks(Order order) {
        var strategy = order.strategy();
        if (!strategy.learns()) return;
        var found = new Found(SEED, 1, 0);
        var target = Url.of("http://a.test/target");
        var other = Url.of("http://a.test/other");
        strategy.fetched(SEED, List.of(target, other));
        int before = strategy.priority(target, found);
        for (Url page : pages()) strategy.fetched(page, List.of(target));
        assertThat(strategy.priority(target, found)).isLessThan(before);
        assertThat(strategy.priority(target, found)).isLessThan(strategy.priority(other, found));
    }

    @ParameterizedTest
    @EnumSource
    void manyThreadsMayAsk(Order order) throws Exception {
        var strategy = order.strategy();
        var pages = pages();
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Future<Integer>> asked = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int offset = thread;
                Callable<Integer> ask =
                        () -> {
                            int sum = 0;
                            for (int i = 0; i < pages.size(); i++) {
                                var page = pages.get((i + offset * 100) % pages.size());
                                strategy.fetched(page, pages);
                                sum += strategy.priority(page, new Found(SEED, 1, 0));
                            }
                            return sum;
                        };
                asked.add(threads.submit(ask));
            }
            for (var each : asked) each.get();
        }
    }
}
