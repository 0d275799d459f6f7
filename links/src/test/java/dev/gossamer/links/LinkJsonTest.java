package dev.gossamer.links;

import static dev.gossamer.links.TestGraph.url;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names and values that programs rely on. */
class LinkJsonTest {
    @TempDir private Path dir;

    @SuppressWarnings("NullAway.Init")
    private LinkGraph graph;

    @SuppressWarnings("NullAway.Init")
    private LinkQueries ask;

    @BeforeEach
    void write() throws IOException {
        graph =
                new TestGraph()
                        .page("a.test/", "FRAME a.test/1", "a.test/gone")
                        .page("a.test/1", "b.test/")
                        .page(404, "a.test/gone")
                        .open(dir);
        ask = new LinkQueries(graph, 10);
    }

    @AfterEach
    void close() throws IOException {
        graph.close();
    }

    @Test
    void sizeIsThreeNumbers() throws IOException {
        assertThat(LinkJson.of(ask.size()))
                .containsExactly(
                        Map.entry("urls", 4), Map.entry("pages", 3L), Map.entry("links", 3L));
    }

    @Test
    void linksToAPageHaveSourceKindAndText() throws IOException {
        Map<String, Object> link =
                Map.of("url", "http://a.test/", "kind", "frame", "text", "to FRAME a.test/1");
        assertThat(LinkJson.of(ask.to(url("a.test/1"))))
                .containsExactly(
                        Map.entry("url", "http://a.test/1"),
                        Map.entry("links", 1L),
                        Map.entry(
                                "anchors",
                                List.of(Map.of("text", "to FRAME a.test/1", "count", 1L))),
                        Map.entry("from", List.of(link)));
    }

    @Test
    void linksOfAPageComeWithItsStatusAndTime() throws IOException {
        Map<String, Object> link =
                Map.of("url", "http://b.test/", "kind", "navigate", "text", "to b.test/");
        assertThat(LinkJson.of(ask.from(url("a.test/1"))))
                .containsExactly(
                        Map.entry("url", "http://a.test/1"),
                        Map.entry("fetched", true),
                        Map.entry("status", 200),
                        Map.entry("at", "1970-01-01T00:00:00Z"),
                        Map.entry("links", 1),
                        Map.entry("to", List.of(link)));
        assertThat(LinkJson.of(ask.from(url("b.test/"))))
                .containsExactly(Map.entry("url", "http://b.test/"), Map.entry("fetched", false));
    }

    @Test
    void topPagesHaveARankWhereTheyAreOrderedByIt() throws IOException {
        Map<String, Object> first =
                Map.of("url", "http://b.test/", "pages", 1, "pagesOfOtherHosts", 1);
        assertThat(LinkJson.of(ask.topByLinks(1)))
                .containsExactly(Map.entry("top", List.of(first)));
        var byRank = ask.topByRank(9);
        var json = LinkJson.of(byRank);
        assertThat(json.keySet()).containsExactly("iterations", "change", "top");
        assertThat(json.get("iterations")).isEqualTo(byRank.rank().orElseThrow().iterations());
        assertThat(json.get("change")).isEqualTo(byRank.rank().orElseThrow().change());
        var best = byRank.pages().getFirst();
        assertThat((List<?>) json.get("top"))
                .hasSize(4)
                .first()
                .isEqualTo(
                        Map.of(
                                "url", best.url().toString(),
                                "pages", best.pages(),
                                "pagesOfOtherHosts", best.pagesOfOtherHosts(),
                                "rank", best.rank()));
    }

    @Test
    void hostsComeWithTheirNumbersInAll() throws IOException {
        var json = LinkJson.of(new LinkQueries(graph, 1).hosts());
        assertThat(json)
                .containsEntry("hosts", List.of(new HostGraph.Node("a.test", 3, 3, 0, 0, 1)))
                .containsEntry("links", List.of(new HostGraph.Link("a.test", "b.test", 1)))
                .containsEntry("hostsInAll", 2)
                .containsEntry("linksInAll", 1);
    }

    @Test
    void deadLinksNameTheirHolders() throws IOException {
        Map<String, Object> holder =
                Map.of("url", "http://a.test/", "kind", "navigate", "text", "to a.test/gone");
        Map<String, Object> dead =
                Map.of(
                        "url",
                        "http://a.test/gone",
                        "why",
                        "404",
                        "pages",
                        1,
                        "from",
                        List.of(holder));
        assertThat(LinkJson.of(ask.dead(Map.of())))
                .containsExactly(Map.entry("dead", List.of(dead)));
    }

    @Test
    void aPathBeginsWithAPageAndGoesOnWithLinks() throws IOException {
        var json = LinkJson.of(ask.path(url("a.test/"), url("b.test/")));
        assertThat(json)
                .containsExactly(
                        Map.entry("from", "http://a.test/"),
                        Map.entry("to", "http://b.test/"),
                        Map.entry("links", 2),
                        Map.entry(
                                "path",
                                List.of(
                                        Map.of("url", "http://a.test/"),
                                        Map.of(
                                                "url", "http://a.test/1",
                                                "kind", "frame",
                                                "text", "to FRAME a.test/1"),
                                        Map.of(
                                                "url", "http://b.test/",
                                                "kind", "navigate",
                                                "text", "to b.test/"))));
        assertThat(LinkJson.of(ask.path(url("b.test/"), url("a.test/"))))
                .containsExactly(
                        Map.entry("from", "http://b.test/"),
                        Map.entry("to", "http://a.test/"),
                        Map.entry("path", List.of()));
    }

    @Test
    void kindsAreWordsInLowerCase() {
        assertThat(LinkJson.kind(Edge.Kind.NAVIGATE)).isEqualTo("navigate");
        assertThat(LinkJson.kind(Edge.Kind.REDIRECT)).isEqualTo("redirect");
    }

    @Test
    void noMoreThanFiveAnchorsAreNamed(@TempDir Path other) throws IOException {
        var pages = new TestGraph();
        String[] kinds = {"NAVIGATE ", "FRAME ", "REFRESH ", "RESOURCE ", "RELATION ", "FORM ", ""};
        for (int i = 0; i < kinds.length; i++) pages.page("a.test/" + i, kinds[i] + "b.test/");
        try (var many = pages.open(other)) {
            var to = new LinkQueries(many, 100).to(url("b.test/"));
            assertThat(to.links()).isEqualTo(kinds.length);
            assertThat(to.from()).hasSize(kinds.length);
            assertThat(to.anchors()).hasSize(5);
            assertThat(to.isFetched()).isFalse();
            assertThat(new LinkQueries(many, 100).topByLinks(1).hasFetched()).isFalse();
        }
    }
}
