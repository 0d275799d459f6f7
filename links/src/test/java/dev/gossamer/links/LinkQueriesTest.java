package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers to questions about a small graph, as values. */
class LinkQueriesTest {
    private static final Url HOME = Url.of("http://a.test/");
    private static final Url NEWS = Url.of("http://a.test/news");
    private static final Url GONE = Url.of("http://a.test/gone");
    private static final Url OTHER = Url.of("http://b.test/");
    private static final Url LOST = Url.of("http://lost.test/");

    @TempDir Path folder = Path.of("");

    private LinkGraph graph;

    private static Edge link(Url to, String text) {
        return new Edge(to, Edge.Kind.NAVIGATE, text);
    }

    private static PageLinks page(Url url, int status, Edge... edges) {
        return new PageLinks(url, Instant.EPOCH, status, List.of(edges));
    }

    @BeforeEach
    void write() throws IOException {
        try (var store = LinkStore.open(folder)) {
            store.add(page(HOME, 200, link(NEWS, "news"), link(GONE, "old")));
            store.add(page(NEWS, 200, link(HOME, "home"), link(OTHER, "b"), link(LOST, "lost")));
            store.add(page(OTHER, 200, link(NEWS, "news")));
            store.add(page(GONE, 404));
            store.commit("1");
        }
        graph = LinkGraph.open(folder);
    }

    @AfterEach
    void close() throws IOException {
        graph.close();
    }

    private LinkQueries ask(int limit) {
        return new LinkQueries(graph, limit);
    }

    @Test
    void theSizeCountsUrlsPagesAndLinks() throws IOException {
        assertThat(ask(9).size().counts()).isEqualTo(new LinkCounts(5, 4, 6));
    }

    @Test
    void linksToAPageAreCountedBeyondTheLimit() throws IOException {
        var to = ask(1).to(NEWS);
        assertThat(to.links()).isEqualTo(2);
        assertThat(to.from()).hasSize(1);
        assertThat(to.isFetched()).isTrue();
        assertThat(to.anchors()).containsExactly(new Anchor("news", 2));
        var unknown = ask(1).to(Url.of("http://unheard.test/"));
        assertThat(unknown.links()).isZero();
        assertThat(unknown.isFetched()).isFalse();
    }

    @Test
    void linksFromAPageAreCountedBeyondTheLimit() throws IOException {
        var page = ask(2).from(NEWS).page().orElseThrow();
        assertThat(page.links()).isEqualTo(3);
        assertThat(page.to()).hasSize(2);
        assertThat(page.status()).isEqualTo(200);
        assertThat(ask(2).from(LOST).page()).isEmpty();
    }

    @Test
    void topPagesHaveARankingOnlyWhereItIsTheirOrder() throws IOException {
        var byLinks = ask(9).topByLinks(1);
        assertThat(byLinks.pages()).extracting(TopPages.Entry::url).containsExactly(NEWS);
        assertThat(byLinks.rank()).isEmpty();
        assertThat(byLinks.hasFetched()).isTrue();
        var byRank = ask(9).topByRank(2);
        assertThat(byRank.pages()).hasSize(2);
        assertThat(byRank.rank().orElseThrow().iterations()).isPositive();
    }

    @Test
    void hostsAreCutAtTheLimitAndCounted() throws IOException {
        var hosts = ask(1).hosts();
        assertThat(hosts.hosts()).hasSize(1);
        assertThat(hosts.hostsInAll()).isEqualTo(3);
        assertThat(hosts.links()).hasSize(1);
        assertThat(hosts.linksInAll()).isEqualTo(3);
    }

    @Test
    void deadLinksAreErrorsAndFaults() throws IOException {
        var dead = ask(9).dead(Map.of(LOST, "dns"));
        assertThat(dead.links())
                .extracting(each -> each.url() + " " + each.why())
                .containsExactlyInAnyOrder(GONE + " 404", LOST + " dns");
        assertThat(ask(1).dead(Map.of(LOST, "dns")).links()).hasSize(1);
    }

    @Test
    void aPathLeadsFromPageToPage() throws IOException {
        var path = ask(9).path(HOME, LOST);
        assertThat(path.steps()).extracting(LinkPath.Step::url).containsExactly(HOME, NEWS, LOST);
        assertThat(ask(9).path(LOST, HOME).steps()).isEmpty();
    }
}
