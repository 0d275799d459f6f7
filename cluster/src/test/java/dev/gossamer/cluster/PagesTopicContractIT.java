package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.http.Truncation;
import dev.gossamer.store.Capture;
import dev.gossamer.store.CaptureBody;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.Store;
import dev.gossamer.store.StoreContract;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The topic of pages as a store, with a real broker. */
class PagesTopicContractIT extends StoreContract {
    private final ClusterTopics topics;

    PagesTopicContractIT() throws IOException {
        topics = TestCluster.topics(1);
    }

    @Override
    protected Store open() throws IOException {
        return PagesTopic.open(topics, UUID.randomUUID());
    }

    @Override
    protected List<String> kept() throws IOException {
        return read().urls();
    }

    private CollectedPages read() throws IOException {
        var found = new CollectedPages();
        try (var readers = new PartitionReaders(topics.address())) {
            for (int i = 0; i < ClusterTopics.PAGES_PARTITIONS; i++)
                try (var reader = readers.open(topics.address().topic(ClusterTopics.PAGES), i);
                        var assembly = new PageAssembly(folder, found, 0)) {
                    reader.readTo(reader.end(), assembly::take);
                    assertThat(assembly.damaged()).isZero();
                    assertThat(assembly.firstNeeded()).isEqualTo(reader.end());
                }
        }
        return found;
    }

    private static Capture capture(CaptureBody body) throws IOException {
        return new Capture(
                Url.of("http://a.test/large"),
                Url.of("http://a.test/"),
                Instant.parse("2026-11-16T18:00:00.123456789Z"),
                Duration.ofMillis(321),
                InetAddress.getByName("192.0.2.7"),
                "GET /large HTTP/1.1\r\nHost: a.test\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                200,
                body,
                Optional.of(Truncation.LENGTH),
                Optional.empty(),
                Optional.of(
                        new PageFacts("title", "text", List.of(Url.of("http://b.test/linked")))),
                Optional.empty());
    }

    @Test
    void aBodyThatIsLargerThanARecordComesInPieces() throws IOException {
        var bytes = new byte[5 * PagePiece.MAX_BYTES / 2];
        new Random(17).nextBytes(bytes);
        var file = folder.resolve("body");
        Files.write(file, bytes);
        try (var store = open()) {
            store.write(capture(new CaptureBody.InFile(file, bytes.length)));
            store.sync();
        }
        var page = read().pages.getFirst();
        assertThat(((CaptureBody.InMemory) page.body()).content()).isEqualTo(bytes);
        assertThat(page.via()).isEqualTo(Url.of("http://a.test/"));
        assertThat(page.took()).isEqualTo(Duration.ofMillis(321));
        assertThat(page.truncation()).contains(Truncation.LENGTH);
        assertThat(page.page().orElseThrow().links())
                .containsExactly(Url.of("http://b.test/linked"));
    }

    @Test
    void copiesOfAPageMeetInOnePartition() throws IOException {
        var body = new CaptureBody.InMemory("the same".getBytes(StandardCharsets.US_ASCII));
        try (var first = open();
                var second = open()) {
            for (int i = 0; i < 5; i++) first.write(capture(body));
            for (int i = 0; i < 5; i++) second.write(capture(body));
        }
        int used = 0;
        try (var readers = new PartitionReaders(topics.address())) {
            for (int i = 0; i < ClusterTopics.PAGES_PARTITIONS; i++)
                try (var reader = readers.open(topics.address().topic(ClusterTopics.PAGES), i)) {
                    if (reader.end() > 0) used++;
                }
        }
        assertThat(used).isEqualTo(1);
        assertThat(kept()).hasSize(10);
    }

    @Test
    void aFileThatIsCutWhileItIsReadFailsTheWriteAndLeavesNothing() throws IOException {
        var file = folder.resolve("body");
        Files.write(file, new byte[PagePiece.MAX_BYTES]);
        try (var store = open()) {
            var longer = new CaptureBody.InFile(file, 2L * PagePiece.MAX_BYTES);
            assertThatThrownBy(() -> store.write(capture(longer))).isInstanceOf(IOException.class);
            store.write(capture(new CaptureBody.InMemory(new byte[10])));
        }
        assertThat(kept()).hasSize(1);
    }
}
