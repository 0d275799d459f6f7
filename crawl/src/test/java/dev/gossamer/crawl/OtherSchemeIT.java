package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.http.Headers;
import dev.gossamer.http.HeaderField;
import dev.gossamer.fetch.Body;
import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.fetch.Request;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scheme that the crawl knows nothing of needs a fetcher and nothing else. */
class OtherSchemeIT {
    @TempDir Path folder = Path.of("");

    /** A server's files, in memory. */
    private static final class Shelf implements Fetcher {
        private static final Map<String, String> FILES =
                Map.of(
                        "/", "<a href=a.html>a</a> <a href='mailto:x@y'>mail</a>",
                        "/a.html", "<a href=/b.html>b</a> <a href='gopher://127.0.0.1/'>c</a>",
                        "/b.html", "<title>the end</title>");

        private boolean isClosed;

        @Override
        public void fetch(Request request, Consumer<? super Outcome> done) {
            String file = FILES.get(request.url().path());
            String head = "HTTP/1.1 " + (file == null ? "404 No" : "200 OK") + "\r\n\r\n";
            done.accept(
                    new Outcome.Answer(
                            request.url(),
                            Instant.EPOCH,
                            Duration.ZERO,
                            InetAddress.getLoopbackAddress(),
                            new byte[0],
                            head.getBytes(StandardCharsets.US_ASCII),
                            file == null ? 404 : 200,
                            new Headers(List.of(new HeaderField("Content-Type", "text/html"))),
                            Body.of(String.valueOf(file).getBytes(StandardCharsets.US_ASCII))));
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @Test
    void isCrawledThroughItsOwnFetcher() throws Exception {
        var pages = new ConcurrentSkipListSet<String>();
        var files = new Shelf();
        var status =
                Crawl.of("ftp://127.0.0.1/")
                        .fetcher("ftp", files)
                        .set("filters", List.of(Map.of("scheme", List.of("ftp")), "scope"))
                        .set("delay", "1ms")
                        .onPage(page -> pages.add(page.url().toString()))
                        .into(folder.resolve("crawl"))
                        .run();
        assertThat(status.state()).isEqualTo(Status.State.finished);
        assertThat(pages)
                .containsExactly(
                        "ftp://127.0.0.1/", "ftp://127.0.0.1/a.html", "ftp://127.0.0.1/b.html");
        assertThat(Files.readString(folder.resolve("crawl").resolve("crawl.log")))
                .contains("404", "ftp://127.0.0.1/robots.txt");
        assertThat(files.isClosed).isTrue();
    }

    @Test
    void isRefusedWhereNobodyFetchesIt() {
        assertThatThrownBy(() -> Crawl.of("ftp://127.0.0.1/").run())
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("the filter 'scheme' drops the seed ftp://127.0.0.1/");
    }

    @Test
    void withoutAFetcherIsAFaultOfItsOwn() throws Exception {
        Crawl.of("ftp://127.0.0.1/")
                .set("filters", List.of(Map.of("scheme", List.of("ftp")), "scope"))
                .set("delay", "1ms")
                .set("retry-wait", "1ms")
                .set("max-attempts", 1)
                .into(folder.resolve("crawl"))
                .run();
        assertThat(Files.readString(folder.resolve("crawl").resolve("crawl.log")))
                .contains("unsupported_url");
    }
}
