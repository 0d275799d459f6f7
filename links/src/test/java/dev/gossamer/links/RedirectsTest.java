package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedirectsTest {
    @TempDir private Path dir;

    private static List<Redirects.Chain> chains(Redirects redirects) throws IOException {
        List<Redirects.Chain> chains = new ArrayList<>();
        redirects.forEach(chains::add);
        return chains;
    }

    private static List<String> paths(Redirects redirects) throws IOException {
        List<String> texts = new ArrayList<>();
        for (var chain : chains(redirects))
            texts.add(String.join(" ", chain.urls().stream().map(url -> url.path()).toList()));
        return texts;
    }

    @Test
    void aGraphWithoutRedirectsHasNone() throws IOException {
        try (var graph =
                new TestGraph().page("a.test/", "a.test/1", "REFRESH a.test/2").open(dir)) {
            var redirects = Redirects.of(graph);
            assertThat(redirects.count()).isZero();
            assertThat(redirects.loops()).isZero();
            assertThat(chains(redirects)).isEmpty();
        }
    }

    @Test
    void anEmptyGraphHasNone() throws IOException {
        try (var graph = new TestGraph().open(dir, 1)) {
            assertThat(Redirects.of(graph).count()).isZero();
        }
    }

    @Test
    void theEndHasItsStatusOrZeroWhereItWasNotFetched() throws IOException {
        try (var graph =
                new TestGraph()
                        .redirect("a.test/1", "a.test/found")
                        .page("a.test/found")
                        .redirect("a.test/2", "a.test/lost")
                        .page(404, "a.test/lost")
                        .redirect("a.test/3", "a.test/unknown")
                        .open(dir)) {
            var chains = chains(Redirects.of(graph));
            assertThat(chains).extracting(Redirects.Chain::status).containsExactly(200, 404, 0);
            assertThat(chains).extracting(Redirects.Chain::hops).containsExactly(1, 1, 1);
            assertThat(chains).extracting(Redirects.Chain::isLoop).containsOnly(false);
        }
    }

    @Test
    void waysThatMeetAreEachFollowedToTheEnd() throws IOException {
        try (var graph =
                new TestGraph()
                        .redirect("a.test/1", "a.test/m")
                        .redirect("a.test/2", "a.test/1")
                        .redirect("a.test/3", "a.test/m")
                        .redirect("a.test/m", "a.test/z")
                        .open(dir, 2)) {
            assertThat(paths(Redirects.of(graph))).containsExactly("/2 /1 /m /z", "/3 /m /z");
        }
    }

    @Test
    void aCircleWithAnEntranceIsReportedFromThere() throws IOException {
        try (var graph =
                new TestGraph()
                        .redirect("a.test/in", "a.test/x")
                        .redirect("a.test/x", "a.test/y")
                        .redirect("a.test/y", "a.test/x")
                        .redirect("a.test/b", "a.test/c")
                        .redirect("a.test/c", "a.test/b")
                        .redirect("a.test/long1", "a.test/long2")
                        .open(dir)) {
            var redirects = Redirects.of(graph);
            assertThat(redirects.loops()).isEqualTo(2);
            assertThat(paths(redirects))
                    .containsExactly("/in /x /y /x", "/b /c /b", "/long1 /long2");
            assertThat(chains(redirects))
                    .extracting(Redirects.Chain::isLoop)
                    .containsExactly(true, true, false);
        }
    }

    /** The redirects of a page that was fetched again are those of its newest fetch. */
    @Test
    void aRedirectThatIsGoneIsNoWay() throws IOException {
        try (var graph =
                new TestGraph()
                        .redirect("a.test/1", "a.test/2")
                        .redirect("a.test/2", "a.test/3")
                        .page("a.test/1", "a.test/2")
                        .open(dir, 1)) {
            assertThat(paths(Redirects.of(graph))).containsExactly("/2 /3");
        }
    }

    @ParameterizedTest
    @CsvSource({"49, 49", "50, 50", "51, 50", "120, 50"})
    void aLongWayIsCutAtItsLimitAndCountsOnce(int hops, int followed) throws IOException {
        // In either order of the URLs.
        for (boolean isRising : new boolean[] {true, false}) {
            var pages = new TestGraph();
            for (int i = 0; i < hops; i++) pages.redirect(step(i, isRising), step(i + 1, isRising));
            try (var graph = pages.page(step(hops, isRising)).open(dir.resolve("" + isRising))) {
                var redirects = Redirects.of(graph);
                assertThat(redirects.count()).isEqualTo(1);
                assertThat(redirects.loops()).isZero();
                var chain = chains(redirects).getFirst();
                assertThat(chain.hops()).isEqualTo(followed);
                assertThat(chain.urls().getFirst()).isEqualTo(TestGraph.url(step(0, isRising)));
                assertThat(chain.status()).isEqualTo(hops == followed ? 200 : 301);
            }
        }
    }

    private static String step(int number, boolean isRising) {
        return "a.test/%04d".formatted(isRising ? number : 9000 - number);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "50, 50"})
    void aCircleIsClosedByItsLastHop(int size, int hops) throws IOException {
        var pages = new TestGraph();
        for (int i = 0; i < size; i++)
            pages.redirect("a.test/%04d".formatted(i), "a.test/%04d".formatted((i + 1) % size));
        try (var graph = pages.open(dir)) {
            var redirects = Redirects.of(graph);
            assertThat(redirects.count()).isEqualTo(1);
            assertThat(redirects.loops()).isEqualTo(1);
            var chain = chains(redirects).getFirst();
            assertThat(chain.hops()).isEqualTo(hops);
            assertThat(chain.urls().getLast()).isEqualTo(chain.urls().getFirst());
        }
    }

    @Test
    void aVisitorThatHasEnoughIsAskedNoMore() throws IOException {
        try (var graph =
                new TestGraph()
                        .redirect("a.test/1", "a.test/2")
                        .redirect("a.test/3", "a.test/4")
                        .open(dir)) {
            List<Redirects.Chain> one = new ArrayList<>();
            Redirects.of(graph)
                    .forEach(
                            chain -> {
                                one.add(chain);
                                return false;
                            });
            assertThat(one).hasSize(1);
        }
    }
}
