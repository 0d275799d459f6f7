package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A capture that is read from the archive piece by piece. */
final class StoredCaptureTest {
    private static final String BODY = Captures.words(new Random(7), 200_000);

    @TempDir private Path dir;

    private StoredCapture stored(Capture... captures) throws IOException {
        return stored(WarcOptions.DEFAULT, captures);
    }

    /** Writes all, and opens the last. */
    private StoredCapture stored(WarcOptions options, Capture... captures) throws IOException {
        try (var store = WarcStore.open(dir, options.withWriters(1))) {
            for (var capture : captures) store.write(capture);
        }
        return newest(captures[captures.length - 1].url());
    }

    private StoredCapture newest(Url url) throws IOException {
        var archive = Archive.open(dir);
        return archive.open(archive.newest(url).orElseThrow());
    }

    private static Capture capture(String url, String fields, String body) {
        return Captures.of(url, fields, body.getBytes(UTF_8));
    }

    private static String content(StoredCapture capture) throws IOException {
        try (var content = capture.content()) {
            return new String(content.readAllBytes(), UTF_8);
        }
    }

    private static String chunked(String body) {
        int half = body.length() / 2;
        return "%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n"
                .formatted(
                        half, body.substring(0, half), body.length() - half, body.substring(half));
    }

    @ParameterizedTest
    @EnumSource(WarcOptions.Codec.class)
    void itIsTheAnswerThatWasStored(WarcOptions.Codec codec) throws IOException {
        var options = WarcOptions.DEFAULT.withCodec(codec, 1);
        var stored = stored(options, Captures.page("http://a.test/x", BODY));
        assertThat(stored.url()).isEqualTo("http://a.test/x");
        assertThat(stored.at()).isEqualTo("2026-11-15T05:25:05Z");
        assertThat(stored.status()).isEqualTo(200);
        assertThat(stored.type()).isEqualTo("text/html");
        assertThat(stored.headers().first("content-type")).contains("text/html");
        assertThat(stored.isRevisit()).isFalse();
        assertThat(stored.hasContent()).isTrue();
        assertThat(content(stored)).isEqualTo(BODY);
        assertThat(content(stored)).as("a second time").isEqualTo(BODY);
        assertThat(stored.contentBytes(0)).isEqualTo(BODY.length());
    }

    @Test
    void contentIsWithoutItsCodings() throws IOException {
        var packed =
                Captures.of(
                        "http://a.test/gzip",
                        "Content-Encoding: gzip\r\n",
                        WarcStoreTest.gzip(BODY));
        var framed =
                capture("http://a.test/chunked", "Transfer-Encoding: chunked\r\n", chunked(BODY));
        for (var capture : new Capture[] {packed, framed}) {
            var stored = stored(capture);
            assertThat(content(stored)).isEqualTo(BODY);
            assertThat(stored.contentBytes(Long.MAX_VALUE)).isEqualTo(BODY.length());
            assertThat(stored.contentBytes(BODY.length())).isEqualTo(BODY.length());
            assertThat(stored.contentBytes(100)).isBetween(101L, (long) BODY.length());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, x, true",
        "application/xhtml+xml, x, true",
        "text/plain, <html>, false",
        "'', <html><body>, true",
        "'', words, false",
    })
    void htmlIsToldByTypeOrByContent(String type, String body, boolean isHtml) throws IOException {
        String fields = type.isEmpty() ? "" : "Content-Type: " + type + "\r\n";
        assertThat(stored(capture("http://a.test/", fields, body)).isHtml()).isEqualTo(isHtml);
    }

    @ParameterizedTest
    @CsvSource({
        "text/plain; charset=iso-8859-1, \u00fc",
        "text/plain; charset=utf-8, \ufffd",
        "text/plain; charset=unheard-of, \ufffd",
        "text/plain; charset=, \ufffd",
        "text/plain, \ufffd",
    })
    void textIsReadInTheEncodingThatTheServerNamed(String type, String text) throws IOException {
        var stored =
                stored(capture("http://a.test/", "Content-Type: " + type + "\r\n", "irrelevant"));
        assertThat(stored.plainText("\u00fc".getBytes(ISO_8859_1))).isEqualTo(text);
    }

    /** The same payload came before under another URL, framed otherwise. */
    @Test
    void aRevisitHasItsOwnHeadAndTheContentOfItsOriginal() throws IOException {
        var stored =
                stored(
                        capture(
                                "http://a.test/1",
                                "Transfer-Encoding: chunked\r\nX: first\r\n",
                                chunked(BODY)),
                        capture("http://a.test/2", "X: second\r\n", BODY));
        assertThat(stored.isRevisit()).isTrue();
        assertThat(stored.url()).isEqualTo("http://a.test/2");
        assertThat(stored.headers().first("x")).contains("second");
        assertThat(content(stored)).isEqualTo(BODY);
        assertThat(stored.contentBytes(1 << 20)).isEqualTo(BODY.length());
    }

    @Test
    void aRevisitWhoseOriginalIsGoneHasNoContent() throws IOException {
        Path earlier = dir.resolve("earlier");
        try (var store = WarcStore.open(earlier, WarcOptions.DEFAULT)) {
            store.write(Captures.page("http://a.test/1", BODY));
        }
        dir = dir.resolve("now");
        var options = WarcOptions.DEFAULT.withEarlier(java.util.List.of(earlier));
        var stored = stored(options, Captures.page("http://a.test/2", BODY));
        assertThat(stored.isRevisit()).isTrue();
        assertThat(stored.hasContent()).isFalse();
        assertThat(content(stored)).isEmpty();
        assertThat(stored.contentBytes(100)).isZero();
        assertThat(stored.status()).isEqualTo(200);
        var both = Archive.open(dir, earlier);
        var found = both.open(both.newest(Url.of("http://a.test/2")).orElseThrow());
        assertThat(content(found)).isEqualTo(BODY);
    }

    @Test
    void anAnswerThatSaysNotModifiedHasTheHeadThatItConfirms() throws IOException {
        var stored =
                stored(
                        capture("http://a.test/", "X: first\r\n", BODY),
                        later(Captures.notModified("http://a.test/", "If-None-Match: y\r\n")));
        assertThat(stored.isRevisit()).isTrue();
        assertThat(stored.status()).isEqualTo(200);
        assertThat(stored.headers().first("x")).contains("first");
        assertThat(content(stored)).isEqualTo(BODY);
    }

    private static Capture later(Capture capture) {
        return new Capture(
                capture.url(),
                capture.via(),
                capture.at().plusSeconds(60),
                capture.address(),
                capture.requestHead(),
                capture.responseHead(),
                capture.status(),
                new byte[0]);
    }

    /** It may be deleted between two calls, as nothing is held open. */
    @Test
    void aFileThatIsGoneMeanwhileIsReported() throws IOException {
        var stored = stored(Captures.page("http://a.test/", BODY));
        Path file = Jwarc.files(dir).getFirst();
        Files.delete(file);
        assertThatThrownBy(stored::content)
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is missing, though the index names it");
        assertThatThrownBy(() -> stored.contentBytes(1)).isInstanceOf(IOException.class);
    }

    @Test
    void aPlaceWithoutAnAnswerIsReported() throws IOException {
        stored(Captures.page("http://a.test/", BODY));
        var archive = Archive.open(dir);
        var entry = archive.newest(Url.of("http://a.test/")).orElseThrow();
        var wrong =
                new IndexEntry(
                        entry.key(),
                        entry.at(),
                        entry.url(),
                        entry.type(),
                        200,
                        entry.digest(),
                        entry.bytes(),
                        0,
                        entry.file());
        assertThatThrownBy(() -> archive.open(wrong))
                .hasMessage(dir.resolve(entry.file()) + " at 0: no HTTP answer here");
    }

    @Test
    void aHeadWithoutABodyIsAnEmptyPage() throws IOException {
        byte[] head = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(US_ASCII);
        var page = Captures.page("http://a.test/", "");
        var stored =
                stored(
                        new Capture(
                                page.url(),
                                page.via(),
                                page.at(),
                                page.address(),
                                page.requestHead(),
                                head,
                                204,
                                new byte[0]));
        assertThat(stored.hasContent()).isTrue();
        assertThat(content(stored)).isEmpty();
        assertThat(stored.status()).isEqualTo(204);
        assertThat(stored.type()).isEmpty();
    }
}
