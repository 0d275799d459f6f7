package dev.gossamer.links;

import static dev.gossamer.links.TestGraph.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about all hosts and pages, also against naive counts of random graphs. */
class OverviewTest {
    @TempDir private Path dir;

    private Model random(long seed, int pages) throws IOException {
        var random = new RandomPages(seed, 5, 12);
        var model = new Model();
        try (var store = LinkStore.open(dir, 100)) {
            for (int i = 0; i < pages; i++) {
                var page = random.page();
                store.add(page);
                model.add(page);
            }
            store.commit("");
        }
        return model;
    }

    @Test
    void anEmptyGraphHasNoHostsNoTopAndNoOrphans() throws IOException {
        try (var graph = new TestGraph().open(dir, 1)) {
            assertThat(HostGraph.of(graph)).isEqualTo(new HostGraph(List.of(), List.of()));
            assertThat(TopPages.byLinks(graph, 10)).isEmpty();
            var rank = PageRank.compute(graph);
            assertThat(rank.nodes()).isZero();
            assertThat(rank.iterations()).isZero();
            assertThat(rank.change()).isZero();
            assertThat(TopPages.byRank(graph, rank, 10)).isEmpty();
            assertThat(Orphans.of(graph, List.of()).count()).isZero();
            assertThat(LinkPath.find(graph, List.of(url("a.test/")), url("a.test/"))).isEmpty();
        }
        assertThat(PageRank.update(dir).nodes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void topByLinksIsThatOfANaiveCount(long seed) throws IOException {
        var model = random(seed, 120);
        Map<Url, Set<Url>> all = new HashMap<>();
        for (var page : model.pages()) {
            for (var edge : page.edges()) {
                if (PageRank.counts(edge.kind()) && !edge.target().equals(page.source()))
                    all.computeIfAbsent(edge.target(), _ -> new HashSet<>()).add(page.source());
            }
        }
        List<TopPages.Entry> expected = new ArrayList<>();
        all.forEach(
                (target, sources) -> {
                    long other =
                            sources.stream().filter(s -> !s.host().equals(target.host())).count();
                    expected.add(new TopPages.Entry(target, sources.size(), (int) other, 0));
                });
        expected.sort(
                Comparator.comparingInt(TopPages.Entry::pagesOfOtherHosts)
                        .thenComparingInt(TopPages.Entry::pages)
                        .reversed()
                        .thenComparing(TopPages.Entry::url));
        try (var graph = LinkGraph.open(dir)) {
            for (int limit : new int[] {0, 1, 7, expected.size(), expected.size() + 5})
                assertThat(TopPages.byLinks(graph, limit))
                        .as("seed %d limit %d", seed, limit)
                        .isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void topByRankIsTheBeginningOfAllByRank(long seed) throws IOException {
        random(seed, 120);
        try (var graph = LinkGraph.open(dir)) {
            var rank = PageRank.compute(graph);
            var all = TopPages.byRank(graph, rank, Integer.MAX_VALUE);
            assertThat(all).hasSize(rank.nodes());
            assertThat(all)
                    .as("seed %d", seed)
                    .isSortedAccordingTo(
                            Comparator.comparingDouble(TopPages.Entry::rank)
                                    .reversed()
                                    .thenComparing(TopPages.Entry::url));
            assertThat(TopPages.byRank(graph, rank, 10)).isEqualTo(all.subList(0, 10));
        }
    }

    @Test
    void aPageThatNobodyLinksToIsInTheTopByRankOnly() throws IOException {
        try (var graph =
                new TestGraph().page("a.test/", "RESOURCE a.test/img", "a.test/").open(dir)) {
            assertThat(TopPages.byLinks(graph, 10)).isEmpty();
            assertThat(TopPages.byRank(graph, PageRank.compute(graph), 10))
                    .containsExactly(new TopPages.Entry(url("a.test/"), 0, 0, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void hostsAreThoseOfANaiveCount(long seed) throws IOException {
        var model = random(seed, 100);
        Map<String, Set<String>> links = new HashMap<>();
        Map<String, Integer> pages = new HashMap<>();
        for (var page : model.pages()) {
            pages.merge(page.source().host(), 1, Integer::sum);
            for (var edge : page.edges()) {
                if (!edge.target().host().equals(page.source().host()))
                    links.computeIfAbsent(
                                    page.source().host() + " " + edge.target().host(),
                                    _ -> new HashSet<>())
                            .add(page.source() + " " + edge.target());
            }
        }
        try (var graph = LinkGraph.open(dir)) {
            var hosts = HostGraph.of(graph);
            assertThat(hosts.links()).hasSize(links.size());
            for (var link : hosts.links())
                assertThat(link.count())
                        .as("seed %d %s", seed, link)
                        .isEqualTo(
                                links.getOrDefault(link.from() + " " + link.to(), Set.of()).size());
            assertThat(hosts.links())
                    .isSortedAccordingTo(
                            Comparator.comparingLong(HostGraph.Link::count)
                                    .reversed()
                                    .thenComparing(HostGraph.Link::from)
                                    .thenComparing(HostGraph.Link::to));
            for (var node : hosts.hosts()) {
                assertThat(node.pages()).isEqualTo(pages.getOrDefault(node.host(), 0));
                var in = hosts.links().stream().filter(l -> l.to().equals(node.host())).toList();
                var out = hosts.links().stream().filter(l -> l.from().equals(node.host()));
                assertThat(node.hostsIn()).isEqualTo(in.size());
                assertThat(node.linksIn())
                        .isEqualTo(in.stream().mapToLong(HostGraph.Link::count).sum());
                assertThat(node.linksOut()).isEqualTo(out.mapToLong(HostGraph.Link::count).sum());
            }
        }
    }

    @Test
    void crawledHostsComeFirstThenThoseWithTheMostHostsAndLinks() throws IOException {
        try (var graph =
                new TestGraph()
                        .page(
                                "z.test/",
                                "far.test/1",
                                "far.test/2",
                                "y.test/1",
                                "z.test/a",
                                "z.test/b")
                        .page("y.test/", "z.test/a", "far.test/1", "x.test/2")
                        .page("x.test/", "z.test/b", "y.test/3")
                        .page("x.test/5", "y.test/4")
                        .open(dir)) {
            assertThat(HostGraph.of(graph).hosts())
                    .containsExactly(
                            new HostGraph.Node("y.test", 4, 1, 2, 3, 3),
                            new HostGraph.Node("z.test", 3, 1, 2, 2, 3),
                            new HostGraph.Node("x.test", 3, 2, 1, 1, 3),
                            new HostGraph.Node("far.test", 2, 0, 2, 3, 0));
        }
    }

    /** Schemes and ports make other origins, and names that begin with others are others. */
    @Test
    void aHostIsOneWhateverItsSchemesAndPorts() throws IOException {
        try (var graph =
                new TestGraph()
                        .page(
                                "a.test/",
                                "https://a.test/1",
                                "http://a.test:81/",
                                "http://a.test:8/")
                        .page("a.test.b/", "a.test/", "a.test-b/", "http://user@a.test/")
                        .open(dir, 1)) {
            var hosts = HostGraph.of(graph);
            assertThat(hosts.hosts())
                    .extracting(node -> node.host() + " " + node.urls())
                    .containsExactlyInAnyOrder("a.test 5", "a.test.b 1", "a.test-b 1");
            assertThat(hosts.links())
                    .containsExactly(
                            new HostGraph.Link("a.test.b", "a.test", 2),
                            new HostGraph.Link("a.test.b", "a.test-b", 1));
        }
    }

    @Test
    void orphansAreFetchedWell() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/linked")
                        .page("a.test/linked")
                        .page(199, "a.test/199")
                        .page(204, "a.test/204")
                        .page(299, "a.test/299")
                        .page(300, "a.test/300")
                        .page(404, "a.test/404")
                        .open(dir)) {
            List<String> found = new ArrayList<>();
            Orphans.of(graph, List.of(url("a.test/"), url("unknown.test/")))
                    .forEach(each -> found.add(each.path()));
            assertThat(found).containsExactly("/204", "/299");
            assertThat(Orphans.of(graph, List.of()).count()).isEqualTo(3);
            List<Url> first = new ArrayList<>();
            Orphans.of(graph, List.of())
                    .forEach(
                            each -> {
                                first.add(each);
                                return false;
                            });
            assertThat(first).containsExactly(url("a.test/"));
        }
    }

    /** A link from a page that was fetched again without it leads nowhere any more. */
    @Test
    void aPageBecomesAnOrphanWithItsLastLink() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/1")
                        .page("a.test/1")
                        .page("a.test/")
                        .open(dir, 1)) {
            assertThat(Orphans.of(graph, List.of(url("a.test/"))).count()).isEqualTo(1);
        }
    }

    @Test
    void aWayBeginsAtTheNearestStart() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/1")
                        .page("a.test/1", "a.test/2", "RESOURCE a.test/2")
                        .page("a.test/2", "a.test/3")
                        .page("b.test/", "a.test/2")
                        .open(dir, 2)) {
            var starts = List.of(url("a.test/"), url("b.test/"), url("unknown.test/"));
            assertThat(LinkPath.find(graph, starts, url("a.test/3")))
                    .extracting(LinkPath.Step::url)
                    .containsExactly(url("b.test/"), url("a.test/2"), url("a.test/3"));
            assertThat(LinkPath.find(graph, starts, url("a.test/3")).get(1).by())
                    .isEqualTo(new InLink(url("b.test/"), Edge.Kind.NAVIGATE, "to a.test/2"));
            assertThat(LinkPath.find(graph, starts, url("b.test/")))
                    .containsExactly(
                            new LinkPath.Step(
                                    url("b.test/"),
                                    new InLink(url("b.test/"), Edge.Kind.NAVIGATE, "")));
            assertThat(LinkPath.find(graph, List.of(), url("a.test/3"))).isEmpty();
            assertThat(LinkPath.find(graph, starts, url("a.test/"))).as("number 0").hasSize(1);
        }
    }

    @Test
    void rankFlowsAlongLinksThatReadersFollow() throws IOException {
        // b is linked to twice and from itself: both count as nothing more than one link.
        try (var graph =
                new TestGraph()
                        .page("a.test/a", "a.test/b", "FRAME a.test/b", "RESOURCE a.test/c")
                        .page("a.test/b", "a.test/b", "a.test/a")
                        .open(dir)) {
            var rank = PageRank.compute(graph);
            assertThat(rank.nodes()).isEqualTo(2);
            assertThat(rank.of(url("a.test/a"))).isCloseTo(0.5, within(1e-7));
            assertThat(rank.of(url("a.test/b"))).isCloseTo(0.5, within(1e-7));
            assertThat(rank.of(url("a.test/c"))).as("a picture").isZero();
            assertThat(rank.of(url("unknown.test/"))).isZero();
        }
    }

    @Test
    void rankOfTwoPagesIsThatOfTheFormula() throws IOException {
        // a links to b, which links nowhere: b = (1 + d) a, and both sum to one.
        try (var graph = new TestGraph().page("a.test/a", "a.test/b").open(dir)) {
            var rank = PageRank.compute(graph);
            double a = 1 / (2 + PageRank.DAMPING);
            assertThat(rank.of(url("a.test/a"))).isCloseTo(a, within(1e-7));
            assertThat(rank.of(url("a.test/b"))).isCloseTo(1 - a, within(1e-7));
            assertThat(rank.iterations()).isBetween(10, 149);
            assertThat(rank.change()).isBetween(1e-10, PageRank.TOLERANCE);
        }
    }

    /** More links than the array that they are first put into. */
    @Test
    void manyLinksOfOnePageShareItsRank() throws IOException {
        var links = new String[300];
        for (int i = 0; i < links.length; i++) links[i] = "b.test/" + i;
        try (var graph = new TestGraph().page("a.test/", links).open(dir)) {
            var rank = PageRank.compute(graph);
            double first = rank.of(url("a.test/"));
            for (var link : links)
                assertThat(rank.of(url(link)))
                        .isCloseTo(first * (1 + PageRank.DAMPING / links.length), within(1e-8));
        }
    }

    @Test
    void ranksAreKeptForTheMemoryThatIsAllowed() throws IOException {
        new TestGraph().page("a.test/a", "a.test/b").open(dir).close();
        // 40 bytes for each of two URLs.
        assertThat(PageRank.updateWithin(dir, 79)).isFalse();
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.pageRank(url("a.test/a"))).isZero();
        }
        assertThat(PageRank.updateWithin(dir, 80)).isTrue();
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.pageRank(url("a.test/a"))).isCloseTo(1 / 2.85, within(1e-6));
            assertThat(graph.pageRank(url("a.test/b"))).isCloseTo(1.85 / 2.85, within(1e-6));
        }
    }

    @Test
    void readersFollowAllButResourcesAndRelations() {
        for (var kind : Edge.Kind.values())
            assertThat(PageRank.counts(kind))
                    .isEqualTo(kind != Edge.Kind.RESOURCE && kind != Edge.Kind.RELATION);
    }
}
