package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New URLs are counted by the source that named them first, also after a kill and a snapshot. */
class SourcesTest {
    private static final FrontierOptions OPTIONS = FrontierOptions.defaults();
    private static final long NOW = Driver.START;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @TempDir Path directory;

    private Frontier open(FrontierOptions options) throws IOException {
        return Frontier.open(directory, options, NOW);
    }

    private static Discovered found(String url, int redirects, int source) {
        return new Discovered(Url.of(url), Url.of(url), 1, redirects, 0, source);
    }

    @Test
    void theFirstSourceCounts() throws IOException {
        var killed = open(OPTIONS);
        killed.discovered(
                List.of(
                        found("http://a.test/1", 0, 15),
                        found("http://a.test/1", 0, 0),
                        found("http://a.test/2", 70_000, 3),
                        found("http://b.test/", 0, 0)),
                NOW);
        var counts = Map.of(0, 1L, 3, 1L, 15, 1L);
        assertThat(killed.counts().bySource()).isEqualTo(counts);
        killed.commit(NOW);
        // Closing it writes a snapshot.
        try (var again = open(OPTIONS)) {
            assertThat(again.counts().bySource()).isEqualTo(counts);
        }
        try (var again = open(OPTIONS)) {
            again.discovered(List.of(found("http://a.test/2", 0, 0)), NOW);
            assertThat(again.counts().bySource()).isEqualTo(counts);
            assertThat(again.counts().seen()).isEqualTo(3);
        }
    }

    /** Where it must be looked up on the disk whether a URL is new. */
    @Test
    void aUrlThatIsLookedUpLaterCountsWhenItIsKnownToBeNew() throws IOException {
        var options = Changed.set(OPTIONS, "limits.seenInMemory", 2, "limits.queueBytes", 1);
        try (var frontier = open(options)) {
            for (int i = 0; i < 40; i++) {
                // From 20 on the first ten of these are known already.
                int number = i < 20 ? i : i - 10;
                frontier.discovered(
                        List.of(found("http://a.test/" + number, 0, i < 20 ? 1 : 2)), NOW);
                frontier.commit(NOW);
            }
            // They are looked up two at a time, a while after they came.
            for (int i = 1; i < 10; i++) assertThat(frontier.next(NOW + i * SECOND)).isNotNull();
            assertThat(frontier.counts().bySource()).isEqualTo(Map.of(1, 20L, 2, 10L));
            assertThat(frontier.counts().seen()).isEqualTo(30);
        }
    }

    @Test
    void thereAreSixteen() {
        assertThatThrownBy(() -> found("http://a.test/", 0, 16))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("16");
    }
}
