package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.Share;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that only a sitemap names are fetched. */
class SitemapIT {
    private static final Duration DELAY = Duration.ofMillis(10);

    @TempDir Path folder = Path.of("");

    private Verdict crawled(String areUsed) throws Exception {
        var web = SimWebOptions.usual().withSize(8, 120).with(Share.SITEMAPS, 0.8);
        try (var server = SimServer.start(web, 1)) {
            var seeds = server.web().seedUrls(8);
            Crawl.of(seeds.toArray(String[]::new))
                    .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                    .set("allow-private", "true")
                    .set("delay", DELAY.toMillis() + "ms")
                    .set("sitemaps", areUsed)
                    .into(folder.resolve("crawl"))
                    .run();
            var truth = server.web().truth(seeds, dev.gossamer.simweb.SimScope.HOST);
            return Judge.judge(server.log(), truth, DELAY, 1);
        }
    }

    @Test
    void everyPageThatASitemapNamesIsFetched() throws Exception {
        var verdict = crawled("true");
        assertThat(verdict.isClean()).as(verdict.toString()).isTrue();
    }

    @Test
    void oneSettingSwitchesThemOff() throws Exception {
        var verdict = crawled("false");
        assertThat(verdict.count(Verdict.Finding.MISSED)).isGreaterThan(20);
        assertThat(verdict.count(Verdict.Finding.STRANGE)).isZero();
    }

    private static byte[] answer(String type, String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(type, body.length(), body)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private List<String> requested(String robots, String sitemap, String... settings)
            throws Exception {
        try (var site =
                RawSite.start(
                        new String(answer("text/plain", robots), StandardCharsets.ISO_8859_1),
                        (request, out) ->
                                out.write(
                                        new String(
                                                request.contains("map")
                                                        ? answer("application/xml", sitemap)
                                                        : answer("text/html", "<p>page</p>"),
                                                StandardCharsets.ISO_8859_1)))) {
            var crawl = Crawl.of(site.url("/")).set("delay", "0");
            for (int i = 0; i < settings.length; i += 2) crawl.set(settings[i], settings[i + 1]);
            crawl.into(folder.resolve("crawl")).run();
            return site.requests().stream().map(head -> head.split(" ", 3)[1]).toList();
        }
    }

    @Test
    void aFeedIsReadWhereRobotsTxtNamesItAndItsTypeDoesNotMatter() throws Exception {
        var feed = "<rss><channel><item><link>/news</link></item></channel></rss>";
        assertThat(requested("User-agent: *\nSitemap: /map\n", feed, "types", "text/html"))
                .containsExactlyInAnyOrder("/", "/map", "/news");
    }

    @Test
    void whatIsNotOfItsDomainOrForbiddenIsLeftOut() throws Exception {
        var map =
                "<urlset><url><loc>http://other.test/</loc></url><url><loc>/no/1</loc></url>"
                        + "<url><loc>/yes</loc></url></urlset>";
        assertThat(
                        requested(
                                "User-agent: *\nDisallow: /no\nSitemap: /map\n",
                                map,
                                "scope",
                                "domain"))
                .containsExactlyInAnyOrder("/", "/map", "/yes");
    }

    /** An index that names itself and others without end is left after three levels. */
    @Test
    void indexesEnd() throws Exception {
        var robots = "User-agent: *\nSitemap: /map0\n";
        try (var site =
                RawSite.start(
                        new String(answer("text/plain", robots), StandardCharsets.ISO_8859_1),
                        (request, out) -> {
                            String path = request.split(" ", 3)[1];
                            String next =
                                    "<sitemapindex><sitemap><loc>"
                                            + path
                                            + "x</loc></sitemap></sitemapindex>";
                            out.write(
                                    new String(
                                            path.contains("map")
                                                    ? answer("text/xml", next)
                                                    : answer("text/html", "<p>page</p>"),
                                            StandardCharsets.ISO_8859_1));
                        })) {
            Crawl.of(site.url("/")).set("delay", "0").into(folder.resolve("crawl")).run();
            assertThat(site.requests()).hasSize(4);
        }
    }

    /** A film is none, whatever its name, and what must not be archived is not. */
    @Test
    void aNameAloneOpensNoDoor() throws Exception {
        String page = "<a href=/sitemap-film>film</a>";
        try (var site =
                RawSite.start(
                        (request, out) ->
                                out.write(
                                        new String(
                                                request.contains("film")
                                                        ? answer("video/mp4", "x".repeat(5_000))
                                                        : answer("text/html", page),
                                                StandardCharsets.ISO_8859_1)))) {
            var status =
                    Crawl.of(site.url("/"))
                            .set("delay", "0")
                            .set("types", "text/html")
                            .into(folder.resolve("crawl"))
                            .run();
            assertThat(status.dropped()).containsEntry("unwanted-type", 1L);
        }
    }

    @Test
    void linkedPagesComeBeforeSitemaps() throws Exception {
        var robots = new StringBuilder("User-agent: *\n");
        for (int i = 0; i < 200; i++) robots.append("Sitemap: /map").append(i).append("\n");
        var links = new StringBuilder();
        for (int i = 0; i < 20; i++) links.append("<a href=/p").append(i).append(">p</a>");
        try (var site =
                RawSite.start(
                        new String(
                                answer("text/plain", robots.toString()),
                                StandardCharsets.ISO_8859_1),
                        (request, out) ->
                                out.write(
                                        new String(
                                                answer("text/html", links.toString()),
                                                StandardCharsets.ISO_8859_1)))) {
            Crawl.of(site.url("/"))
                    .set("delay", "0")
                    .set("max-pages", 30)
                    .into(folder.resolve("crawl"))
                    .run();
            var paths = site.requests().stream().map(head -> head.split(" ", 3)[1]).toList();
            assertThat(paths.subList(0, 21)).allMatch(path -> !path.contains("map"));
        }
    }

    @Test
    void aSitemapThatIsSentAsHtmlIsRead() throws Exception {
        var map = "<?xml version=\"1.0\"?><urlset><url><loc>/listed</loc></url></urlset>";
        var robots = "User-agent: *\nSitemap: /sitemap.php\n";
        try (var site =
                RawSite.start(
                        new String(answer("text/plain", robots), StandardCharsets.ISO_8859_1),
                        (request, out) ->
                                out.write(
                                        new String(
                                                answer(
                                                        "text/html",
                                                        request.contains("map") ? map : "<p>page"),
                                                StandardCharsets.ISO_8859_1)))) {
            Crawl.of(site.url("/")).set("delay", "0").into(folder.resolve("crawl")).run();
            assertThat(site.requests()).hasSize(3);
        }
    }
}
