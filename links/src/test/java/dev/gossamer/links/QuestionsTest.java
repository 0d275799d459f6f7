package dev.gossamer.links;

import static java.util.Comparator.reverseOrder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.links.Edge.Kind;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people ask of the whole graph. */
class QuestionsTest {
    private static final Url HOME = Url.of("http://a.example/");
    private static final Url ABOUT = Url.of("http://a.example/about");
    private static final Url GONE = Url.of("http://a.example/gone");
    private static final Url OTHER = Url.of("https://b.example/");
    private static final Url NOWHERE = Url.of("http://no-such-host.example/");

    @TempDir private Path dir;

    @SuppressWarnings("NullAway.Init")
    private LinkGraph graph;

    @BeforeEach
    void write() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.add(page(HOME, 200, link(ABOUT, "About"), link(GONE, "old"), link(HOME, "Home")));
            store.commit("1");
            store.add(page(ABOUT, 200, link(HOME, "Home"), link(OTHER, "friends")));
            store.add(page(GONE, 404));
            store.commit("2");
            store.add(
                    page(OTHER, 200, link(HOME, "my friend"), link(GONE, "x"), link(NOWHERE, "?")));
            store.commit("3");
        }
        graph = LinkGraph.open(dir);
    }

    @AfterEach
    void close() throws IOException {
        graph.close();
    }

    private static Edge link(Url target, String text) {
        return new Edge(target, Kind.NAVIGATE, text);
    }

    private static PageLinks page(Url source, int status, Edge... edges) {
        return new PageLinks(source, Instant.EPOCH, status, List.of(edges));
    }

    @Test
    void topCountsPagesOfOtherHostsFirst() throws IOException {
        assertThat(TopPages.byLinks(graph, 3))
                .containsExactly(
                        new TopPages.Entry(HOME, 2, 1, 0),
                        new TopPages.Entry(GONE, 2, 1, 0),
                        new TopPages.Entry(NOWHERE, 1, 1, 0));
    }

    @Test
    void topByRankFallsAndIsThatOfTheComputation() throws IOException {
        var rank = PageRank.compute(graph);
        var top = TopPages.byRank(graph, rank, 3);
        assertThat(top).extracting(TopPages.Entry::rank).isSortedAccordingTo(reverseOrder());
        for (var entry : top) assertThat(entry.rank()).isEqualTo(rank.of(entry.url()));
        assertThat(top).extracting(TopPages.Entry::url).contains(HOME, GONE);
    }

    @Test
    void hostsCountLinksBetweenThem() throws IOException {
        var hosts = HostGraph.of(graph);
        assertThat(hosts.links())
                .containsExactly(
                        new HostGraph.Link("b.example", "a.example", 2),
                        new HostGraph.Link("a.example", "b.example", 1),
                        new HostGraph.Link("b.example", "no-such-host.example", 1));
        assertThat(hosts.hosts().getFirst())
                .isEqualTo(new HostGraph.Node("a.example", 3, 3, 1, 2, 1));
    }

    @Test
    void deadLinksNameTheirPagesAndFaults() throws IOException {
        var dead = DeadLinks.of(graph, Map.of(NOWHERE, "dns")).first(10, 1);
        assertThat(dead).hasSize(2);
        assertThat(dead.get(0).url()).isEqualTo(GONE);
        assertThat(dead.get(0).why()).isEqualTo("404");
        assertThat(dead.get(0).pages()).isEqualTo(2);
        assertThat(dead.get(0).holders()).hasSize(1);
        assertThat(dead.get(1).why()).isEqualTo("dns");
        assertThat(dead.get(1).holders()).containsExactly(new InLink(OTHER, Kind.NAVIGATE, "?"));
    }

    @Test
    void aDeadLinkIsToldWithEveryPageOnce() throws IOException {
        var gone = Url.of("http://a.example/very-gone");
        try (var store = LinkStore.open(dir)) {
            for (int i = 0; i < 30; i++)
                store.add(
                        page(
                                Url.of("http://a.example/holder" + i),
                                200,
                                link(gone, "one"),
                                link(gone, "two")));
            store.add(page(gone, 410));
            store.commit("4");
        }
        try (var more = LinkGraph.open(dir)) {
            var dead = DeadLinks.of(more, Map.of(NOWHERE, "dns"));
            assertThat(dead.count()).isEqualTo(3);
            assertThat(dead.holders(20)).isEqualTo(20 + 2 + 1);
            var first = dead.first(1, 100).getFirst();
            assertThat(first.url()).isEqualTo(gone);
            assertThat(first.why()).isEqualTo("410");
            assertThat(first.pages()).isEqualTo(30);
            assertThat(first.holders())
                    .extracting(InLink::source)
                    .hasSize(30)
                    .doesNotHaveDuplicates();
            assertThat(dead.first(0, 1)).isEmpty();
        }
    }

    @Test
    void pathIsShortestAndTellsTheWords() throws IOException {
        var path = LinkPath.find(graph, List.of(HOME), NOWHERE);
        assertThat(path)
                .extracting(LinkPath.Step::url)
                .containsExactly(HOME, ABOUT, OTHER, NOWHERE);
        assertThat(path)
                .extracting(step -> step.by().text())
                .containsExactly("", "About", "friends", "?");
        assertThat(LinkPath.find(graph, List.of(NOWHERE), HOME)).isEmpty();
        assertThat(LinkPath.find(graph, List.of(HOME), HOME)).hasSize(1);
        assertThat(LinkPath.find(graph, List.of(HOME), Url.of("http://x.example/"))).isEmpty();
    }

    @Test
    void pathsAreAsShortAsThoseOfANaiveSearch(@TempDir Path other) throws IOException {
        var pages = new RandomPages(11, 10, 30);
        var model = new Model();
        try (var store = LinkStore.open(other, 200)) {
            for (int i = 0; i < 60; i++) {
                var page = pages.page();
                store.add(page);
                model.add(page);
            }
            store.commit("");
        }
        var start = model.pages().iterator().next().source();
        Map<Url, Integer> distances = new HashMap<>(Map.of(start, 0));
        List<Url> queue = new ArrayList<>(List.of(start));
        for (int i = 0; i < queue.size(); i++) {
            for (var edge : model.from(queue.get(i))) {
                if (distances.putIfAbsent(
                                edge.target(), distances.getOrDefault(queue.get(i), 0) + 1)
                        == null) queue.add(edge.target());
            }
        }
        try (var random = LinkGraph.open(other)) {
            for (var url : model.urls()) {
                assertThat(LinkPath.find(random, List.of(start), url))
                        .as("seed 11 %s", url)
                        .hasSize(distances.getOrDefault(url, -1) + 1);
            }
        }
    }

    @Test
    void redirectsAreFollowedToTheirEndAndLoopsComeFirst() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.add(moved("http://r.example/1", "http://r.example/2"));
            store.add(moved("http://r.example/2", "http://a.example/gone"));
            store.add(moved("http://r.example/in", "http://r.example/x"));
            store.add(moved("http://r.example/x", "http://r.example/y"));
            store.add(moved("http://r.example/y", "http://r.example/x"));
            store.add(moved("http://r.example/self", "http://r.example/self"));
            store.add(moved("http://r.example/out", "http://other.example/"));
            store.commit("4");
        }
        try (var more = LinkGraph.open(dir)) {
            var found = Redirects.of(more);
            assertThat(found.count()).isEqualTo(4);
            assertThat(found.loops()).isEqualTo(2);
            var chains = new ArrayList<Redirects.Chain>();
            found.forEach(chains::add);
            assertThat(chains)
                    .extracting(chain -> chain.urls().getFirst().path())
                    .containsExactly("/in", "/self", "/1", "/out");
            assertThat(chains).extracting(Redirects.Chain::hops).containsExactly(3, 1, 2, 1);
            assertThat(chains.get(2).status()).isEqualTo(404);
            assertThat(chains.getLast().status()).isZero();
            var first = new ArrayList<Redirects.Chain>();
            found.forEach(chain -> first.add(chain) && first.size() < 2);
            assertThat(first).isEqualTo(chains.subList(0, 2));
        }
    }

    private static PageLinks moved(String from, String to) {
        return page(Url.of(from), 301, new Edge(Url.of(to), Kind.REDIRECT, ""));
    }

    @Test
    void orphansAreFetchedPagesWithoutALinkFromAnother() throws IOException {
        var alone = Url.of("http://a.example/alone");
        try (var store = LinkStore.open(dir)) {
            store.add(page(alone, 200, link(alone, "me"), link(HOME, "Home")));
            store.commit("4");
        }
        try (var more = LinkGraph.open(dir)) {
            var orphans = new ArrayList<Url>();
            Orphans.of(more, List.of()).forEach(orphans::add);
            assertThat(orphans).containsExactly(alone);
            assertThat(Orphans.of(more, List.of(alone)).count()).isZero();
        }
    }
}
