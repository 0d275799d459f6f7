package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.ChunkFraming;
import dev.gossamer.url.Url;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.params.ParameterizedTest;
import java.time.Instant;
import java.util.zip.DeflaterOutputStream;
import java.io.ByteArrayOutputStream;
import com.github.luben.zstd.Zstd;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.Brotli4jLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArchiveTest {
    private static final WarcOptions OPTIONS = WarcOptions.DEFAULT.withWriters(1);

    @TempDir private Path dir;

    @Test
    void everyPageIsFoundAgainWhileTheCrawlRunsAndAfterIt() throws IOException {
        int pages = 3 * IndexLog.MAX_LINES + 100;
        try (var store = WarcStore.open(dir, OPTIONS.withMaxFileBytes(1 << 20))) {
            for (int i = 0; i < pages; i++) store.write(page(i));
            assertAllFound(pages);
        }
        assertAllFound(pages);
        assertThat(Jwarc.list(dir.resolve("cdxj"))).hasSize(1);
    }

    private void assertAllFound(int pages) throws IOException {
        var archive = Archive.open(dir);
        for (int i = 0; i < pages; i += 97) {
            var found = archive.find(page(i).url());
            assertThat(found).as("page %d", i).hasSize(1);
            var page = archive.read(found.getFirst());
            assertThat(page.url()).isEqualTo(page(i).url().toString());
            assertThat(new String(page.content(1000), UTF_8)).isEqualTo("page " + i);
            assertThat(page.type()).isEqualTo("text/html");
        }
        assertThat(archive.find(Url.of("http://a.test/none"))).isEmpty();
    }

    private static Capture page(int i) {
        return Captures.page("http://h" + i % 50 + ".test/p/" + i, "page " + i);
    }

    @Test
    void indexIsSortedAndEveryLineLeadsToTheRecordThatJwarcSeesThere() throws IOException {
        var random = new Random(5);
        try (var store = WarcStore.open(dir, OPTIONS.withMaxFileBytes(20_000))) {
            for (int i = 0; i < 200; i++) {
                store.write(
                        Captures.page(
                                "http://h" + random.nextInt(9) + ".test/" + i,
                                Captures.words(random, random.nextInt(2000))));
            }
        }
        var lines = Files.readAllLines(dir.resolve("cdxj/index.cdxj"), US_ASCII);
        assertThat(lines).hasSize(200).isSorted();
        var records = Jwarc.readAll(dir);
        for (String line : lines) {
            var entry = IndexEntry.parse(line).orElseThrow();
            int at = indexOf(records, entry);
            var record = records.get(at);
            assertThat(record.field("WARC-Target-URI")).isEqualTo(entry.url());
            assertThat(record.field("WARC-Payload-Digest")).isEqualTo("sha1:" + entry.digest());
            assertThat(entry.offset() + entry.bytes()).isEqualTo(records.get(at + 1).offset());
        }
    }

    private static int indexOf(List<Jwarc.Read> records, IndexEntry entry) {
        for (int i = 0; i < records.size(); i++) {
            var record = records.get(i);
            if (record.file().endsWith(entry.file()) && record.offset() == entry.offset()) return i;
        }
        throw new AssertionError("no record for " + entry);
    }

    @Test
    void lineIsInTheFormThatReplayToolsRead() throws IOException {
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.page("https://www.Example.test:8443/A/?b=2&a=1", "hello"));
        }
        assertThat(Files.readString(dir.resolve("cdxj/index.cdxj")))
                .matches(
                        "test,example:8443\\)/a\\?a=1&b=2 20261115052505 \\{\"url\": "
                                + "\"https://www.example.test:8443/A/\\?b=2&a=1\", \"mime\": \"text/html\", "
                                + "\"status\": \"200\", \"digest\": \"[A-Z2-7]{32}\", \"length\": \"\\d+\", "
                                + "\"offset\": \"\\d+\", \"filename\": \"gossamer-\\d{17}-00000-localhost"
                                + "\\.warc\\.gz\"}\n");
    }

    @Test
    void revisitReadsAsItsOriginalAlsoFromAnEarlierCrawl() throws IOException {
        String body = Captures.words(new Random(1), 4000);
        Path first = dir.resolve("first");
        Path second = dir.resolve("second");
        try (var store = WarcStore.open(first.resolve("warc"), OPTIONS)) {
            store.write(Captures.page("http://a.test/1", body));
        }
        try (var store = WarcStore.open(second, OPTIONS.withEarlier(List.of(first)))) {
            store.write(Captures.page("http://b.test/2", body));
            store.write(Captures.notModified("http://a.test/1", "If-None-Match: \"x\"\r\n"));
            assertThat(store.duplicates()).isEqualTo(1);
        }
        var archive = Archive.open(second, first);
        for (String url : List.of("http://b.test/2", "http://a.test/1")) {
            var entry = archive.find(Url.of(url)).getFirst();
            assertThat(entry.isRevisit()).isTrue();
            var page = archive.read(entry);
            assertThat(page.url()).isEqualTo(url);
            assertThat(page.isRevisit()).isTrue();
            assertThat(new String(page.content(1 << 20), UTF_8)).isEqualTo(body);
        }
        assertThat(Jwarc.readAll(second).get(3).field("WARC-Refers-To-Date"))
                .isEqualTo("2026-11-15T05:25:05Z");
    }

    /** A server may send the same content in chunks at one time and whole at another. */
    @Test
    void revisitReadsAsItsOriginalHoweverThatWasFramed() throws IOException {
        String text = Captures.words(new Random(1), 4000);
        byte[] whole = text.getBytes(UTF_8);
        byte[] chunks = ChunkFraming.oneChunk(whole);
        String chunked = "Transfer-Encoding: chunked\r\n";
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.of("http://a.test/whole", "Content-Type: text/html\r\n", whole));
            store.write(Captures.of("http://a.test/chunked", chunked, chunks));
            assertThat(store.duplicates()).isEqualTo(1);
        }
        var archive = Archive.open(dir);
        var page = archive.read(archive.find(Url.of("http://a.test/chunked")).getFirst());
        assertThat(page.isRevisit()).isTrue();
        assertThat(new String(page.content(1 << 20), UTF_8)).isEqualTo(text);
        assertThat(page.digest())
                .isEqualTo(Optional.of(PayloadDigest.of(new byte[0], inMemory(whole))));
        assertThat(ChunkFraming.oneChunk(new byte[0])).asString(US_ASCII).isEqualTo("0\r\n\r\n");
    }

    private static CaptureBody inMemory(byte[] bytes) {
        return new CaptureBody.InMemory(bytes);
    }

    @Test
    void duplicatesAreKnownAgainAfterReopening() throws IOException {
        String body = Captures.words(new Random(1), 4000);
        for (int run = 0; run < 2; run++) {
            try (var store = WarcStore.open(dir, OPTIONS)) {
                store.write(Captures.page("http://a.test/" + run, body));
                assertThat(store.duplicates()).isEqualTo(run);
            }
        }
    }

    @Test
    void contentComesOutOfChunksAndGzip() throws IOException {
        byte[] gzip = WarcStoreTest.gzip("hello hello hello");
        byte[] size = (Integer.toHexString(gzip.length) + "\r\n").getBytes(US_ASCII);
        byte[] body = new byte[size.length + gzip.length + 7];
        System.arraycopy(size, 0, body, 0, size.length);
        System.arraycopy(gzip, 0, body, size.length, gzip.length);
        byte[] end = "\r\n0\r\n\r\n".getBytes(US_ASCII);
        System.arraycopy(end, 0, body, size.length + gzip.length, 7);
        var url = Url.of("http://a.test/");
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(
                    Captures.of(
                            "http://a.test/",
                            "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n",
                            body));
        }
        var archive = Archive.open(dir);
        var page = archive.read(archive.find(url, Captures.AT).orElseThrow());
        assertThat(page.body()).isEqualTo(body);
        assertThat(page.payload()).isEqualTo(gzip);
        assertThat(new String(page.content(1000), UTF_8)).isEqualTo("hello hello hello");
        assertThat(page.content(5)).hasSize(5);
    }

    @Test
    void allCapturesAreVisitedInOrderAlsoWhileWriting() throws IOException {
        try (var store = WarcStore.open(dir, OPTIONS.withMaxFileBytes(3000))) {
            for (int i = 0; i < 20; i++) store.write(page(i));
            var urls = new ArrayList<String>();
            Archive.open(dir).forEach(page -> urls.add(page.url()));
            assertThat(urls).hasSize(20);
        }
    }

    @Test
    void directoryThatIsBeingWrittenIsRefused() throws IOException {
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(page(1));
            assertThatThrownBy(() -> WarcStore.open(dir, OPTIONS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another writer has it");
        }
        WarcStore.open(dir, OPTIONS).close();
    }

    @Test
    void directoryWithoutAnArchiveIsRefused() {
        assertThatThrownBy(() -> Archive.open(dir)).hasMessageContaining("no archive here");
    }

    @Test
    void goodSamplesOfOtherToolsAreRead() throws IOException {
        var samples = Optional.ofNullable(System.getProperty("conformance.dir")).map(Path::of);
        var good = samples.map(path -> path.resolve("warc/good")).filter(Files::isDirectory);
        org.junit.jupiter.api.Assumptions.assumeTrue(
                good.isPresent(), "no conformance data: set conformance.dir");
        for (Path file : Jwarc.list(good.orElseThrow())) {
            // ARC, the format before WARC, too. Bare gzip is no archive: nothing is read of it.
            boolean isArchive = file.toString().matches(".*\\.w?arc(\\.gz)?");
            if (isArchive) assertThat(records(file)).as("%s", file).isPositive();
            else assertThatThrownBy(() -> refused(file)).isInstanceOf(IOException.class);
        }
    }

    private static int records(Path file) throws IOException {
        int records = 0;
        try (var scan = WarcScan.open(file, 0)) {
            for (var next = scan.next(); next.isPresent(); next = scan.next()) {
                records++;
                assertThat(next.get().type()).as("%s", file).isNotEmpty();
                assertThat(next.get().block().readAllBytes().length)
                        .as("%s", file)
                        .isEqualTo((int) next.get().blockBytes());
            }
        }
        return records;
    }

    private static void refused(Path file) throws IOException {
        if (records(file) == 0) throw new IOException(file + ": no record in it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "zstd", "gzip, br", "identity", "unheard-of"})
    void contentIsReadWhateverCodingItCameIn(String coding) throws IOException {
        byte[] plain = "content ".repeat(500).getBytes(UTF_8);
        byte[] coded =
                switch (coding) {
                    case "gzip" -> WarcStoreTest.gzip(new String(plain, UTF_8));
                    case "deflate" -> deflated(plain);
                    case "br" -> brotli(plain);
                    case "zstd" -> Zstd.compress(plain);
                    case "gzip, br" -> brotli(WarcStoreTest.gzip(new String(plain, UTF_8)));
                    default -> plain;
                };
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(
                    Captures.of("http://a.test/", "Content-Encoding: " + coding + "\r\n", coded));
        }
        var archive = Archive.open(dir);
        var page = archive.read(archive.find(Url.of("http://a.test/")).getFirst());
        assertThat(page.body()).isEqualTo(coded);
        assertThat(page.content(1 << 20)).isEqualTo(plain);
        assertThat(page.content(10)).isEqualTo("content co".getBytes(UTF_8));
    }

    private static ArchivedPage page(String fields, byte[] body) {
        byte[] head = ("HTTP/1.1 200 OK\r\n" + fields + "\r\n").getBytes(UTF_8);
        return new ArchivedPage("http://a.test/", Instant.EPOCH, 200, false, head, body);
    }

    @Test
    void contentIsDecodedAsTheCrawlDid() throws IOException {
        byte[] packed = WarcStoreTest.gzip("content");
        assertThat(
                        page("Content-Encoding: gzip\r\nContent-Encoding: br\r\n", brotli(packed))
                                .content(1 << 20))
                .isEqualTo("content".getBytes(UTF_8));
        assertThat(page("Transfer-Encoding: gzip\r\n", packed).content(1 << 20))
                .isEqualTo("content".getBytes(UTF_8));
    }

    /** Packed bytes are no text, and are not indexed as one. */
    @Test
    void aBodyThatCannotBeDecodedIsAnEmptyPage() {
        var broken = page("Content-Encoding: gzip\r\n", "no gzip".getBytes(UTF_8));
        assertThat(broken.content(1 << 20)).isEmpty();
        assertThat(broken.decode(1 << 20).flaw()).contains(DecodedBody.Flaw.CORRUPT);
    }

    /** 15 of these took 4 GB. */
    @Test
    void aBombIsCutAtTheRatioThatTheCrawlAllows() {
        byte[] bomb = Zstd.compress(new byte[64 << 20]);
        var page = page("Content-Encoding: zstd\r\n", bomb);
        assertThat(page.content(256 << 20).length).isLessThanOrEqualTo(2 << 20);
        assertThat(page.decode(256 << 20).flaw()).contains(DecodedBody.Flaw.TOO_DENSE);
    }

    private static byte[] brotli(byte[] plain) throws IOException {
        Brotli4jLoader.ensureAvailability();
        return Encoder.compress(plain);
    }

    private static byte[] deflated(byte[] plain) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var deflater = new DeflaterOutputStream(out)) {
            deflater.write(plain);
        }
        return out.toByteArray();
    }
}
