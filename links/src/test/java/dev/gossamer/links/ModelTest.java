package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is done to the store, it says what maps in memory say. */
class ModelTest {
    @TempDir private Path dir;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8})
    void storeSaysWhatMapsSay(long seed) throws IOException {
        var pages = new RandomPages(seed, 1 + (int) seed, 3 + 7 * (int) seed);
        var model = new Model();
        var committed = model.copy();
        var store = LinkStore.open(dir);
        for (int step = 0; step < 81; step++) {
            int count = pages.below(30);
            for (int i = 0; i < count; i++) {
                var page = pages.page();
                store.add(page);
                model.add(page);
            }
            switch (pages.below(10)) {
                case 0 -> {
                    // Closed without a commit: what was added is gone.
                    store.close();
                    store = LinkStore.open(dir);
                    model = committed.copy();
                }
                case 1 -> {
                    store.commit("at " + step);
                    committed = model.copy();
                    store.compact();
                }
                default -> {
                    store.commit("at " + step);
                    committed = model.copy();
                    assertThat(store.position()).isEqualTo("at " + step);
                }
            }
            if (step % 40 == 0 && Files.exists(dir.resolve("manifest"))) compare(seed, committed);
        }
        store.commit("end");
        compare(seed, model);
        store.compact();
        compare(seed, model);
        store.close();
        try (var files = Files.list(dir)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as("one segment after compact")
                    .filteredOn(name -> name.endsWith(".seg"))
                    .hasSize(1);
        }
    }

    private void compare(long seed, Model model) throws IOException {
        try (var graph = LinkGraph.open(dir)) {
            compare(seed, graph, model);
            graph.merged();
            compare(seed, graph, model);
        }
    }

    static void compare(long seed, LinkGraph graph, Model model) throws IOException {
        var urls = model.urls();
        var backward = model.backward();
        for (var url : urls) {
            var links = backward.getOrDefault(url, Set.of());
            var as = "seed " + seed + " " + url;
            assertThat(graph.to(url, Integer.MAX_VALUE))
                    .as(as)
                    .doesNotHaveDuplicates()
                    .hasSameElementsAs(links)
                    .hasSize((int) graph.countTo(url));
            var page = graph.from(url);
            assertThat(page.map(found -> new HashSet<>(found.edges())).orElse(new HashSet<>()))
                    .as(as)
                    .isEqualTo(model.from(url));
            assertThat(graph.anchors(url, 1000))
                    .as(as)
                    .hasSameElementsAs(Model.anchors(url, links));
        }
        for (var page : model.pages()) {
            var found = graph.fetched(page.source()).orElseThrow();
            assertThat(found.status()).isEqualTo(page.status());
            assertThat(found.at()).isEqualTo(page.at());
        }
        assertThat(graph.counts())
                .isEqualTo(new LinkCounts(urls.size(), model.pages().size(), model.edges()));
    }
}
