package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gossamer.links.Edge.Kind;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions to a graph of one or several segments. */
class LinkGraphTest {
    private static final Instant AT = Instant.parse("2026-11-15T08:00:00Z");
    private static final Url HOME = url("");

    @TempDir private Path dir;

    private static Url url(String path) {
        return Url.of("http://a.test/" + path);
    }

    private static Edge link(Url to, String text) {
        return new Edge(to, Kind.NAVIGATE, text);
    }

    private static PageLinks page(Url source, Edge... edges) {
        return new PageLinks(source, AT, 200, List.of(edges));
    }

    /** Each page in a segment of its own. */
    private void commitEach(PageLinks... pages) throws IOException {
        try (var store = LinkStore.open(dir)) {
            for (var page : pages) {
                store.add(page);
                store.commit("");
            }
        }
    }

    @Test
    void aFolderWithoutACommitIsNoGraph() {
        assertThatThrownBy(() -> LinkGraph.open(dir).close())
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(dir.toString());
        assertThatThrownBy(() -> LinkGraph.open(dir.resolve("no/such")).close())
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void onePageWithoutLinksIsAGraph() throws IOException {
        commitEach(page(HOME));
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.counts()).isEqualTo(new LinkCounts(1, 1, 0));
            assertThat(graph.from(HOME)).contains(page(HOME));
            assertThat(graph.to(HOME, 10)).isEmpty();
            assertThat(graph.countTo(HOME)).isZero();
            assertThat(graph.anchors(HOME, 10)).isEmpty();
            assertThat(graph.bitsPerLink().get("all")).isPositive().isFinite();
        }
    }

    @Test
    void aPageMayLinkToItselfOnly() throws IOException {
        commitEach(page(HOME, link(HOME, "me")));
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.counts()).isEqualTo(new LinkCounts(1, 1, 1));
            assertThat(graph.to(HOME, 10)).containsExactly(new InLink(HOME, Kind.NAVIGATE, "me"));
            assertThat(graph.anchors(HOME, 10)).as("not what it says of itself").isEmpty();
        }
    }

    @Test
    void linksOfAPageStandInTheOrderOfTheirTargets() throws IOException {
        commitEach(
                page(
                        HOME,
                        link(url("c"), "3"),
                        link(url("a"), "2"),
                        new Edge(url("a"), Kind.FRAME, "1"),
                        link(url("a"), ""),
                        link(url("a"), "1"),
                        link(HOME, "0"),
                        link(url("a"), "1")));
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.from(HOME).orElseThrow().edges())
                    .containsExactly(
                            link(HOME, "0"),
                            link(url("a"), ""),
                            link(url("a"), "1"),
                            new Edge(url("a"), Kind.FRAME, "1"),
                            link(url("a"), "2"),
                            link(url("c"), "3"));
            assertThat(graph.counts()).isEqualTo(new LinkCounts(3, 1, 6));
        }
    }

    @Test
    void linksToAPageAreCutAtTheLimit() throws IOException {
        commitEach(
                page(url("1"), link(HOME, "a"), link(HOME, "b")),
                page(url("2"), link(HOME, "a")),
                page(url("3"), link(HOME, "a")));
        try (var graph = LinkGraph.open(dir)) {
            var all = graph.to(HOME, Integer.MAX_VALUE);
            assertThat(all).hasSize(4);
            for (int limit = -1; limit <= 5; limit++)
                assertThat(graph.to(HOME, limit))
                        .as("limit %d", limit)
                        .isEqualTo(all.subList(0, Math.clamp(limit, 0, 4)));
            assertThat(graph.countTo(HOME)).isEqualTo(4);
        }
    }

    @Test
    void anchorsAreOrderedByNumberThenText() throws IOException {
        commitEach(
                page(url("1"), link(HOME, "b"), link(HOME, "c"), link(HOME, "")),
                page(url("2"), link(HOME, "b"), new Edge(HOME, Kind.FORM, "d"), link(HOME, "d")),
                page(url("3"), link(HOME, "a"), link(url("2"), "other")),
                page(HOME, link(HOME, "self"), link(url("1"), "b")));
        var all =
                List.of(
                        new Anchor("b", 2),
                        new Anchor("d", 2),
                        new Anchor("a", 1),
                        new Anchor("c", 1));
        for (int round = 0; round < 2; round++) {
            try (var graph = LinkGraph.open(dir)) {
                assertThat(graph.segmentCount()).isEqualTo(round == 0 ? 4 : 1);
                for (int limit = 0; limit <= 5; limit++)
                    assertThat(graph.anchors(HOME, limit))
                            .isEqualTo(all.subList(0, Math.min(limit, 4)));
            }
            try (var store = LinkStore.open(dir)) {
                store.compact();
            }
        }
    }

    @Test
    void aPageThatIsFetchedAgainReplacesItsLinks() throws IOException {
        commitEach(
                page(HOME, link(url("old"), "old"), link(url("both"), "one")),
                page(url("x"), link(url("old"), "x")),
                page(HOME, link(url("both"), "two"), link(url("new"), "new")),
                page(url("x")));
        for (boolean isMerged : new boolean[] {false, true}) {
            try (var graph = LinkGraph.open(dir)) {
                if (isMerged) graph.merged();
                assertThat(graph.from(HOME).orElseThrow().edges())
                        .containsExactly(link(url("both"), "two"), link(url("new"), "new"));
                assertThat(graph.to(url("old"), 10)).isEmpty();
                assertThat(graph.countTo(url("old"))).isZero();
                assertThat(graph.anchors(url("old"), 10)).isEmpty();
                assertThat(graph.to(url("both"), 10))
                        .containsExactly(new InLink(HOME, Kind.NAVIGATE, "two"));
                assertThat(graph.counts()).isEqualTo(new LinkCounts(4, 2, 2));
            }
        }
        try (var store = LinkStore.open(dir)) {
            store.compact();
        }
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.counts()).isEqualTo(new LinkCounts(4, 2, 2));
            assertThat(graph.to(url("old"), 10)).isEmpty();
            assertThat(graph.from(url("old"))).isEmpty();
        }
    }

    @Test
    void aPageThatIsGoneNowHasItsNewStatusAndTime() throws IOException {
        commitEach(
                page(HOME, link(url("a"), "a")),
                new PageLinks(HOME, AT.plusSeconds(60), 410, List.of()));
        try (var graph = LinkGraph.open(dir)) {
            var gone = new PageLinks(HOME, AT.plusSeconds(60), 410, List.of());
            assertThat(graph.from(HOME)).contains(gone);
            assertThat(graph.fetched(HOME)).contains(gone);
            assertThat(graph.fetched(url("a"))).isEmpty();
            assertThat(graph.counts()).isEqualTo(new LinkCounts(1, 1, 0));
        }
    }

    @Test
    void timesAreKeptToTheSecond() throws IOException {
        commitEach(new PageLinks(HOME, AT.plusMillis(999), 200, List.of()));
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.fetched(HOME).orElseThrow().at()).isEqualTo(AT);
        }
    }

    @Test
    void veryLongUrlsAndTextsAreKept() throws IOException {
        var prefix = "x".repeat(60_000);
        var first = url(prefix + "1");
        var second = url(prefix + "2");
        var text = "日本".repeat(100);
        commitEach(page(first, link(second, text)), page(second, link(first, text + "cut")));
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.to(second, 10))
                    .containsExactly(new InLink(first, Kind.NAVIGATE, text));
            assertThat(graph.to(first, 10))
                    .containsExactly(new InLink(second, Kind.NAVIGATE, text));
            assertThat(graph.from(url(prefix))).isEmpty();
            assertThat(graph.from(url(prefix + "11"))).isEmpty();
        }
    }

    @Test
    void everyUrlHasANumberAndBack() throws IOException {
        var pages = new RandomPages(3, 3, 20);
        var model = new Model();
        try (var store = LinkStore.open(dir, 50)) {
            for (int i = 0; i < 60; i++) {
                var page = pages.page();
                store.add(page);
                model.add(page);
            }
            store.commit("");
        }
        try (var graph = LinkGraph.open(dir)) {
            var numbers = new HashSet<Integer>();
            for (var url : model.urls()) {
                int id = graph.id(url);
                assertThat(id).isBetween(0, graph.merged().urls() - 1);
                assertThat(graph.url(id)).isEqualTo(url);
                numbers.add(id);
            }
            assertThat(numbers).hasSize(model.urls().size());
            assertThat(graph.id(Url.of("http://unheard.test/"))).isEqualTo(-1);
            for (int id : new int[] {-1, graph.merged().urls()})
                assertThatThrownBy(() -> graph.url(id))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("no URL " + id);
        }
    }

    /** From 10,000 links on, all segments are looked at as a whole. */
    @Test
    void manyLinksToOnePageAreCountedWithoutThoseReplaced() throws IOException {
        int count = 10_002;
        try (var store = LinkStore.open(dir)) {
            for (int i = 0; i < count; i++) store.add(page(url("p" + i), link(HOME, "home")));
            store.commit("");
            store.add(page(url("p7")));
            store.add(page(url("p8"), link(HOME, "again")));
            store.commit("");
        }
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.segmentCount()).isEqualTo(2);
            assertThat(graph.countTo(HOME)).isEqualTo(count - 1);
            assertThat(graph.anchors(HOME, 5))
                    .containsExactly(new Anchor("home", count - 2), new Anchor("again", 1));
        }
    }

    @Test
    void bitsOfALinkAreThoseOfAllSegments() throws IOException {
        commitEach(
                page(url("1"), link(HOME, "a"), link(url("2"), "b")),
                page(url("2"), link(HOME, "a")));
        try (var graph = LinkGraph.open(dir);
                var first = Segment.open(dir.resolve("00000000.seg"));
                var second = Segment.open(dir.resolve("00000001.seg"))) {
            var bits = graph.bitsPerLink();
            assertThat(bits.keySet())
                    .containsExactly("forward", "backward", "labels", "texts", "urls", "all");
            long bytes = first.bytes() + second.bytes() - 2 * Long.BYTES;
            assertThat(bits.get("all")).isCloseTo(8.0 * bytes / 3, within(1e-9));
            double texts = 8.0 * (first.size().texts() + second.size().texts()) / 3;
            assertThat(bits.get("texts")).isCloseTo(texts, within(1e-9));
        }
    }

    @Test
    void aGraphShowsWhatItOpenedAlsoAfterItsFilesAreGone() throws IOException {
        commitEach(page(url("1"), link(HOME, "a")), page(url("2"), link(HOME, "b")));
        try (var graph = LinkGraph.open(dir);
                var store = LinkStore.open(dir)) {
            store.add(page(url("1")));
            store.add(page(url("3"), link(HOME, "c")));
            store.commit("later");
            store.compact();
            assertThat(dir.resolve("00000000.seg")).doesNotExist();
            assertThat(graph.countTo(HOME)).isEqualTo(2);
            assertThat(graph.position()).isEmpty();
            try (var fresh = LinkGraph.open(dir)) {
                assertThat(fresh.countTo(HOME)).isEqualTo(2);
                assertThat(fresh.anchors(HOME, 9))
                        .containsExactly(new Anchor("b", 1), new Anchor("c", 1));
                assertThat(fresh.position()).isEqualTo("later");
            }
        }
    }

    @Test
    void aDamagedFileOfRanksIsReported() throws IOException {
        commitEach(page(HOME));
        Files.writeString(dir.resolve("ranks"), "nonsense");
        assertThatThrownBy(() -> LinkGraph.open(dir).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ranks");
        Files.delete(dir.resolve("ranks"));
        LinkGraph.open(dir).close();
    }

    /** Commit n holds the pages up to n, and each links to all before it and to home. */
    @Test
    void readersSeeWholeCommitsWhileAWriterMerges() throws Exception {
        int commits = 60;
        try (var store = LinkStore.open(dir)) {
            store.commit("0");
            var isDone = new AtomicBoolean();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Integer>> readers = new ArrayList<>();
                for (int i = 0; i < 2; i++) readers.add(threads.submit(reader(isDone)));
                try {
                    for (int i = 1; i <= commits; i++) {
                        store.add(
                                page(url("p" + i), link(HOME, "h"), link(url("p" + (i - 1)), "")));
                        store.commit("" + i);
                        if (i % 7 == 0) store.compact();
                    }
                } finally {
                    isDone.set(true);
                }
                for (var reader : readers) assertThat(reader.get()).isPositive();
            }
        }
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.countTo(HOME)).isEqualTo(commits);
        }
    }

    /** Returns how often it looked. */
    private Callable<Integer> reader(AtomicBoolean isDone) {
        return () -> {
            int looks = 0;
            boolean isLast = false;
            while (!isLast) {
                isLast = isDone.get();
                try (var graph = LinkGraph.open(dir)) {
                    int position = Integer.parseInt(graph.position());
                    assertThat(graph.countTo(HOME)).isEqualTo(position);
                    assertThat(graph.counts().pages()).isEqualTo(position);
                    if (position > 0)
                        assertThat(graph.from(url("p" + position)).orElseThrow().edges())
                                .hasSize(2);
                    assertThat(graph.from(url("p" + (position + 1)))).isEmpty();
                }
                looks++;
            }
            return looks;
        };
    }

    @Test
    void severalThreadsAskOneGraph() throws Exception {
        var pages = new RandomPages(9, 5, 30);
        var model = new Model();
        try (var store = LinkStore.open(dir, 100)) {
            for (int i = 0; i < 150; i++) {
                var page = pages.page();
                store.add(page);
                model.add(page);
            }
            store.commit("");
        }
        try (var graph = LinkGraph.open(dir);
                var threads = Executors.newFixedThreadPool(3)) {
            List<Future<Boolean>> askers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                askers.add(
                        threads.submit(
                                () -> {
                                    ModelTest.compare(9, graph, model);
                                    return true;
                                }));
            }
            for (var asker : askers) assertThat(asker.get()).isTrue();
        }
    }
}
