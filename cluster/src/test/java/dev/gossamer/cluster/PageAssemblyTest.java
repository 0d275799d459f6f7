package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.Capture;
import dev.gossamer.store.CaptureBody;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.store.PageFacts;
import dev.gossamer.store.PayloadDigest;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageAssemblyTest {
    private static final UUID ONE = new UUID(0, 1);
    private static final UUID TWO = new UUID(0, 2);
    private static final Instant AT = Instant.parse("2026-11-16T18:00:00Z");

    @TempDir Path folder;

    private final CollectedPages found = new CollectedPages();
    private long offset;
    private long nowMillis = AT.toEpochMilli();

    private static Capture capture(String url, byte[] body) throws IOException {
        var content = new CaptureBody.InMemory(body);
        byte[] head = "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        return new Capture(
                        Url.of(url),
                        Url.of(url),
                        AT,
                        InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}),
                        "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                        head,
                        200,
                        body)
                .withDigest(PayloadDigest.of(head, content));
    }

    /** Returns a capture in so many pieces. */
    private static List<PagePiece> pieces(UUID writer, long number, String url, int count)
            throws IOException {
        byte[] head = CaptureCodec.head(capture(url, url.getBytes(StandardCharsets.UTF_8)));
        byte[] body = url.getBytes(StandardCharsets.UTF_8);
        byte[] all =
                ByteBuffer.allocate(Integer.BYTES + head.length + body.length)
                        .putInt(head.length)
                        .put(head)
                        .put(body)
                        .array();
        var pieces = new ArrayList<PagePiece>();
        int at = all.length - (count - 1);
        pieces.add(new PagePiece(writer, number, 0, all.length, Arrays.copyOf(all, at)));
        for (; at < all.length; at++)
            pieces.add(new PagePiece(writer, number, at, all.length, new byte[] {all[at]}));
        return pieces;
    }

    private void take(PageAssembly assembly, byte[] value) throws IOException {
        assembly.take(
                new ConsumerRecord<>(
                        "pages",
                        0,
                        offset++,
                        nowMillis,
                        TimestampType.CREATE_TIME,
                        0,
                        value.length,
                        null,
                        value,
                        new RecordHeaders(),
                        Optional.empty()));
    }

    private void take(PageAssembly assembly, PagePiece piece) throws IOException {
        take(assembly, piece.write());
    }

    private boolean isFolderEmpty() throws IOException {
        try (var files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    @Test
    void piecesOfSeveralWritersMayBeMixed() throws IOException {
        try (var assembly = new PageAssembly(folder, found, 0)) {
            var one = pieces(ONE, 1, "http://a.test/1", 3);
            var two = pieces(TWO, 1, "http://b.test/2", 2);
            take(assembly, one.get(0));
            take(assembly, two.get(0));
            take(assembly, one.get(1));
            assertThat(assembly.firstNeeded()).isZero();
            take(assembly, one.get(2));
            assertThat(assembly.firstNeeded()).isEqualTo(1);
            take(assembly, two.get(1));
            assertThat(assembly.firstNeeded()).isEqualTo(5).isEqualTo(assembly.next());
        }
        assertThat(found.urls()).containsExactly("http://a.test/1", "http://b.test/2");
        for (var page : found.pages)
            assertThat(((CaptureBody.InMemory) page.body()).content())
                    .isEqualTo(page.url().toString().getBytes(StandardCharsets.UTF_8));
        assertThat(isFolderEmpty()).isTrue();
    }

    @Test
    void aWriterThatBeginsAnotherPageHasGivenUpTheOneBefore() throws IOException {
        try (var assembly = new PageAssembly(folder, found, 0)) {
            var first = pieces(ONE, 1, "http://a.test/1", 3);
            take(assembly, first.get(0));
            take(assembly, pieces(ONE, 2, "http://a.test/2", 1).getFirst());
            take(assembly, first.get(1));
            take(assembly, first.get(2));
            assertThat(assembly.firstNeeded()).isEqualTo(4);
        }
        assertThat(found.urls()).containsExactly("http://a.test/2");
        assertThat(isFolderEmpty()).isTrue();
    }

    @Test
    void whatASilentWriterBeganIsGivenUp() throws IOException {
        try (var assembly = new PageAssembly(folder, found, 0)) {
            take(assembly, pieces(ONE, 1, "http://a.test/1", 2).getFirst());
            nowMillis += PlainProducer.LONGEST_OUTAGE.toMillis();
            take(assembly, pieces(TWO, 1, "http://b.test/1", 1).getFirst());
            assertThat(assembly.firstNeeded()).isZero();
            nowMillis += 1;
            take(assembly, pieces(TWO, 2, "http://b.test/2", 1).getFirst());
            assertThat(assembly.firstNeeded()).isEqualTo(3);
        }
    }

    @Test
    void aReaderThatBeginsAmidAPageLeavesItOut() throws IOException {
        try (var assembly = new PageAssembly(folder, found, 7)) {
            var first = pieces(ONE, 1, "http://a.test/1", 3);
            assertThat(assembly.firstNeeded()).isEqualTo(7);
            take(assembly, first.get(1));
            take(assembly, first.get(2));
            take(assembly, pieces(ONE, 2, "http://a.test/2", 1).getFirst());
            assertThat(assembly.damaged()).isZero();
        }
        assertThat(found.urls()).containsExactly("http://a.test/2");
    }

    @Test
    void aDamagedRecordCostsThatRecord() throws IOException {
        var random = new Random(2026);
        byte[] sound = pieces(ONE, 1, "http://a.test/1", 1).getFirst().write();
        try (var assembly = new PageAssembly(folder, found, 0)) {
            for (int length = 0; length < sound.length; length++)
                take(assembly, Arrays.copyOf(sound, length));
            for (int i = 0; i < 2_000; i++) {
                byte[] changed = sound.clone();
                changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
                take(assembly, changed);
            }
            assertThat(assembly.damaged()).isPositive();
            found.pages.clear();
            take(assembly, sound);
            assertThat(found.urls()).containsExactly("http://a.test/1");
            assertThat(assembly.next()).isEqualTo(offset);
        }
    }

    @Test
    void nameLookUpsAndConfirmedPagesComeAsTheyWere() throws IOException {
        var answer = new DnsCapture("a.test", AT, "192.0.2.1", "a.test. 60 IN A 192.0.2.7\n");
        CaptureCodec.read(CaptureCodec.head(answer))
                .writeTo(found, new CaptureBody.InMemory(new byte[0]));
        assertThat(found.names).containsExactly(answer);

        var plain = capture("http://a.test/", new byte[] {1, 2});
        byte[] head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        var page = new ArchivedPage("http://a.test/", AT, 200, false, head, new byte[9]);
        var entry =
                new IndexEntry(
                        "test,a)/", AT, "http://a.test/was", "text/html", 200, "", 1, 2, "f");
        var confirmed =
                new Capture(
                        plain.url(),
                        plain.via(),
                        plain.at(),
                        Duration.ofMillis(5),
                        plain.address(),
                        plain.requestHead(),
                        plain.responseHead(),
                        304,
                        plain.body(),
                        Optional.empty(),
                        plain.payloadDigest(),
                        Optional.empty(),
                        Optional.of(new Capture.Unchanged(page, entry)));
        CaptureCodec.read(CaptureCodec.head(confirmed)).writeTo(found, confirmed.body());
        var read = found.pages.getFirst();
        assertThat(read.status()).isEqualTo(304);
        assertThat(read.payloadDigest()).isEqualTo(plain.payloadDigest());
        var unchanged = read.unchanged().orElseThrow();
        assertThat(unchanged.original().url()).isEqualTo("http://a.test/was");
        assertThat(unchanged.original().at()).isEqualTo(AT);
        assertThat(unchanged.page().head()).isEqualTo(head);
    }

    @Test
    void linksBeyondTheLimitAreLeftOut() throws IOException {
        var links = new ArrayList<Url>();
        for (int i = 0; i < 20_000; i++) links.add(Url.of("http://a.test/page-" + i));
        var capture = capture("http://a.test/", new byte[1]).withPage(new PageFacts("", "", links));
        byte[] head = CaptureCodec.head(capture);
        assertThat(head.length).isLessThan(CaptureCodec.MAX_LINKS_BYTES + 1_000);
        CaptureCodec.read(head).writeTo(found, capture.body());
        var kept = found.pages.getFirst().page().orElseThrow().links();
        assertThat(kept).isEqualTo(links.subList(0, kept.size())).hasSizeGreaterThan(1_000);
    }

    @Test
    void aRefusedRecordIsNeverTakenForAnAcknowledgedOne() throws IOException {
        var open = new OpenSends("pages");
        long first = open.begin();
        long second = open.begin();
        open.end(second, null);
        assertThatThrownBy(() -> open.await(Duration.ofMillis(1)))
                .hasMessageContaining("not acknowledged");
        open.end(first, null);
        open.await(Duration.ZERO);
        open.end(open.begin(), new IOException("no right to write"));
        assertThatThrownBy(() -> open.await(Duration.ZERO))
                .hasMessageContaining("no right to write");
    }
}
