package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.Headers;
import dev.gossamer.fetch.FetchOptions;
import dev.gossamer.fetch.Fetcher;
import dev.gossamer.fetch.Guard;
import dev.gossamer.fetch.HttpFetcher;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.fetch.Request;
import dev.gossamer.fetch.Validators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRevisit;

/** From the validators of an answer to the revisit record that says: it is still the same. */
class ConditionalRequestIT {
    private static final String TAG = "\"v1\"";
    private static final String DATE = "Sat, 14 Nov 2026 08:00:00 GMT";

    @TempDir Path folder = Path.of("");

    private static void answer(String head, RawSite.Out out) throws Exception {
        boolean isAsked =
                head.contains("\r\nIf-None-Match: " + TAG + "\r\n")
                        && head.contains("\r\nIf-Modified-Since: " + DATE + "\r\n");
        String fields = "ETag: " + TAG + "\r\nLast-Modified: " + DATE + "\r\n";
        out.write(
                isAsked
                        ? "HTTP/1.1 304 Not Modified\r\n" + fields + "\r\n"
                        : "HTTP/1.1 200 OK\r\n" + fields + "Content-Length: 5\r\n\r\nhello");
    }

    /** A crawler that knows what it saw before: our own fetcher, asked with validators. */
    private record Remembering(Fetcher fetcher, Validators known) implements Fetcher {
        @Override
        public void fetch(Request request, Consumer<? super Outcome> done) {
            fetcher.fetch(request.asking(known), done);
        }

        @Override
        public void close() {
            fetcher.close();
        }
    }

    private void crawl(RawSite site, Path home, Consumer<? super Headers> seen, Validators known)
            throws Exception {
        var usual = FetchOptions.DEFAULT;
        var http =
                HttpFetcher.open(
                        new FetchOptions(
                                usual.agent(),
                                usual.timeouts(),
                                usual.limits(),
                                usual.connections(),
                                usual.spill(),
                                usual.cookies(),
                                Guard.ALL,
                                usual.insecure(),
                                usual.authorities(),
                                usual.proxy(),
                                usual.sites(),
                                usual.time()));
        Crawl.of(site.url("/page"))
                .fetcher("http", new Remembering(http, known))
                .onPage(page -> seen.accept(page.headers()))
                .set("delay", "1ms")
                .into(home)
                .run();
    }

    @Test
    void aPageThatIsStillTheSameBecomesARevisitRecord() throws Exception {
        var seen = new ArrayList<Headers>();
        try (var site = RawSite.start(ConditionalRequestIT::answer)) {
            crawl(site, folder.resolve("first"), seen::add, Validators.NONE);
            var known = Validators.of(seen.getFirst(), Instant.parse("2026-11-15T00:00:00Z"));
            assertThat(known.etag()).contains(TAG);
            assertThat(known.lastModified()).contains(DATE);
            crawl(site, folder.resolve("second"), seen::add, known);
            assertThat(site.requests()).hasSize(2);
            assertThat(revisits(folder.resolve("first"))).isEmpty();
            assertThat(revisits(folder.resolve("second")))
                    .containsExactly(site.url("/page") + " 304 " + TAG);
            assertThat(seen).hasSize(1);
        }
    }

    private static List<String> revisits(Path home) throws Exception {
        var found = new ArrayList<String>();
        try (var files = Files.list(home.resolve("warc"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".gz")).toList()) {
                try (var reader = new WarcReader(file)) {
                    for (var record : reader) {
                        if (!(record instanceof WarcRevisit revisit)) continue;
                        assertThat(revisit.profile().toString()).endsWith("server-not-modified");
                        var http = revisit.http();
                        found.add(
                                revisit.target()
                                        + " "
                                        + http.status()
                                        + " "
                                        + http.headers().first("ETag").orElse(""));
                    }
                }
            }
        }
        return found;
    }
}
