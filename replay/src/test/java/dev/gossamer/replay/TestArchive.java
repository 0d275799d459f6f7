package dev.gossamer.replay;

import dev.gossamer.store.Archive;
import dev.gossamer.store.Capture;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.store.WarcStore;
import dev.gossamer.url.Url;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** An archive that a test fills. */
final class TestArchive implements AutoCloseable {
    static final Instant FIRST = Instant.parse("2026-01-15T09:30:00Z");
    static final Instant SECOND = Instant.parse("2026-03-15T09:30:00Z");

    private final Path dir;
    private final WarcStore store;

    private TestArchive(Path dir, WarcStore store) {
        this.dir = dir;
        this.store = store;
    }

    static TestArchive in(Path dir) throws IOException {
        return new TestArchive(dir, WarcStore.open(dir, WarcOptions.DEFAULT.withWriters(1)));
    }

    TestArchive with(String url, Instant at, String fields, byte[] body) throws IOException {
        return with(url, at, 200, fields, body);
    }

    TestArchive with(String url, Instant at, int status, String fields, byte[] body)
            throws IOException {
        store.write(
                new Capture(
                        Url.of(url),
                        Url.of(url),
                        at,
                        InetAddress.getLoopbackAddress(),
                        "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                        ("HTTP/1.1 " + status + " X\r\n" + fields + "\r\n\r\n")
                                .getBytes(StandardCharsets.ISO_8859_1),
                        status,
                        body));
        return this;
    }

    TestArchive html(String url, Instant at, String page) throws IOException {
        return with(
                url,
                at,
                "Content-Type: text/html; charset=utf-8\r\nSet-Cookie: a=b",
                page.getBytes(StandardCharsets.UTF_8));
    }

    /** Finishes what was written; crawl {@code c} is this archive. */
    CrawlArchives archives() throws IOException {
        store.close();
        return crawl ->
                crawl.equals("c")
                        ? Optional.of(new ArchivedCrawl(Archive.open(dir), TestArchive::normal))
                        : Optional.empty();
    }

    /** A crawl that knows nothing of sessions. */
    private static Url normal(Url url) {
        return Url.of(url.toString().replaceFirst(";jsessionid=\\w+", ""));
    }

    static WebCall get(String target) {
        return new WebCall("GET", "http://127.0.0.1:8700", target, Map.of());
    }

    static WebCall get(String target, String field, String value) {
        return new WebCall("GET", "http://127.0.0.1:8700", target, Map.of(field, value));
    }

    static String text(WebAnswer answer) throws IOException {
        return new String(written(answer), StandardCharsets.UTF_8);
    }

    static byte[] written(WebAnswer answer) throws IOException {
        var out = new ByteArrayOutputStream();
        answer.body().writeTo(out);
        return out.toByteArray();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
