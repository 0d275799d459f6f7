package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeighbourhoodTest {
    private static final Url HOME = Url.of("http://a.test/");

    @TempDir Path folder = Path.of("");

    private static Url page(int number) {
        return Url.of("http://a.test/" + number);
    }

    private static Edge link(Url to) {
        return new Edge(to, Edge.Kind.NAVIGATE, "to " + to.path());
    }

    /** Home links to many pages, each of which links to home and to the next one. */
    private LinkGraph graph(int pages) throws IOException {
        try (var store = LinkStore.open(folder)) {
            var edges = new ArrayList<Edge>();
            for (int i = 0; i < pages; i++) edges.add(link(page(i)));
            store.add(new PageLinks(HOME, Instant.EPOCH, 200, edges));
            for (int i = 0; i < pages; i++)
                store.add(
                        new PageLinks(
                                page(i),
                                Instant.EPOCH,
                                200,
                                List.of(link(HOME), link(page(i + 1)))));
            store.commit("1");
        }
        return LinkGraph.open(folder);
    }

    @Test
    void aPageStandsBetweenThoseThatItLinksToAndThoseThatLinkToIt() throws IOException {
        try (var graph = graph(3)) {
            var around = Neighbourhood.of(graph, page(1), 1, 100);
            assertThat(around.nodes())
                    .containsExactlyInAnyOrder(
                            new Neighbourhood.Node(page(1).toString(), 0, 200),
                            new Neighbourhood.Node(HOME.toString(), 1, 200),
                            new Neighbourhood.Node(page(2).toString(), 1, 200),
                            new Neighbourhood.Node(page(0).toString(), 1, 200));
            assertThat(around.nodes().getFirst().url()).isEqualTo(page(1).toString());
            assertThat(around.edges()).hasSize(4);
            assertThat(around.isCut()).isFalse();
        }
    }

    @Test
    void moreHopsLeadFurther() throws IOException {
        try (var graph = graph(3)) {
            var around = Neighbourhood.of(graph, page(3), 2, 100);
            assertThat(around.nodes())
                    .contains(
                            new Neighbourhood.Node(page(3).toString(), 0, 0),
                            new Neighbourhood.Node(page(2).toString(), 1, 200),
                            new Neighbourhood.Node(HOME.toString(), 2, 200));
        }
    }

    @Test
    void thereAreNoMoreNodesThanWanted() throws IOException {
        try (var graph = graph(200)) {
            var around = Neighbourhood.of(graph, HOME, 3, 50);
            assertThat(around.nodes()).hasSize(50);
            assertThat(around.isCut()).isTrue();
            for (var edge : around.edges()) {
                assertThat(edge.source()).isBetween(0, 49);
                assertThat(edge.target()).isBetween(0, 49);
            }
        }
    }

    @Test
    void thereAreNoMoreEdgesThanTheLimit() throws IOException {
        try (var graph = graph(2500)) {
            var around = Neighbourhood.of(graph, HOME, 2, 5000);
            assertThat(around.edges()).hasSize(Neighbourhood.MOST_EDGES);
            assertThat(around.isCut()).isTrue();
        }
    }

    /** Links of one page can be all that is looked at, although others link to it too. */
    @Test
    void itIsCutWhenThereAreMoreLinksToAPageThanAreLookedAt() throws IOException {
        var often = new ArrayList<Edge>();
        for (int i = 0; i < 5; i++) often.add(new Edge(HOME, Edge.Kind.NAVIGATE, "text " + i));
        try (var store = LinkStore.open(folder)) {
            store.add(new PageLinks(page(1), Instant.EPOCH, 200, often));
            store.add(new PageLinks(page(2), Instant.EPOCH, 200, List.of(link(HOME))));
            store.commit("");
        }
        try (var graph = LinkGraph.open(folder)) {
            for (int limit = 3; limit <= 7; limit++)
                assertThat(Neighbourhood.of(graph, HOME, 1, limit).isCut())
                        .as("at most %d", limit)
                        .isEqualTo(limit < 6);
        }
    }

    @Test
    void anUnknownPageStandsAlone() throws IOException {
        try (var graph = graph(1)) {
            var around = Neighbourhood.of(graph, Url.of("http://no.test/"), 3, 10);
            assertThat(around.nodes()).hasSize(1);
            assertThat(around.edges()).isEmpty();
        }
    }

    @Test
    void withoutHopsThePageStandsAlone() throws IOException {
        try (var graph = graph(3)) {
            var around = Neighbourhood.of(graph, HOME, 0, 10);
            assertThat(around.nodes())
                    .containsExactly(new Neighbourhood.Node(HOME.toString(), 0, 200));
            assertThat(around.edges()).isEmpty();
            assertThat(around.isCut()).isFalse();
        }
    }

    @Test
    void linksHaveDirectionKindAndText() throws IOException {
        var frame = new Edge(page(1), Edge.Kind.FRAME, "f");
        try (var store = LinkStore.open(folder)) {
            store.add(
                    new PageLinks(
                            HOME, Instant.EPOCH, 200, List.of(frame, link(page(1)), link(HOME))));
            store.add(new PageLinks(page(2), Instant.EPOCH, 404, List.of(link(HOME))));
            store.commit("");
        }
        try (var graph = LinkGraph.open(folder)) {
            var around = Neighbourhood.of(graph, HOME, 1, 10);
            assertThat(around.nodes())
                    .containsExactly(
                            new Neighbourhood.Node(HOME.toString(), 0, 200),
                            new Neighbourhood.Node(page(1).toString(), 1, 0),
                            new Neighbourhood.Node(page(2).toString(), 1, 404));
            assertThat(around.edges())
                    .containsExactlyInAnyOrder(
                            new Neighbourhood.Link(0, 0, "navigate", "to /"),
                            new Neighbourhood.Link(0, 1, "navigate", "to /1"),
                            new Neighbourhood.Link(0, 1, "frame", "f"),
                            new Neighbourhood.Link(2, 0, "navigate", "to /"));
        }
    }

    /** Home links to five pages, and five others link to home. */
    private LinkGraph star() throws IOException {
        try (var store = LinkStore.open(folder)) {
            var out = new ArrayList<Edge>();
            for (int i = 0; i < 5; i++) out.add(link(page(10 + i)));
            store.add(new PageLinks(HOME, Instant.EPOCH, 200, out));
            for (int i = 0; i < 5; i++)
                store.add(new PageLinks(page(20 + i), Instant.EPOCH, 200, List.of(link(HOME))));
            store.commit("");
        }
        return LinkGraph.open(folder);
    }

    @Test
    void halfOfTheRoomIsLeftToThoseThatLinkToThePage() throws IOException {
        try (var graph = star()) {
            var around = Neighbourhood.of(graph, HOME, 1, 7);
            assertThat(around.nodes()).hasSize(7);
            assertThat(around.nodes().stream().filter(node -> node.url().contains("/1")).count())
                    .isEqualTo(3);
            assertThat(around.nodes().stream().filter(node -> node.url().contains("/2")).count())
                    .isEqualTo(3);
            assertThat(around.isCut()).isTrue();
        }
    }

    @Test
    void nothingIsCutWhereAllHaveRoom() throws IOException {
        try (var graph = star()) {
            var around = Neighbourhood.of(graph, HOME, 5, 11);
            assertThat(around.nodes()).hasSize(11);
            assertThat(around.edges()).hasSize(10);
        }
        try (var graph = LinkGraph.open(folder)) {
            assertThat(Neighbourhood.of(graph, HOME, 5, 50).isCut()).isFalse();
            assertThat(Neighbourhood.of(graph, HOME, 1, 1).nodes()).hasSize(1);
            assertThat(Neighbourhood.of(graph, HOME, 1, 1).isCut()).isTrue();
        }
    }

    @Test
    void theNeighboursOfNeighboursHaveTheirDistance() throws IOException {
        try (var store = LinkStore.open(folder)) {
            for (int i = 0; i < 5; i++)
                store.add(new PageLinks(page(i), Instant.EPOCH, 200, List.of(link(page(i + 1)))));
            store.commit("");
        }
        try (var graph = LinkGraph.open(folder)) {
            var around = Neighbourhood.of(graph, page(2), 2, 50);
            assertThat(around.nodes())
                    .extracting(
                            node -> node.url().charAt(node.url().length() - 1) + " " + node.hops())
                    .containsExactlyInAnyOrder("2 0", "3 1", "1 1", "4 2", "0 2");
            assertThat(around.edges()).hasSize(4);
        }
    }
}
