package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.http.Truncation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class WarcStoreTest {
    private static final WarcOptions OPTIONS = WarcOptions.DEFAULT.withWriters(1);

    @TempDir private Path dir;

    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void everyRecordOfACaptureIsReadBackByJwarcAndValid(WarcOptions.Codec codec) throws Exception {
        var page = Captures.page("http://a.test/x?y=1", "<html>hello</html>");
        try (var store = WarcStore.open(dir, OPTIONS.withCodec(codec, 1))) {
            store.write(page);
        }
        var records = Jwarc.readAll(dir);
        assertThat(records)
                .extracting(Jwarc.Read::type)
                .containsExactly("warcinfo", "response", "request");
        var response = records.get(1);
        assertThat(new String(response.block(), UTF_8))
                .isEqualTo("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>hello</html>");
        assertThat(response.field("WARC-Target-URI")).isEqualTo("http://a.test/x?y=1");
        assertThat(response.field("WARC-Date")).isEqualTo("2026-11-15T05:25:05Z");
        assertThat(response.field("WARC-IP-Address")).isEqualTo("192.0.2.7");
        assertThat(response.field("WARC-Payload-Digest")).startsWith("sha1:").hasSize(37);
        assertThat(records.get(2).field("WARC-Block-Digest")).startsWith("sha1:").hasSize(37);
        assertThat(records.get(2).field("WARC-Concurrent-To"))
                .isEqualTo(response.field("WARC-Record-ID"))
                .matches("<urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}>");
        assertThat(records.get(2).block()).isEqualTo(page.requestHead());
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void zstdHasFasterLevelsAndGzipHasNot() throws Exception {
        try (var store = WarcStore.open(dir, OPTIONS.withCodec(WarcOptions.Codec.ZSTD, -5))) {
            store.write(Captures.page("http://a.test/", Captures.words(new Random(1), 20_000)));
        }
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
        assertThatThrownBy(() -> OPTIONS.withCodec(WarcOptions.Codec.GZIP, -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OPTIONS.withCodec(WarcOptions.Codec.ZSTD, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fourteenDigitsNameASecond() {
        for (String time : List.of("1970-01-01T00:00:00.9Z", "2026-02-03T04:05:06Z")) {
            var at = Instant.parse(time);
            String digits = time.replaceAll("\\..*|\\D", "");
            assertThat(CaptureTime.text(at)).isEqualTo(digits);
            assertThat(CaptureTime.parse(digits)).contains(at.truncatedTo(ChronoUnit.SECONDS));
        }
    }

    @Test
    void warcinfoSaysWhoWroteAndTheNameIsAsArchivesExpect() throws IOException {
        try (var store =
                WarcStore.open(dir, OPTIONS.withInfo(Map.of("operator", "somebody@a.test")))) {
            store.write(Captures.page("http://a.test/", "x"));
        }
        var info = Jwarc.readAll(dir).getFirst();
        assertThat(info.field("WARC-Filename"))
                .isEqualTo("gossamer-20261115052505123-00000-localhost.warc.gz")
                .isEqualTo(info.file().getFileName().toString());
        assertThat(new String(info.block(), US_ASCII))
                .contains("operator: somebody@a.test\r\n", "format: WARC File Format 1.1\r\n");
    }

    @Test
    void payloadDigestIsTakenAfterTheChunksButTheyAreKept() throws IOException {
        byte[] chunked = "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n".getBytes(US_ASCII);
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.of("http://a.test/1", "Transfer-Encoding: chunked\r\n", chunked));
            store.write(Captures.page("http://a.test/2", "hello world"));
        }
        var responses =
                Jwarc.readAll(dir).stream().filter(r -> r.type().equals("response")).toList();
        assertThat(responses.get(0).block()).endsWith(chunked);
        assertThat(responses.get(0).field("WARC-Payload-Digest"))
                .isEqualTo(responses.get(1).field("WARC-Payload-Digest"));
    }

    @Test
    void bodyThatCameCompressedIsKeptAsItCameAndNotMadeLonger() throws Exception {
        byte[] body = gzip(Captures.words(new Random(1), 900_000));
        assertThat(body.length).isGreaterThan(0xffff);
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.of("http://a.test/", "Content-Encoding: gzip\r\n", body));
        }
        assertThat(Jwarc.readAll(dir).get(1).block()).endsWith(body);
        assertThat(Files.size(Jwarc.files(dir).getFirst())).isLessThan(body.length + 1500L);
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void bodyInAFileIsStoredLikeOneInMemory() throws Exception {
        byte[] body = Captures.words(new Random(2), 1_000_000).getBytes(UTF_8);
        Path file = Files.write(dir.resolve("body"), body);
        try (var store = WarcStore.open(dir.resolve("warc"), OPTIONS)) {
            var page = Captures.page("http://a.test/", "");
            store.write(
                    page.withBody(
                            new CaptureBody.InFile(file, body.length),
                            Optional.of(Truncation.LENGTH)));
        }
        var response = Jwarc.readAll(dir.resolve("warc")).get(1);
        assertThat(response.block()).endsWith(body);
        assertThat(response.field("WARC-Truncated")).isEqualTo("length");
        assertThat(Jwarc.validate(dir.resolve("warc"))).endsWith("exit 0");
    }

    @Test
    void fullFileIsClosedAndTheNextBegunAndSerialsGoOnAfterReopening() throws IOException {
        var options = OPTIONS.withMaxFileBytes(2000);
        for (int run = 0; run < 2; run++) {
            try (var store = WarcStore.open(dir, options)) {
                for (int i = 0; i < 10; i++) {
                    store.write(Captures.page("http://a.test/" + i, "page " + i));
                }
            }
        }
        var files = Jwarc.files(dir);
        assertThat(files).hasSizeGreaterThan(3);
        for (int i = 0; i < files.size(); i++) {
            assertThat(files.get(i).toString()).contains("-0000" + i + "-");
            assertThat(Jwarc.read(files.get(i)).getFirst().type()).isEqualTo("warcinfo");
        }
        assertThat(Jwarc.readAll(dir)).filteredOn(r -> r.type().equals("response")).hasSize(20);
    }

    @Test
    void fileBearsOpenUntilItIsClosed() throws IOException {
        try (var store = WarcStore.open(dir, OPTIONS)) {
            store.write(Captures.page("http://a.test/", "x"));
            store.sync();
            assertThat(Jwarc.files(dir)).singleElement().asString().endsWith(".warc.gz.open");
            assertThat(Jwarc.readAll(dir)).hasSize(3);
        }
        assertThat(Jwarc.files(dir)).singleElement().asString().endsWith(".warc.gz");
    }

    @Test
    void manyWorkersWriteAtOnceAndNothingIsLostOrMixed() throws Exception {
        int workers = 16;
        int each = 50;
        long seed = 2026;
        var bodies = new ArrayList<String>();
        try (var store = WarcStore.open(dir, OPTIONS.withWriters(3).withMaxFileBytes(200_000));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<String>>> done = new ArrayList<>();
            for (int w = 0; w < workers; w++) {
                var random = new Random(seed + w);
                String base = "http://a.test/" + w + "/";
                done.add(
                        threads.submit(
                                () -> {
                                    var mine = new ArrayList<String>();
                                    for (int i = 0; i < each; i++) {
                                        String body =
                                                base + Captures.words(random, random.nextInt(9000));
                                        store.write(Captures.page(base + i, body));
                                        mine.add(body);
                                    }
                                    return mine;
                                }));
            }
            for (var worker : done) bodies.addAll(worker.get());
        }
        var stored = new ArrayList<String>();
        for (var record : Jwarc.readAll(dir)) {
            if (!record.type().equals("response")) continue;
            String block = new String(record.block(), UTF_8);
            stored.add(block.substring(block.indexOf("\r\n\r\n") + 4));
        }
        assertThat(stored).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(bodies);
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }
}
