package dev.gossamer.report;

import static dev.gossamer.report.ReportIT.column;
import static dev.gossamer.report.ReportIT.table;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.gossamer.crawl.Crawl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site with everything that a report tells, whose titles, texts and URLs are attacks. */
class HostileSiteIT {
    private static final String ATTACK = "\"'><script>window.pwned=1</script><img src=x onerror=a>";

    @TempDir private Path folder;

    private final Map<String, String> pages = new HashMap<>();
    private final Map<String, String> redirects = new HashMap<>();

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    String path = exchange.getRequestURI().toString();
                    String to = redirects.get(path);
                    String page = pages.get(path);
                    if (to != null) exchange.getResponseHeaders().set("Location", to);
                    exchange.getResponseHeaders().set("Content-Type", "text/html");
                    byte[] body = (page == null ? "none" : page).getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(
                            to != null ? 301 : page == null ? 404 : 200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String page(String title, String head, String body) {
        return "<html><head><title>%s</title>%s</head><body>%s</body></html>"
                .formatted(escaped(title), head, body);
    }

    private static String link(String path, String text) {
        return "<a href=\"%s\">%s</a>".formatted(escaped(path), escaped(text));
    }

    @Test
    void everyTableHasItsPagesAndNothingOfThemIsMarkup() throws Exception {
        pages.put(
                "/",
                page(
                        ATTACK,
                        "",
                        link("/gone?a='\"><script>window.pwned=1</script>", ATTACK)
                                + link("/moved", "x")
                                + link("/round", "x")
                                + link("/same", "x")
                                + link("/twin", "x")
                                + link("/twin-of-twin", "x")
                                + link("/hidden", "x")
                                + link("/canonical", "x")
                                + link("/untitled", "x")));
        pages.put("/same", page(ATTACK, "", "other words"));
        pages.put("/twin", page("t", "", "the same words"));
        pages.put("/twin-of-twin", page("t", "", "the same words"));
        pages.put("/hidden", page("h", "<meta name=robots content=noindex>", ""));
        pages.put("/canonical", page("c", "<link rel=canonical href='/a,b'>", ""));
        pages.put("/a,b", page("a", "", ""));
        pages.put("/untitled", "<html><body>words");
        redirects.put("/moved", "/moved-2");
        redirects.put("/moved-2", "/same");
        redirects.put("/round", "/around");
        redirects.put("/around", "/round");
        Path home = folder.resolve("crawl");
        Crawl.of(url("/")).set("delay", "0").into(home).run();

        var report = ReportFiles.write(home, folder.resolve("out"), Instant.EPOCH);
        assertThat(column(report, "broken-links", "words")).containsExactly(ATTACK);
        assertThat(column(report, "broken-links", "linkedFrom")).containsExactly(url("/"));
        assertThat(column(report, "broken-links", "why")).containsExactly("404");
        assertThat(column(report, "redirects", "ends")).containsExactly("loop", "200");
        assertThat(column(report, "redirects", "hops")).containsExactly("2", "2");
        assertThat(column(report, "redirects", "to")).element(1).isEqualTo(url("/same"));
        assertThat(column(report, "duplicate-titles", "title"))
                .containsExactly(ATTACK, ATTACK, "t", "t");
        assertThat(column(report, "missing-titles", "url")).containsExactly(url("/untitled"));
        assertThat(column(report, "noindex", "url")).containsExactly(url("/hidden"));
        assertThat(column(report, "canonical-elsewhere", "url")).containsExactly(url("/canonical"));
        assertThat(column(report, "canonical-elsewhere", "canonical").getFirst())
                .isIn(url("/a,b"), url("/a%2Cb"));
        assertThat(table(report, "duplicates").rows()).hasSize(1);
        assertThat(column(report, "duplicates", "url"))
                .containsAnyOf(url("/twin-of-twin"), url("/twin"));
        assertThat(column(report, "orphans", "url")).isEmpty();
        assertThat(column(report, "most-linked", "url")).contains(url("/same"));
        assertThat(column(report, "settings", "setting")).contains("seeds");

        String html = Files.readString(folder.resolve("out/report.html"));
        assertThat(html)
                .contains("&lt;script&gt;window.pwned=1&lt;/script&gt;")
                .doesNotContain("<script", "<img", "onerror=a>");
        assertThat(html.split("<meta http-equiv", -1)).hasSize(2);
    }
}
