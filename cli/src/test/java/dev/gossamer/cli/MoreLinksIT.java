package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links that stand elsewhere than in the text of a page. */
class MoreLinksIT {
    @TempDir Path folder = Path.of("");

    private void crawl(PageSite site, String options) {
        var err = new StringWriter();
        String line =
                "crawl " + site.url("/") + " --delay 0 -o " + folder.resolve("crawl") + options;
        int status = Main.run(line.split(" +"), new PrintWriter(err), new PrintWriter(err, true));
        assertThat(status).as(err::toString).isZero();
    }

    private static PageSite site() throws IOException {
        var site = new PageSite();
        site.answer(
                "/",
                200,
                "<link rel=next href=/2><link rel=license href=/license><a href=/r>x</a>",
                "Content-Type",
                "text/html",
                "Link",
                "</header>; rel=\"canonical\", </style.css>; rel=stylesheet");
        site.answer("/r", 200, "", "Refresh", "0; url=/refreshed");
        site.links("/2").links("/header").links("/refreshed");
        site.answer(
                "/style.css", 200, "a{b:url(i.png)} @import 'm.css'", "Content-Type", "text/css");
        return site;
    }

    @Test
    void relationsAndHeadersAreFollowed() throws IOException {
        try (var site = site()) {
            crawl(site, "");
            assertThat(site.requests())
                    .containsExactlyInAnyOrder("/", "/2", "/header", "/r", "/refreshed");
        }
    }

    @Test
    void relationsCanBeSwitchedOff() throws IOException {
        try (var site = site()) {
            crawl(site, " --no-relations");
            assertThat(site.requests()).containsExactlyInAnyOrder("/", "/r", "/refreshed");
        }
    }

    @Test
    void withResourcesStyleSheetsAreReadToo() throws IOException {
        try (var site = site()) {
            crawl(site, " --resources --no-relations");
            assertThat(site.requests())
                    .containsExactlyInAnyOrder(
                            "/", "/r", "/refreshed", "/style.css", "/i.png", "/m.css");
        }
    }

    @Test
    void withResourcesStylesInPagesAreReadToo() throws IOException {
        try (var site = new PageSite()) {
            site.html(
                    "/",
                    "<style>@import 'a.css'; p { background: url(p.png) }</style>"
                            + "<div style=\"background:url(&quot;d.png?a&amp;b&quot;)\">x</div>"
                            + "<a href=/1 style='list-style:url(l.png)'>x</a>"
                            + "<template><style>q{c:url(no.png)}</style></template>"
                            + "<svg><g style='fill:url(#here);mask:url(m.svg#x)'/></svg>");
            site.links("/1");
            crawl(site, " --resources");
            assertThat(site.requests())
                    .containsExactlyInAnyOrder(
                            "/", "/1", "/a.css", "/p.png", "/d.png?a&b", "/l.png", "/m.svg");
            crawl(site, "/plain");
            assertThat(site.count("/p.png")).isEqualTo(1);
        }
    }

    @Test
    void aPageCanSpeakToUsByName() throws IOException {
        try (var site = new PageSite()) {
            site.html("/", "<meta name=MyBot content=nofollow><a href=/1>x</a>").links("/1");
            crawl(site, " --agent mybot");
            assertThat(site.requests()).containsExactly("/");
        }
    }

    @Test
    void whatA304AsksHoldsForThePageThatItConfirms() throws IOException {
        try (var site = new PageSite()) {
            String page = "<a href=/1>x</a>" + " words".repeat(200);
            site.answer("/", 200, page, "Content-Type", "text/html", "ETag", "\"1\"").links("/1");
            crawl(site, "/old");
            site.answer("/", 304, "", "ETag", "\"1\"", "X-Robots-Tag", "nofollow");
            crawl(site, "/new --known " + folder.resolve("crawl/old"));
            assertThat(site.header("/", "If-none-match")).containsExactly("\"1\"");
            assertThat(site.count("/1")).isEqualTo(1);
        }
    }

    /** Long enough to be referred to, and not stored again. */
    @Test
    void aCrawlThatRefersToAnEarlierOneIsSearchedAndLinkedAsAWhole() throws IOException {
        try (var site = new PageSite()) {
            String words = "<p>" + "some words that stand in both crawls ".repeat(20) + "</p>";
            site.html("/", words + "<a href=/1>x</a>").html("/1", words + "<b>gossamer</b>");
            crawl(site, "/old");
            crawl(site, "/new --known " + folder.resolve("crawl/old"));
            String home = folder.resolve("crawl/new").toString();
            assertThat(run("search", home, "gossamer")).contains(site.url("/1"));
            assertThat(run("links", home, "--to", site.url("/1"))).contains(site.url("/"));
        }
    }

    private static String run(String... args) {
        var out = new StringWriter();
        Main.run(args, new PrintWriter(out, true), new PrintWriter(out, true));
        return out.toString();
    }
}
