package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.links.Edge.Kind;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkStoreTest {
    private static final Instant AT = Instant.parse("2026-11-15T08:00:00Z");
    private static final Url A = Url.of("http://a.example/");
    private static final Url B = Url.of("http://b.example/");

    @TempDir private Path dir;

    @Test
    void whatWasCommittedIsThereAfterReopening() throws IOException {
        try (var store = LinkStore.open(dir)) {
            assertThat(store.position()).isEmpty();
            store.add(page(A, new Edge(B, Kind.NAVIGATE, "to b")));
            store.commit("7");
            store.add(page(B, new Edge(A, Kind.NAVIGATE, "lost")));
        }
        try (var store = LinkStore.open(dir);
                var graph = LinkGraph.open(dir)) {
            assertThat(store.position()).isEqualTo("7");
            assertThat(graph.position()).isEqualTo("7");
            assertThat(graph.to(B, 10)).containsExactly(new InLink(A, Kind.NAVIGATE, "to b"));
            assertThat(graph.to(A, 10)).isEmpty();
            assertThat(graph.anchors(B, 10)).containsExactly(new Anchor("to b", 1));
        }
    }

    @Test
    void secondWriterIsRefused() throws IOException {
        try (var _ = LinkStore.open(dir)) {
            assertThatThrownBy(() -> LinkStore.open(dir))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another writer");
        }
    }

    private static PageLinks page(Url source, Edge... edges) {
        return new PageLinks(source, AT, 200, List.of(edges));
    }
}
