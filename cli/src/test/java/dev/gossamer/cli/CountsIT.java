package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.Status;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every URL that was found is accounted for, by the rule that says what became of it. */
class CountsIT {
    @TempDir Path folder = Path.of("");

    private final StringWriter out = new StringWriter();

    private Status run(String line) throws IOException {
        var home = folder.resolve("crawl");
        var err = new StringWriter();
        Main.run(
                (line + " ").replace(" DIR ", " " + home + " ").strip().split(" +"),
                new PrintWriter(out, true),
                new PrintWriter(err, true));
        return CrawlDirectory.open(home).status();
    }

    static void assertThatTheyAddUp(Status status) {
        long dropped = status.dropped().values().stream().mapToLong(Long::longValue).sum();
        assertThat(status.fetched() + status.parked() + dropped + status.queued())
                .as(status::toJson)
                .isEqualTo(status.seen());
        long found = status.found().values().stream().mapToLong(Long::longValue).sum();
        assertThat(found).as(status::toJson).isEqualTo(status.seen());
    }

    /** Each of these is named twice, by two pages, and counts once. */
    @Test
    void whatRulesKeepOutIsCountedByRule() throws IOException {
        try (var site = new PageSite()) {
            String links =
                    "<a href=http://other.test/1>x</a><a href=http://other.test/2>x</a>"
                            + "<a href=/left/1>x</a><a href=/left/2>x</a><a href=/left/3>x</a>"
                            + "<a rel=nofollow href=/secret>x</a><img src=/i.png>"
                            + "<a href=/doc.pdf>x</a><a href=/no>x</a><a href=/forbidden>x</a>";
            site.answer("/robots.txt", 200, "User-agent: *\nDisallow: /forbidden\n");
            site.html("/", links + "<a href=/2>x</a>").html("/2", links + "<a href=/3>x</a>");
            site.links("/3", "/4");
            site.answer("/doc.pdf", 200, "%PDF", "Content-Type", "application/pdf");
            var status =
                    run(
                            "crawl "
                                    + site.url("/")
                                    + " -o DIR --delay 0 --max-depth 2 --exclude /left/ --types text/");
            assertThat(status.leftOut())
                    .isEqualTo(Map.of("scope", 2L, "exclude", 3L, "nofollow", 1L, "max-depth", 1L));
            assertThat(status.dropped()).isEqualTo(Map.of("robots", 1L, "unwanted-type", 1L));
            // The seed, /2, /3, /no and /sitemap.xml, which does not exist.
            assertThat(status.fetched()).isEqualTo(5);
            assertThatTheyAddUp(status);
            assertThat(out.toString())
                    .contains("left out  exclude: 3, scope: 2")
                    .contains("dropped   robots: 1, unwanted-type: 1");
        }
    }

    /** A URL counts for the first that names it, also after a resume that asks for it again. */
    @Test
    void newUrlsAreCountedByTheWayOnWhichTheyWereFound() throws IOException {
        try (var site = new PageSite()) {
            site.answer("/robots.txt", 200, "Sitemap: /map.xml\n");
            site.answer(
                    "/map.xml",
                    200,
                    "<urlset><url><loc>/</loc></url><url><loc>/only-here</loc></url></urlset>",
                    "Content-Type",
                    "application/xml");
            site.answer(
                    "/",
                    200,
                    "<link rel=next href=/2><a href=/1>x</a><a href=/moved>x</a><img src=/i.png>"
                            + "<meta http-equiv=refresh content='9; url=/meta'>",
                    "Content-Type",
                    "text/html",
                    "Link",
                    "</header>; rel=\"canonical\", </1>; rel=next",
                    "Refresh",
                    "9; url=/refreshed");
            site.answer("/moved", 301, "", "Location", "/target");
            site.links("/1", "/").links("/2").links("/header").links("/target").links("/meta");
            var status = run("crawl " + site.url("/") + " -o DIR --delay 0 --resources");
            var found =
                    Map.of(
                            "seeds", 1L,
                            "robots", 1L,
                            "sitemaps", 1L,
                            "links", 2L,
                            "relations", 1L,
                            "resources", 1L,
                            "link-headers", 1L,
                            "refreshes", 2L,
                            "redirects", 1L);
            assertThat(status.found()).isEqualTo(found);
            assertThatTheyAddUp(status);
            assertThat(out.toString()).contains("found     links: 2, refreshes: 2, ");
            // /i.png, /only-here and /refreshed do not exist.
            var again = run("retry DIR");
            assertThat(again.found()).containsAllEntriesOf(found).containsEntry("log", 3L);
            assertThatTheyAddUp(again);
        }
    }

    @Test
    void theCountsAreThoseOfTheNewRulesAfterAResume() throws IOException {
        try (var site = new PageSite()) {
            site.links("/", "/1", "/a", "/b", "http://other.test/").links("/1").links("/a");
            var first = run("crawl " + site.url("/") + " -o DIR --delay 0 --include /1$");
            assertThat(first.leftOut()).isEqualTo(Map.of("scope", 1L, "include", 2L));
            var second = run("resume DIR --include /1$ --include /a$");
            assertThat(second.leftOut()).isEqualTo(Map.of("scope", 1L, "include", 1L));
            assertThat(second.pages()).isEqualTo(3);
            assertThatTheyAddUp(second);
        }
    }
}
