package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages whose type the server does not name, or names oddly, are read for links as browsers do. */
class UntypedPagesIT {
    private static final String HTML = "<!DOCTYPE html><a href=/b>b</a>";
    private static final String XHTML =
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body><a href='/b'>b</a></body></html>";

    @TempDir Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X: y | html | 2",
                "Content-Type: nonsense | html | 2",
                "Content-Type: unknown/unknown | html | 2",
                "Content-Type: text/xml | xhtml | 2",
                "Content-Type: text/xml | html | 1",
                "Content-Type: text/plain | html | 1",
                "X: y | words and </a><a href=/b> | 1",
            })
    void linksAreFollowed(String field, String kind, int requests) throws Exception {
        String body =
                switch (kind) {
                    case "html" -> HTML;
                    case "xhtml" -> XHTML;
                    default -> kind;
                };
        String head = "HTTP/1.1 200 OK\r\n" + field + "\r\nContent-Length: " + body.length();
        try (var site = RawSite.answering(head + "\r\n\r\n" + body)) {
            Crawl.of(site.url("/")).set("delay", "1ms").into(folder.resolve("crawl")).run();
            assertThat(site.requests()).hasSize(requests);
        }
    }
}
