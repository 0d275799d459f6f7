package dev.gossamer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchIndexTest {
    @TempDir Path dir;

    static IndexedPage page(String url, String title, String text) {
        return new IndexedPage(
                Url.of(url),
                Instant.parse("2026-11-15T08:00:00Z"),
                200,
                "text/html",
                "en",
                title,
                "",
                List.of(),
                text,
                0);
    }

    List<String> found(String words) throws IOException {
        try (var searcher = Searcher.open(dir)) {
            return searcher.search(SearchRequest.of(words)).hits().stream()
                    .map(hit -> hit.url().toString())
                    .toList();
        }
    }

    @Test
    void pagesAreFoundOnceCommittedAndPositionComesBack() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            assertThat(index.position()).isEmpty();
            index.add(page("http://a.test/", "Spiders", "They spin gossamer."));
            index.commit("one");
            assertThat(found("gossamer")).containsExactly("http://a.test/");
        }
        try (var index = SearchIndex.open(dir)) {
            assertThat(index.position()).isEqualTo("one");
            assertThat(index.pages()).isEqualTo(1);
        }
    }

    @Test
    void severalThreadsAddPagesAtOnce() throws Exception {
        int threads = 4;
        int each = 100;
        try (var index = SearchIndex.open(dir);
                var pool = Executors.newFixedThreadPool(threads)) {
            var tasks = new ArrayList<Callable<Boolean>>();
            for (int thread = 0; thread < threads; thread++) {
                int first = thread * each;
                tasks.add(
                        () -> {
                            for (int i = first; i < first + each; i++) {
                                String text = "spiders spin word" + i + " thrice";
                                index.add(page("http://a.test/" + i, "Page " + i, text));
                            }
                            return true;
                        });
            }
            for (var task : pool.invokeAll(tasks)) assertThat(task.get()).isTrue();
            index.commit("all");
            assertThat(index.pages()).isEqualTo(threads * each);
        }
        for (int i = 0; i < threads * each; i++) {
            assertThat(found("word" + i)).containsExactly("http://a.test/" + i);
        }
    }

    @Test
    void whatWasNotCommittedIsForgottenWithItsPosition() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            index.add(page("http://a.test/", "", "first"));
            index.commit("one");
            index.add(page("http://b.test/", "", "second"));
            index.remove(Url.of("http://a.test/"));
        }
        assertThat(found("first")).hasSize(1);
        assertThat(found("second")).isEmpty();
    }

    @Test
    void aPageIsReplacedByANewerOneAndRemoved() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            index.add(page("http://a.test/", "", "old words"));
            index.commit("one");
            index.add(page("http://a.test/", "", "new words"));
            index.commit("two");
            assertThat(found("old")).isEmpty();
            assertThat(found("words")).hasSize(1);
            index.remove(Url.of("http://a.test/"));
            index.commit("three");
            assertThat(found("words")).isEmpty();
        }
    }

    @Test
    void anchorTextsAndRankComeInByRefinement() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            index.add(page("http://a.test/", "", "nothing to see"));
            index.add(page("http://b.test/", "", "nothing else"));
            var facts =
                    new Refinement() {
                        @Override
                        public List<String> anchors(Url url, int max) {
                            return url.host().equals("a.test")
                                    ? List.of("wonderful cobwebs")
                                    : List.of();
                        }

                        @Override
                        public double rank(Url url) {
                            return 0.5;
                        }
                    };
            assertThat(index.refine(facts)).isEqualTo(2);
            index.commit("one");
            assertThat(found("cobwebs")).containsExactly("http://a.test/");
            assertThat(index.pages()).isEqualTo(2);
            assertThat(index.refine(facts)).isZero();
        }
    }

    @Test
    void aSecondWriterIsRefused() throws IOException {
        try (var first = SearchIndex.open(dir)) {
            assertThat(first.pages()).isZero();
            assertThatThrownBy(() -> SearchIndex.open(dir))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process");
        }
    }

    @Test
    void aDamagedIndexIsRefusedWithTheWayOut() throws IOException {
        try (var index = SearchIndex.open(dir)) {
            index.add(page("http://a.test/", "", "text"));
            index.commit("one");
        }
        try (var files = Files.list(dir)) {
            for (var file : files.toList())
                if (!file.endsWith("write.lock")) Files.write(file, new byte[] {1, 2, 3});
        }
        assertThatThrownBy(() -> SearchIndex.open(dir))
                .hasMessageContaining("delete that folder and build it again");
        assertThatThrownBy(() -> Searcher.open(dir))
                .hasMessageContaining("delete that folder and build it again");
    }
}
