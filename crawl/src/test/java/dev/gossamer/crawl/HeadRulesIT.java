package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the head says is not wanted is not downloaded, seen from the server. */
class HeadRulesIT {
    private static final int BODY_BYTES = 64 << 20;

    @TempDir Path folder = Path.of("");

    private Crawl crawl(RawSite site) {
        return Crawl.of(site.url("/"))
                .set("max-body", "32m")
                .set("delay", "1ms")
                .set("sitemaps", false)
                .set("retry-wait", "1ms")
                .set("max-attempts", 2)
                .into(folder.resolve("crawl"));
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("crawl").resolve("crawl.log"));
    }

    @ParameterizedTest
    @CsvSource({
        "types, text/, 200 OK, Content-Type: image/png, unwanted-type",
        "decline, oversized, 200 OK, X: y, oversized",
        "decline, 404, 404 No, X: y, unwanted-status",
        "decline, 4xx, 410 Gone, X: y, unwanted-status",
        "decline, noindex, 200 OK, X-Robots-Tag: noindex, noindex",
        "decline, noindex, 200 OK, X-Robots-Tag: none, noindex",
        "decline, noarchive, 200 OK, X-Robots-Tag: gossamer: noarchive, noarchive",
    })
    void bodyIsNotDownloaded(String setting, String value, String status, String field, String rule)
            throws Exception {
        var sent = new AtomicLong();
        try (var site = RawSite.start((_, out) -> send(out, status, field, sent))) {
            var end = crawl(site).set(setting, value).run();
            // What fits into the buffers of both sockets has left the server all the same.
            assertThat(sent.get()).isLessThan(BODY_BYTES / 2);
            assertThat(end.bytes()).isZero();
            assertThat(end.dropped()).containsEntry(rule, 1L);
            assertThat(log()).contains("declined:" + rule);
        }
    }

    private static void send(RawSite.Out out, String status, String field, AtomicLong sent)
            throws IOException {
        out.write("HTTP/1.1 " + status + "\r\n" + field + "\r\nContent-Length: ");
        out.write(BODY_BYTES + "\r\n\r\n");
        var piece = new byte[64 << 10];
        for (int i = 0; i < BODY_BYTES / piece.length; i++) {
            out.write(piece);
            sent.addAndGet(piece.length);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "noindex, X-Robots-Tag: otherbot: noindex",
        "noarchive, X-Robots-Tag: noindex",
        "oversized, X: y",
        "'404,5xx', X: y"
    })
    void whatIsNotMeantIsDownloaded(String decline, String field) throws Exception {
        String answer = "HTTP/1.1 200 OK\r\n" + field + "\r\nContent-Length: 5\r\n\r\nhello";
        try (var site = RawSite.answering(answer)) {
            assertThat(crawl(site).set("decline", decline).run().pages()).isEqualTo(1);
        }
    }

    @Test
    void aRedirectIsFollowedAndAnOverloadHeededAllTheSame() throws Exception {
        try (var site =
                RawSite.start(
                        (head, out) ->
                                out.write(
                                        head.startsWith("GET / ")
                                                ? "HTTP/1.1 302 On\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
                                                : "HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n"))) {
            crawl(site).set("decline", "3xx,5xx").run();
            assertThat(site.requests())
                    .extracting(head -> head.split(" ")[1])
                    .containsExactly("/", "/b", "/b");
        }
    }
}
