package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is added to the header of a record of another writer, and what stays as it is. */
final class CopiedHeaderTest {
    private static final String DIGEST = "sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final byte[] HTTP = "HTTP/1.1 200 OK\r\n\r\nx".getBytes(UTF_8);
    private static final String SAID = "Content-Type: application/http;msgtype=response";

    @TempDir private Path dir;
    private KnownCaptures known = none(Path.of(""));

    private static KnownCaptures none(Path dir) {
        try {
            return KnownCaptures.load(8, List.of(), new IndexCheck(dir));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void oneIsKnown() {
        known = none(dir);
        var digest = PayloadDigest.parse(DIGEST).orElseThrow();
        known.add(digest, Url.of("http://b.test/"), Captures.AT);
    }

    private static List<String> lines(String type, String url, String... more) {
        var lines = new ArrayList<>(List.of("WARC/1.0", "WARC-Type: " + type));
        lines.add("WARC-Target-URI: " + url);
        lines.addAll(List.of(more));
        return lines;
    }

    /** The lines that were added, after those that were there before. */
    private List<String> added(List<String> lines, byte[] block) {
        var copied = CopiedHeader.of(lines, block, known).lines();
        assertThat(copied.subList(0, lines.size())).isEqualTo(lines);
        return copied.subList(lines.size(), copied.size());
    }

    @ParameterizedTest
    @CsvSource({
        "response, http://a.test/",
        "response, https://a.test/",
        "response, HTTPS://a.test/",
        "response, <http://a.test/>",
        "revisit, http://a.test/",
    })
    void anHttpAnswerWithoutATypeGetsOne(String type, String url) {
        assertThat(added(lines(type, url), HTTP)).containsExactly(SAID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: application/http;msgtype=response",
                "content-type: application/http",
                "Content-Type: application/http; msgtype=response",
            })
    void aTypeThatIsRightStays(String type) {
        assertThat(added(lines("response", "http://a.test/", type), HTTP)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type: text/html", "CONTENT-TYPE: application/octet-stream"})
    void aTypeThatIsWrongIsReplaced(String type) {
        var lines = lines("response", "http://a.test/", type, "X: y");
        assertThat(CopiedHeader.of(lines, HTTP, known).lines())
                .containsExactly(
                        "WARC/1.0",
                        "WARC-Type: response",
                        "WARC-Target-URI: http://a.test/",
                        "X: y",
                        SAID);
    }

    @ParameterizedTest
    @CsvSource({
        "request, http://a.test/, HTTP/1.1 200 OK",
        "resource, http://a.test/, HTTP/1.1 200 OK",
        "response, ftp://a.test/, HTTP/1.1 200 OK",
        "response, dns:a.test, HTTP/1.1 200 OK",
        "response, 'urn:http:', HTTP/1.1 200 OK",
        "response, http://a.test/, <html>",
        "response, http://a.test/, ''",
        "revisit, http://a.test/, <html>",
    })
    void whatIsNoHttpAnswerIsNotMadeOne(String type, String url, String block) {
        assertThat(added(lines(type, url), block.getBytes(UTF_8))).isEmpty();
    }

    /** Its payload is known, and its head may have been left out. */
    @Test
    void aRevisitWithoutABlockIsAnAnswerToo() {
        assertThat(added(lines("revisit", "http://a.test/"), new byte[0])).containsExactly(SAID);
    }

    @Test
    void aRevisitThatNamesNoOriginalGetsTheOneWithItsPayload() {
        var lines = lines("revisit", "http://a.test/", "WARC-Payload-Digest: " + DIGEST, SAID);
        assertThat(added(lines, HTTP))
                .containsExactly(
                        "WARC-Refers-To-Target-URI: http://b.test/",
                        "WARC-Refers-To-Date: 2026-11-15T05:25:05Z");
        lines.add("WARC-Refers-To-Date: 2020-01-01T00:00:00Z");
        assertThat(added(lines, HTTP)).containsExactly("WARC-Refers-To-Target-URI: http://b.test/");
        lines.add("warc-refers-to-target-uri: <http://c.test/>");
        assertThat(added(lines, HTTP)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "revisit, sha1:22222222222222222222222222222222",
        "revisit, md5:abc",
        "revisit, ''",
        "response, " + DIGEST,
    })
    void withoutAKnownPayloadNoOriginalIsNamed(String type, String digest) {
        var lines = lines(type, "http://a.test/", "WARC-Payload-Digest: " + digest, SAID);
        assertThat(added(lines, HTTP)).isEmpty();
    }

    @Test
    void fieldsAreReadAsUtf8AndTheFirstOfANameCounts() {
        String url = new String("http://a.test/b\u00fccher".getBytes(UTF_8), ISO_8859_1);
        var header =
                new CopiedHeader(
                        List.of("WARC/1.0", "WARC-Target-URI:" + url, "no field", "X : 1", "x:2"));
        var found = header.found(7);
        assertThat(found.url()).isEqualTo("http://a.test/b\u00fccher");
        assertThat(found.field("x")).isEqualTo("1");
        assertThat(found.field("no field")).isEmpty();
        assertThat(found.blockBytes()).isEqualTo(7);
    }

    /** Byte by byte, whatever they mean. */
    @Test
    void linesAreWrittenAsTheyWereWithTheEndsOfTheStandard() {
        var header = new CopiedHeader(List.of("WARC/1.0", "A: \u00c3\u00bc", "B:  c "));
        assertThat(header.bytes())
                .isEqualTo("WARC/1.0\r\nA: \u00c3\u00bc\r\nB:  c \r\n\r\n".getBytes(ISO_8859_1));
    }
}
