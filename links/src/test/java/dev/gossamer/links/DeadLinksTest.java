package dev.gossamer.links;

import static dev.gossamer.links.TestGraph.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLinksTest {
    @TempDir private Path dir;

    /** Returns each as "URL reason pages". */
    private static List<String> found(LinkGraph graph, Map<Url, String> faults) throws IOException {
        return DeadLinks.of(graph, faults).first(Integer.MAX_VALUE, 5).stream()
                .map(
                        each ->
                                each.url().authority()
                                        + each.url().path()
                                        + " "
                                        + each.why()
                                        + " "
                                        + each.pages())
                .toList();
    }

    @Test
    void statusesFromFourHundredOnAreDead() throws IOException {
        var pages = new TestGraph().page("a.test/", "a.test/1", "a.test/2", "a.test/3", "a.test/4");
        pages.page(399, "a.test/1").page(400, "a.test/2").page(999, "a.test/3").page(0, "a.test/4");
        try (var graph = pages.open(dir)) {
            assertThat(found(graph, Map.of())).containsExactly("a.test/2 400 1", "a.test/3 999 1");
        }
    }

    @Test
    void aDeadPageThatNobodyLinksToIsNoDeadLink() throws IOException {
        try (var graph = new TestGraph().page("a.test/").page(404, "a.test/1").open(dir)) {
            var dead = DeadLinks.of(graph, Map.of(url("b.test/"), "dns"));
            assertThat(dead.count()).isZero();
            assertThat(dead.holders(5)).isZero();
            assertThat(dead.first(9, 9)).isEmpty();
        }
    }

    @Test
    void aPageThatIsFetchedWellAgainIsAlive() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/1", "a.test/2")
                        .page(404, "a.test/1")
                        .page("a.test/2")
                        .page("a.test/1")
                        .page(500, "a.test/2")
                        .open(dir, 1)) {
            assertThat(found(graph, Map.of())).containsExactly("a.test/2 500 1");
        }
    }

    @Test
    void theMostLinkedComeFirstThenTheOrderOfUrls() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/1", "a.test/x", "a.test/y", "a.test/z", "FRAME a.test/x")
                        .page("a.test/2", "a.test/z", "a.test/y2")
                        .page(404, "a.test/x", "a.test/x")
                        .page(404, "a.test/y")
                        .page(404, "a.test/z")
                        .open(dir, 2)) {
            assertThat(found(graph, Map.of(url("a.test/y2"), "timeout")))
                    .containsExactly(
                            "a.test/x 404 2",
                            "a.test/z 404 2",
                            "a.test/y 404 1",
                            "a.test/y2 timeout 1");
            var dead = DeadLinks.of(graph, Map.of());
            assertThat(dead.count()).isEqualTo(3);
            assertThat(dead.holders(1)).isEqualTo(3);
            assertThat(dead.holders(2)).isEqualTo(5);
            assertThat(dead.holders(0)).isZero();
            assertThat(dead.first(2, 1)).hasSize(2);
            assertThat(dead.first(1, 9).getFirst().holders())
                    .extracting(InLink::source)
                    .containsExactlyInAnyOrder(url("a.test/1"), url("a.test/x"));
        }
    }

    @Test
    void theFirstUrlOfAllCanBeDeadToo() throws IOException {
        try (var graph = new TestGraph().page("b.test/", "a.test/").open(dir)) {
            assertThat(graph.id(url("a.test/"))).isZero();
            assertThat(found(graph, Map.of(url("a.test/"), "tls")))
                    .containsExactly("a.test/ tls 1");
        }
    }

    @Test
    void aStatusCountsMoreThanAFault() throws IOException {
        try (var graph =
                new TestGraph().page("a.test/", "a.test/1").page(503, "a.test/1").open(dir)) {
            assertThat(found(graph, Map.of(url("a.test/1"), "timeout")))
                    .containsExactly("a.test/1 503 1");
        }
    }

    @Test
    void aHostWithoutAnAddressIsDeadAsAWhole() throws IOException {
        try (var graph =
                new TestGraph()
                        .page(
                                "a.test/",
                                "b.test/1",
                                "https://b.test/2",
                                "http://b.test:81/",
                                "c.test/")
                        .open(dir)) {
            assertThat(found(graph, Map.of(Url.of("dns:b.test"), "dns")))
                    .containsExactlyInAnyOrder(
                            "b.test/1 dns 1", "b.test/2 dns 1", "b.test:81/ dns 1");
        }
    }

    @Test
    void anOriginWhoseRobotsTxtFailedIsDeadExceptForWhatWasFetched() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "b.test/1", "b.test/2", "https://b.test/3", "b.test/4")
                        .page("b.test/2")
                        .page(404, "b.test/4")
                        .open(dir)) {
            assertThat(found(graph, Map.of(url("b.test/robots.txt"), "connect")))
                    .containsExactly("b.test/1 connect 1", "b.test/4 404 1");
        }
    }

    @Test
    void aFaultOfTheUrlItselfCountsMoreThanThatOfItsHost() throws IOException {
        Map<Url, String> faults =
                Map.of(
                        Url.of("dns:b.test"), "dns",
                        url("b.test/robots.txt"), "connect",
                        url("b.test/1"), "tls");
        try (var graph = new TestGraph().page("a.test/", "b.test/1", "b.test/2").open(dir)) {
            assertThat(found(graph, faults)).containsExactly("b.test/1 tls 1", "b.test/2 dns 1");
        }
    }

    /** A fault is a 16-bit number: those beyond all have the name of the last. */
    @Test
    void moreKindsOfFaultsThanThereAreNumbers() throws IOException {
        int kinds = 32_768 + 3;
        var links = new String[kinds];
        Map<Url, String> faults = new HashMap<>();
        for (int i = 0; i < kinds; i++) {
            links[i] = "b.test/" + i;
            faults.put(url(links[i]), "fault " + i);
        }
        try (var graph = new TestGraph().page("a.test/", links).open(dir)) {
            var dead = DeadLinks.of(graph, faults);
            assertThat(dead.count()).isEqualTo(kinds);
            int[] right = {0};
            dead.forEach(
                    0,
                    entry -> {
                        assertThat(entry.why()).startsWith("fault ");
                        if (entry.why().equals(faults.get(entry.url()))) right[0]++;
                        return true;
                    });
            assertThat(right[0]).isEqualTo(32_768);
        }
    }

    @Test
    void aVisitorThatHasEnoughIsAskedNoMore() throws IOException {
        try (var graph =
                new TestGraph()
                        .page("a.test/", "a.test/1", "a.test/2")
                        .page(404, "a.test/1")
                        .page(404, "a.test/2")
                        .open(dir)) {
            int[] calls = {0};
            DeadLinks.of(graph, Map.of())
                    .forEach(
                            1,
                            _ -> {
                                calls[0]++;
                                return false;
                            });
            assertThat(calls[0]).isEqualTo(1);
        }
    }
}
