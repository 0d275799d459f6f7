package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DamagedFileException;
import dev.gossamer.links.Edge.Kind;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    private static Url url(int number) {
        return Url.of("http://a.example/" + number);
    }

    private static PageLinks pageWithLinks(int source, int count) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < count; i++) edges.add(new Edge(url(i), Kind.NAVIGATE, ""));
        return new PageLinks(url(source), AT, 200, edges);
    }

    private List<String> segmentFiles() throws IOException {
        try (var files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".seg"))
                    .sorted()
                    .toList();
        }
    }

    private long edges() throws IOException {
        try (var graph = LinkGraph.open(dir)) {
            return graph.counts().edges();
        }
    }

    @Test
    void aFullBufferIsWrittenButSeenOnlyAfterACommit() throws IOException {
        try (var store = LinkStore.open(dir, 2)) {
            store.add(pageWithLinks(1, 1));
            assertThat(segmentFiles()).isEmpty();
            store.add(pageWithLinks(2, 1));
            assertThat(segmentFiles()).containsExactly("00000000.seg");
            assertThatThrownBy(() -> LinkGraph.open(dir).close())
                    .isInstanceOf(NoSuchFileException.class);
            store.add(pageWithLinks(3, 1));
            store.commit("a");
            assertThat(segmentFiles()).containsExactly("00000000.seg", "00000001.seg");
            assertThat(edges()).isEqualTo(3);
        }
    }

    @Test
    void whatWasWrittenWithoutACommitIsRemovedByTheNextWriter() throws IOException {
        try (var store = LinkStore.open(dir, 1)) {
            store.add(pageWithLinks(1, 1));
            store.commit("a");
            store.add(pageWithLinks(2, 1));
            assertThat(segmentFiles()).hasSize(2);
        }
        Files.writeString(dir.resolve("notes.txt"), "not ours");
        Files.writeString(dir.resolve("manifest.new"), "half");
        try (var store = LinkStore.open(dir, 1)) {
            assertThat(segmentFiles()).containsExactly("00000000.seg");
            assertThat(dir.resolve("notes.txt")).exists();
            assertThat(dir.resolve("manifest.new")).doesNotExist();
            store.add(pageWithLinks(3, 1));
            store.commit("b");
            assertThat(segmentFiles()).containsExactly("00000000.seg", "00000001.seg");
        }
        assertThat(edges()).isEqualTo(2);
    }

    @Test
    void aCommitWithoutPagesKeepsThePosition() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.commit("1");
            store.commit("2");
        }
        assertThat(segmentFiles()).isEmpty();
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.position()).isEqualTo("2");
            assertThat(graph.segmentCount()).isZero();
            assertThat(graph.counts()).isEqualTo(new LinkCounts(0, 0, 0));
            assertThat(graph.from(A)).isEmpty();
            assertThat(graph.to(A, 10)).isEmpty();
        }
    }

    @Test
    void aRefusedPositionLosesNothing() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.commit("1");
            store.add(pageWithLinks(1, 3));
            assertThatThrownBy(() -> store.commit("a\nb"))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(store.position()).isEqualTo("1");
            assertThatThrownBy(store::compact).isInstanceOf(IllegalStateException.class);
            store.commit("2");
            assertThat(edges()).isEqualTo(3);
        }
    }

    @Test
    void eightSmallSegmentsBecomeOne() throws IOException {
        try (var store = LinkStore.open(dir)) {
            for (int i = 1; i < LinkStore.FAN_IN; i++) {
                store.add(pageWithLinks(i, 2));
                store.commit("");
                assertThat(segmentFiles()).hasSize(i);
            }
            store.add(pageWithLinks(LinkStore.FAN_IN, 2));
            store.commit("");
            assertThat(segmentFiles()).containsExactly("00000008.seg");
            assertThat(edges()).isEqualTo(2 * LinkStore.FAN_IN);
        }
        try (var store = LinkStore.open(dir)) {
            store.add(pageWithLinks(50, 1));
            store.commit("");
            assertThat(segmentFiles()).as("numbers go on").contains("00000009.seg");
        }
    }

    @Test
    void aLargeSegmentIsNotWrittenAgainWithSmallOnes() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.add(pageWithLinks(100_000, 4097));
            store.commit("");
            for (int i = 1; i <= 3 * LinkStore.FAN_IN; i++) {
                store.add(pageWithLinks(i, 1));
                store.commit("");
                assertThat(segmentFiles()).contains("00000000.seg");
            }
            assertThat(segmentFiles()).hasSizeBetween(2, LinkStore.FAN_IN);
        }
        assertThat(edges()).isEqualTo(4097 + 3 * LinkStore.FAN_IN);
    }

    /** 4,096 links are still small. */
    @Test
    void aSegmentOfTheLargestSmallSizeIsMerged() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.add(pageWithLinks(100_000, 4096));
            store.commit("");
            for (int i = 1; i < LinkStore.FAN_IN; i++) {
                store.add(pageWithLinks(i, 1));
                store.commit("");
            }
            assertThat(segmentFiles()).containsExactly("00000008.seg");
        }
    }

    @Test
    void eightLargeSegmentsBecomeOne() throws IOException {
        try (var store = LinkStore.open(dir)) {
            for (int i = 1; i <= LinkStore.FAN_IN; i++) {
                assertThat(segmentFiles()).hasSize(i - 1);
                store.add(pageWithLinks(100_000 + i, 4097));
                store.commit("");
            }
            assertThat(segmentFiles()).containsExactly("00000008.seg");
            // Of the next size now, so that these stand apart again.
            for (int i = 1; i < LinkStore.FAN_IN; i++) {
                store.add(pageWithLinks(i, 1));
                store.commit("");
            }
            assertThat(segmentFiles()).hasSize(LinkStore.FAN_IN);
            store.add(pageWithLinks(8, 1));
            store.commit("");
            assertThat(segmentFiles()).hasSize(2).contains("00000008.seg");
        }
        assertThat(edges()).isEqualTo(8 * 4097 + 8);
    }

    @Test
    void smallSegmentsBetweenLargeOnesAreMergedWithThem() throws IOException {
        try (var store = LinkStore.open(dir)) {
            for (int i = 1; i <= LinkStore.FAN_IN; i++) {
                store.add(pageWithLinks(i, 1));
                store.commit("");
                assertThat(segmentFiles()).hasSize(2 * i - 1);
                store.add(pageWithLinks(100_000 + i, 5000));
                store.commit("");
            }
            assertThat(segmentFiles()).containsExactly("00000016.seg");
        }
        assertThat(edges()).isEqualTo(8 * 5001);
    }

    /** Otherwise a long crawl would write all of its links again every few commits. */
    @Test
    void aLinkIsWrittenAgainNoMoreOftenThanTheLogarithm() throws IOException {
        int commits = 200;
        int linksEach = 700;
        Set<String> seen = new HashSet<>();
        long written = 0;
        try (var store = LinkStore.open(dir)) {
            for (int i = 0; i < commits; i++) {
                store.add(pageWithLinks(100_000 + i, linksEach));
                store.commit("");
                for (var name : segmentFiles()) {
                    if (!seen.add(name)) continue;
                    try (var segment = Segment.open(dir.resolve(name))) {
                        written += segment.edges();
                    }
                }
            }
        }
        assertThat(edges()).isEqualTo((long) commits * linksEach);
        assertThat((double) written / (commits * linksEach)).isBetween(1.0, 4.0);
    }

    @Test
    void compactingIsRefusedBeforeACommit() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.compact();
            store.add(pageWithLinks(1, 1));
            assertThatThrownBy(store::compact)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("commit first");
            store.commit("7");
            store.compact();
            assertThat(segmentFiles()).as("one needs nothing").containsExactly("00000000.seg");
            store.add(pageWithLinks(2, 1));
            store.commit("8");
            store.compact();
            assertThat(segmentFiles()).containsExactly("00000002.seg");
            assertThat(store.position()).isEqualTo("8");
        }
        try (var graph = LinkGraph.open(dir)) {
            assertThat(graph.position()).isEqualTo("8");
            assertThat(graph.segmentCount()).isEqualTo(1);
        }
    }

    @Test
    void aDamagedSegmentIsReportedAndTheFolderIsFreeAgain() throws IOException {
        try (var store = LinkStore.open(dir)) {
            for (int i = 0; i < 2; i++) {
                store.add(pageWithLinks(i, 1));
                store.commit("");
            }
        }
        var file = dir.resolve("00000001.seg");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        for (int i = 0; i < 2; i++)
            assertThatThrownBy(() -> LinkStore.open(dir).close())
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining(file.toString());
        assertThat(segmentFiles()).as("nothing is removed").hasSize(2);
        Files.write(file, bytes);
        LinkStore.open(dir).close();
        assertThat(edges()).isEqualTo(2);
    }

    @Test
    void aMissingSegmentIsReported() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.add(pageWithLinks(1, 1));
            store.commit("");
        }
        Files.delete(dir.resolve("00000000.seg"));
        assertThatThrownBy(() -> LinkStore.open(dir).close())
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> LinkGraph.open(dir).close())
                .isInstanceOf(NoSuchFileException.class);
    }

    /** The disk refuses to take a segment; once it takes it, nothing is missing. */
    @Test
    void aFailedWriteIsDoneAgainByTheNextCommit() throws IOException {
        try (var store = LinkStore.open(dir)) {
            store.add(pageWithLinks(1, 3));
            // In the way of the file that would be written.
            Files.createDirectory(dir.resolve("00000000.seg"));
            assertThatThrownBy(() -> store.commit("1")).isInstanceOf(IOException.class);
            Files.delete(dir.resolve("00000000.seg"));
            assertThat(store.position()).isEmpty();
            store.commit("2");
            assertThat(edges()).isEqualTo(3);
        }
    }

    @Test
    void aClosedFolderCanBeOpenedAgain() throws IOException {
        var deep = dir.resolve("not/there/yet");
        for (int i = 0; i < 3; i++) {
            try (var store = LinkStore.open(deep)) {
                assertThat(store.position()).isEqualTo(i == 0 ? "" : "" + (i - 1));
                store.commit("" + i);
            }
        }
    }
}
