package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.Truncation;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records besides request and response. */
final class WarcRecordsTest {
    private static final WarcOptions OPTIONS = WarcOptions.DEFAULT.withWriters(1);

    @TempDir private Path dir;

    @Test
    void payloadThatComesAgainIsARevisitThatSaysWhereItIs() throws Exception {
        String body = Captures.words(new Random(1), 5000);
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.page("http://a.test/1", body));
            store.write(Captures.page("http://b.test/2", body));
            store.write(Captures.page("http://b.test/3", body + "!"));
            assertThat(store.captures()).isEqualTo(3);
            assertThat(store.duplicates()).isEqualTo(1);
        }
        var records = Jwarc.readAll(dir);
        assertThat(records)
                .extracting(Jwarc.Read::type)
                .containsExactly(
                        "warcinfo",
                        "response",
                        "request",
                        "revisit",
                        "request",
                        "response",
                        "request");
        var revisit = records.get(3);
        assertThat(revisit.field("WARC-Profile")).endsWith("/identical-payload-digest");
        assertThat(revisit.field("WARC-Target-URI")).isEqualTo("http://b.test/2");
        assertThat(revisit.field("WARC-Refers-To-Target-URI")).isEqualTo("http://a.test/1");
        assertThat(revisit.field("WARC-Refers-To-Date")).isEqualTo("2026-11-15T05:25:05Z");
        assertThat(revisit.field("WARC-Payload-Digest"))
                .isEqualTo(records.get(1).field("WARC-Payload-Digest"));
        assertThat(new String(revisit.block(), US_ASCII))
                .isEqualTo("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void smallAndTruncatedBodiesAreAlwaysStored() throws IOException {
        var large = Captures.page("http://a.test/1", Captures.words(new Random(1), 5000));
        var cut = large.withBody(large.body(), Optional.of(Truncation.TIME));
        try (var store = WarcStore.open(dir, OPTIONS)) {
            for (int i = 0; i < 2; i++) {
                store.write(Captures.page("http://a.test/" + i, "small"));
                store.write(cut);
            }
            assertThat(store.duplicates()).isZero();
        }
    }

    /** A revisit record has about as many bytes of its own. */
    @Test
    void aRevisitIsWrittenFrom256BytesOn() throws IOException {
        String most = Captures.words(new Random(1), 255);
        String least = Captures.words(new Random(2), 256);
        try (var store = WarcStore.open(dir, OPTIONS)) {
            for (int i = 0; i < 2; i++) store.write(Captures.page("http://a.test/" + i, most));
            assertThat(store.duplicates()).isZero();
            for (int i = 0; i < 2; i++) store.write(Captures.page("http://b.test/" + i, least));
            assertThat(store.duplicates()).isEqualTo(1);
        }
    }

    @Test
    void payloadWhoseWriteFailedIsNotTakenForStored() throws Exception {
        var page = Captures.page("http://a.test/1", Captures.words(new Random(1), 5000));
        try (var store = WarcStore.open(dir, OPTIONS)) {
            Thread.currentThread().interrupt();
            try {
                store.write(page);
            } catch (IOException expected) {
                assertThat(Thread.interrupted()).isTrue();
            }
            store.write(page);
            assertThat(store.duplicates()).isZero();
        }
        assertThat(Jwarc.readAll(dir)).hasSize(3);
    }

    @Test
    void notModifiedIsARevisitOfTheSameUrl() throws Exception {
        var answer = Captures.notModified("http://a.test/1", "If-None-Match: \"x\"\r\n");
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(answer);
        }
        var revisit = Jwarc.readAll(dir).get(1);
        assertThat(revisit.type()).isEqualTo("revisit");
        assertThat(revisit.field("WARC-Profile")).endsWith("/server-not-modified");
        assertThat(revisit.field("WARC-Refers-To-Target-URI")).isEqualTo("http://a.test/1");
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
        // It has no payload, so there is none to compare with others.
        assertThat(Archive.open(dir).find(answer.url()))
                .singleElement()
                .satisfies(
                        entry -> {
                            assertThat(entry.isRevisit()).isTrue();
                            assertThat(entry.status()).isEqualTo(304);
                            assertThat(entry.digest()).isEmpty();
                        });
    }

    @Test
    void notModifiedThatNobodyAskedForIsAResponse() throws Exception {
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.notModified("http://a.test/1", "Host: a.test\r\n"));
        }
        assertThat(Jwarc.readAll(dir).get(1).type()).isEqualTo("response");
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void nameLookupIsAResource() throws Exception {
        String records = "a.test.\t300\tIN\tCNAME\tb.test.\nb.test.\t60\tIN\tA\t192.0.2.7\n";
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(new DnsCapture("a.test", Captures.AT, "192.0.2.53", records));
        }
        var dns = Jwarc.readAll(dir).get(1);
        assertThat(dns.type()).isEqualTo("resource");
        assertThat(dns.field("WARC-Target-URI")).isEqualTo("dns:a.test");
        assertThat(new String(dns.block(), US_ASCII)).isEqualTo("20261115052505\n" + records);
        assertThat(dns.field("WARC-IP-Address")).isEqualTo("192.0.2.53");
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void metadataNamesWhatLedThereAndWhereItPoints() throws Exception {
        var page = Captures.page("http://a.test/1", "x");
        var facts =
                new PageFacts(
                        "t", "x", List.of(Url.of("http://a.test/2"), Url.of("http://b.test/")));
        try (var store = WarcStore.open(dir, OPTIONS.withMetadata(true))) {
            store.write(page.withPage(facts));
        }
        var records = Jwarc.readAll(dir);
        var metadata = records.get(3);
        assertThat(metadata.type()).isEqualTo("metadata");
        assertThat(metadata.field("WARC-Concurrent-To"))
                .isEqualTo(records.get(1).field("WARC-Record-ID"));
        assertThat(new String(metadata.block(), US_ASCII))
                .isEqualTo(
                        """
                        fetchTimeMs: 0\r
                        outlink: http://a.test/2\r
                        outlink: http://b.test/\r
                        """);
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void tableOfDigestsForgetsTheOldestWhenItIsFull() {
        var table = new DigestTable(64);
        int many = 1000;
        for (int i = 0; i < many; i++) {
            table.add(digest(i), "http://a.test/" + i, Captures.AT.plusSeconds(i));
        }
        long held =
                java.util.stream.IntStream.range(0, many)
                        .filter(i -> table.find(digest(i)).isPresent())
                        .count();
        assertThat(held).isEqualTo(64);
        assertThat(table.find(digest(many - 1)))
                .hasValueSatisfying(o -> assertThat(o.url()).isEqualTo("http://a.test/999"));
        assertThat(new DigestTable(0).find(digest(1))).isEmpty();
    }

    private static PayloadDigest digest(int i) {
        byte[] sha1 = new byte[20];
        new Random(i).nextBytes(sha1);
        return new PayloadDigest(sha1);
    }
}
