package dev.gossamer.store;

import static dev.gossamer.store.ForeignWarc.html;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that other writers put into their records, and that must not harm the index. */
final class OddForeignRecordsTest {
    private static final String DIGEST = "sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private static final WarcImport.Listener QUIET =
            new WarcImport.Listener() {
                @Override
                public void captured(ImportedCapture capture) {}

                @Override
                public void damaged(Damage damage) {
                    throw new AssertionError(damage);
                }

                @Override
                public boolean isStopped() {
                    return false;
                }
            };

    @TempDir private Path dir;

    private static ForeignWarc answer(String url, String date, String digest, String http) {
        return new ForeignWarc()
                .add(
                        """
                        WARC-Type: response
                        WARC-Target-URI: %s
                        WARC-Date: %s
                        WARC-Payload-Digest: %s
                        Content-Type: application/http;msgtype=response"""
                                .formatted(url, date, digest),
                        http);
    }

    private static ForeignWarc answer(String url) {
        return answer(url, "2020-01-01T00:00:01Z", DIGEST, html("words"));
    }

    private Path archive() {
        return dir.resolve("warc");
    }

    private void imported(ForeignWarc warc) throws IOException {
        Path source = Files.write(dir.resolve("source.warc"), warc.plain());
        try (var into = WarcImport.into(archive(), Map.of())) {
            into.copy(source, QUIET);
            assertThat(into.captures()).isOne();
        }
    }

    private List<IndexEntry> found(String url) throws IOException {
        return Archive.open(archive()).find(Url.of(url));
    }

    /** Returns the index after it was lost and made anew. */
    private String indexMadeAnew() throws IOException {
        Path index = archive().resolve("cdxj/index.cdxj");
        Files.delete(index);
        assertThat(WarcStore.rebuildIndexIfNeeded(archive())).isPresent();
        return Files.readString(index);
    }

    /** Wget and others write the link as it stood in the page. */
    @ParameterizedTest
    @CsvSource({
        "http://a.test/b\u00fccher, http://a.test/b%C3%BCcher",
        "http://a.test/\u65e5\u672c?q=\u8a9e, http://a.test/%E6%97%A5%E6%9C%AC?q=%E8%AA%9E",
        "http://b\u00fccher.test/x, http://xn--bcher-kva.test/x",
        "http://a.test/\ud83d\ude00, http://a.test/%F0%9F%98%80",
        "HTTP://A.test, http://a.test/",
        "http://a.test/a b, http://a.test/a%20b",
        "http://a.test/\"quoted\", http://a.test/%22quoted%22",
    })
    void aUrlThatIsNotEscapedIsFoundAsItIsWrittenByOthers(String written, String url)
            throws IOException {
        imported(answer(written));
        String index = Files.readString(archive().resolve("cdxj/index.cdxj"));
        assertThat(found(url)).extracting(IndexEntry::url).containsExactly(url);
        assertThat(WarcStore.rebuildIndexIfNeeded(archive())).isEmpty();
        assertThat(indexMadeAnew()).isEqualTo(index);
    }

    @Test
    void aKilledImportWithSuchAUrlIsRepaired() throws IOException {
        imported(answer("http://a.test/b\u00fccher"));
        Path file = Jwarc.files(archive()).getFirst();
        Files.move(file, OpenFile.openName(file));
        Files.delete(archive().resolve("cdxj/index.cdxj"));
        WarcRepair.repair(archive());
        assertThat(found("http://a.test/b%C3%BCcher")).hasSize(1);
    }

    /** A page that says where its content lies must name a URL by which that is found. */
    @Test
    void contentThatCameUnderSuchAUrlIsFoundByWhoRefersToIt() throws IOException {
        String body = Captures.words(new Random(7), 2000);
        var capture = Captures.page("http://b.test/", body);
        var digest = PayloadDigest.of(capture.responseHead(), capture.body());
        String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
        String date = "2020-01-01T00:00:01Z";
        imported(answer("http://a.test/b\u00fccher", date, digest.toString(), http));
        try (var store = WarcStore.open(archive(), WarcOptions.DEFAULT.withWriters(1))) {
            store.write(capture);
            assertThat(store.duplicates()).isOne();
        }
        var archive = Archive.open(archive());
        var page = archive.read(archive.newest(Url.of("http://b.test/")).orElseThrow());
        assertThat(page.isRevisit()).isTrue();
        assertThat(page.body()).isEqualTo(body.getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sha1:\"quoted\"",
                "sha1:back\\slash",
                "sha1:\u00fcmlaut",
                "sha1:{\"offset\": \"7\"}",
                "sha-256:abc",
                "md5:d41d8cd98f00b204e9800998ecf8427e",
                "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
                "",
            })
    void aDigestOfWhateverKindIsKeptAndHarmsNoLine(String digest) throws IOException {
        imported(answer("http://a.test/", "2020-01-01T00:00:01Z", digest, html("words")));
        assertThat(found("http://a.test/"))
                .extracting(IndexEntry::digest)
                .containsExactly(digest.replaceFirst("^sha1:", ""));
        assertThat(WarcStore.rebuildIndexIfNeeded(archive())).isEmpty();
        assertThat(indexMadeAnew()).hasLineCount(1);
    }

    /** A program that has no date writes its smallest or its largest. */
    @ParameterizedTest
    @CsvSource({
        "0001-01-01T00:00:00Z, 00010101000000",
        "0999-12-31T23:59:59Z, 09991231235959",
        "9999-12-31T23:59:59.9999999Z, 99991231235959",
        "+10000-01-01T00:00:00Z, 19700101000000",
        "-0001-01-01T00:00:00Z, 19700101000000",
        "2020-01-01T00:00:01+02:00, 20191231220001",
        "2020-01-01, 19700101000000",
    })
    void aDateFarAwayHasFourteenDigitsToo(String date, String digits) throws IOException {
        imported(answer("http://a.test/", date, DIGEST, html("words")));
        assertThat(found("http://a.test/"))
                .extracting(IndexEntry::timestamp)
                .containsExactly(digits);
        assertThat(WarcStore.rebuildIndexIfNeeded(archive())).isEmpty();
        assertThat(indexMadeAnew()).hasLineCount(1);
        assertThat(WarcNames.serial(Jwarc.files(archive()).getFirst())).hasValue(0);
    }
}
