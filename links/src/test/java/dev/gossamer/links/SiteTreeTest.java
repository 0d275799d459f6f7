package dev.gossamer.links;

import static dev.gossamer.links.TestGraph.url;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteTreeTest {
    @TempDir private Path dir;

    private static SiteTree tree(LinkGraph graph, String root, int limit) throws IOException {
        return SiteTree.of(graph, graph.id(url(root)), PageRank.compute(graph), limit);
    }

    /** Returns each row as its path, one blank for each level in front. */
    private static List<String> rows(LinkGraph graph, SiteTree tree) throws IOException {
        List<String> texts = new ArrayList<>();
        for (var row : tree.rows()) texts.add(" ".repeat(row.depth()) + graph.url(row.id()).path());
        return texts;
    }

    @Test
    void aPageHangsFromTheOneThatReachesItFirst() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/b", "a.test/c", "a.test/b")
                        .page("a.test/b", "a.test/d", "a.test/c", "a.test/")
                        .page("a.test/c", "a.test/d")
                        .page("a.test/d", "a.test/e")
                        .page("a.test/alone", "a.test/")
                        .open(dir)) {
            var tree = tree(graph, "a.test/", 10);
            var rows = tree.rows();
            // Children stand by their rank, which c and d have more of than their neighbours.
            assertThat(rows(graph, tree))
                    .containsExactlyInAnyOrder("/", " /b", " /c", "  /d", "   /e");
            assertThat(rows.getFirst().parentRow()).isEqualTo(-1);
            for (int i = 1; i < rows.size(); i++) {
                var parent = rows.get(rows.get(i).parentRow());
                assertThat(rows.get(i).parentRow()).isLessThan(i);
                assertThat(parent.depth()).isEqualTo(rows.get(i).depth() - 1);
            }
        }
    }

    @Test
    void childrenWithTheHighestRankComeFirst() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/1", "a.test/2", "a.test/3")
                        .page("b.test/1", "a.test/2", "a.test/3")
                        .page("b.test/2", "a.test/3")
                        .open(dir)) {
            assertThat(rows(graph, tree(graph, "a.test/", 10)))
                    .containsExactly("/", " /3", " /2", " /1");
            assertThat(rows(graph, tree(graph, "a.test/", 3)))
                    .as("the best are kept")
                    .containsExactly("/", " /3", " /2");
        }
    }

    /** Page 1 comes early into the tree since it leads to the best, yet 2 has a higher rank. */
    @Test
    void childrenStandByRankAlsoIfAnotherWasChosenBefore() throws IOException {
        var pages = new TestGraph().page("a.test/", "a.test/1", "a.test/2");
        pages.page("a.test/1", "a.test/best").page("a.test/2");
        for (int i = 0; i < 20; i++) pages.page("b.test/" + i, "a.test/best");
        try (var graph = pages.page("c.test/", "a.test/2").open(dir)) {
            assertThat(rows(graph, tree(graph, "a.test/", 10)))
                    .containsExactly("/", " /2", " /1", "  /best");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 20, 1000})
    void thereAreNoMorePagesThanWantedAndEachOnce(int limit) throws IOException {
        var pages = new RandomPages(limit, 4, 20);
        try (var store = LinkStore.open(dir, 60)) {
            for (int i = 0; i < 100; i++) store.add(pages.page());
            store.commit("");
        }
        try (var graph = LinkGraph.open(dir)) {
            var root = TopPages.byLinks(graph, 1).getFirst().url().toString();
            var rows = tree(graph, root, limit).rows();
            assertThat(rows.size()).isLessThanOrEqualTo(Math.max(1, limit));
            assertThat(rows).extracting(SiteTree.Row::id).doesNotHaveDuplicates();
            for (var row : rows.subList(1, rows.size())) {
                var parent = graph.url(rows.get(row.parentRow()).id());
                assertThat(graph.from(parent).orElseThrow().edges())
                        .as("seed %d: a link of the tree is one of the graph", limit)
                        .extracting(Edge::target)
                        .contains(graph.url(row.id()));
            }
        }
    }

    /** A page that is wanted comes with the pages on its way, or not at all. */
    @Test
    void aPageWhoseWayHasNoRoomIsLeftOut() throws IOException {
        var pages = new TestGraph().page("a.test/", "a.test/1", "a.test/x");
        pages.page("a.test/1", "a.test/2")
                .page("a.test/2", "a.test/3")
                .page("a.test/3", "a.test/best");
        for (int i = 0; i < 20; i++) pages.page("b.test/" + i, "a.test/best");
        try (var graph = pages.open(dir)) {
            assertThat(rows(graph, tree(graph, "a.test/", 5)))
                    .containsExactly("/", " /1", "  /2", "   /3", "    /best");
            assertThat(rows(graph, tree(graph, "a.test/", 4)))
                    .doesNotContain("    /best")
                    .hasSizeBetween(2, 4);
        }
    }

    @Test
    void resourcesAndRelationsAreNoWays() throws IOException {
        try (var graph =
                new TestGraph()
                        .page(
                                "a.test/",
                                "RESOURCE a.test/img",
                                "RELATION a.test/next",
                                "FORM a.test/f")
                        .open(dir)) {
            assertThat(rows(graph, tree(graph, "a.test/", 10))).containsExactly("/", " /f");
        }
    }

    @Test
    void otherLinksAreThoseThatAreNotOfTheTree() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/1", "a.test/2", "a.test/", "FRAME a.test/1")
                        .page("a.test/1", "a.test/2", "FRAME a.test/2", "a.test/", "b.test/far")
                        .page("a.test/2")
                        .page("c.test/", "a.test/1")
                        .open(dir)) {
            var tree = tree(graph, "a.test/", 3);
            var rows = tree.rows();
            Set<String> links = new HashSet<>();
            for (var link : tree.otherLinks(rows))
                links.add(
                        graph.url(rows.get(link.fromRow()).id()).path()
                                + " "
                                + graph.url(rows.get(link.toRow()).id()).path());
            assertThat(links).containsExactlyInAnyOrder("/1 /2", "/1 /");
            assertThat(tree.otherLinks(rows)).hasSize(2);
        }
    }
}
