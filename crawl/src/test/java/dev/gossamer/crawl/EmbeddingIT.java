package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.index.Results;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.index.Searcher;
import dev.gossamer.links.InLink;
import dev.gossamer.links.LinkGraph;
import dev.gossamer.links.LinkQueries;
import dev.gossamer.store.Archive;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program that embeds a crawl can say and hear. */
class EmbeddingIT {
    @TempDir Path folder = Path.of("");

    private static String page(String html) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
                + html.length()
                + "\r\n\r\n"
                + html;
    }

    private static RawSite site(Map<String, String> pages) throws IOException {
        return RawSite.start(
                (head, out) ->
                        out.write(
                                pages.getOrDefault(
                                        head.split(" ")[1],
                                        "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")));
    }

    private static List<String> paths(RawSite site) {
        return site.requests().stream().map(head -> head.split(" ")[1]).toList();
    }

    private static Crawl crawl(RawSite site) {
        return Crawl.of(site.url("/"))
                .delay(Duration.ZERO)
                .set("sitemaps", false)
                .set("retry-wait", "10ms");
    }

    @Test
    void aSeedWithoutASchemeIsNotGuessed() {
        assertThatThrownBy(() -> Crawl.of("nope"))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "not a URL that can be crawled: 'nope'; expected http://… or https://…");
    }

    /** The filter is asked about the seed before the loop begins, and takes longer than all may. */
    @Test
    void theTimeOfACrawlCountsFromItsBeginning() throws Exception {
        try (var site = site(Map.of("/", page("")))) {
            var status =
                    crawl(site)
                            .set("max-time", "20ms")
                            .filter(
                                    (url, _) -> {
                                        LockSupport.parkNanos(100_000_000);
                                        return url;
                                    })
                            .run();
            assertThat(status.reason()).contains("max-time 20ms");
            assertThat(site.requests()).isEmpty();
        }
    }

    @Test
    void aPageHasTheEncodingItWasReadIn() throws Exception {
        Queue<Page> pages = new ConcurrentLinkedQueue<>();
        try (var site = site(Map.of("/", page("<meta charset=iso-8859-2><title>\u00b3</title>")))) {
            crawl(site).onPage(pages::add).run();
        }
        assertThat(pages).hasSize(1);
        assertThat(pages.element().charset()).contains("ISO-8859-2");
        assertThat(pages.element().title()).isEqualTo("ł");
    }

    /** What the command shows, a program gets as values. */
    @Test
    void aProgramAsksTheFolderOfACrawl() throws Exception {
        Url home;
        Url about;
        try (var site =
                site(
                        Map.of(
                                "/",
                                page("<title>Home</title><a href=/about>all about herons</a>"),
                                "/about",
                                page("<title>About</title>Herons and egrets")))) {
            crawl(site).into(folder).run();
            home = Url.of(site.url("/"));
            about = Url.of(site.url("/about"));
        }
        var directory = CrawlDirectory.open(folder);
        assertThat(directory.status().pages()).isEqualTo(2);
        assertThat(directory.seeds()).containsExactly(home);
        assertThat(directory.why(about).url()).isEqualTo(about);
        assertThat(directory.duplicates().pages()).isEqualTo(2);
        try (var searcher = Searcher.open(folder.resolve("index"))) {
            var found = searcher.search(SearchRequest.of("egrets"));
            assertThat(found.hits()).extracting(Results.Hit::url).containsExactly(about);
        }
        try (var graph = LinkGraph.open(folder.resolve("links"))) {
            var links = new LinkQueries(graph, 10).to(about);
            assertThat(links.from()).extracting(InLink::source).containsExactly(home);
        }
        assertThat(Archive.open(directory.warc()).find(about)).hasSize(1);
    }

    @Test
    void failuresAreTold() throws Exception {
        Queue<Failure> failures = new ConcurrentLinkedQueue<>();
        try (var site =
                site(
                        Map.of(
                                "/",
                                page("<a href=/gone>1</a><a href=/broken>2</a>"),
                                "/broken",
                                "nonsense\r\n\r\n"))) {
            crawl(site).set("max-attempts", 1).onFailure(failures::add).run();
            assertThat(failures)
                    .extracting(Failure::reason)
                    .containsExactlyInAnyOrder("404", "bad_answer");
            assertThat(failures)
                    .allSatisfy(
                            failure -> {
                                assertThat(failure.via().toString()).isEqualTo(site.url("/"));
                                assertThat(failure.depth()).isEqualTo(1);
                            });
        }
    }

    @Test
    void aListenerThatThrowsCostsNothing() throws Exception {
        Queue<Page> pages = new ConcurrentLinkedQueue<>();
        var thrower =
                new CrawlListener() {
                    @Override
                    public void onPage(Page page) {
                        throw new IllegalStateException("a slip of mine");
                    }

                    @Override
                    public void onFailure(Failure failure) {
                        throw new NoClassDefFoundError("a class that was left at home");
                    }

                    @Override
                    public void onProgress(Status status) {
                        throw new IllegalStateException("a slip of mine");
                    }
                };
        try (var site =
                site(Map.of("/", page("<a href=/a>a</a><a href=/gone>b</a>"), "/a", page("a")))) {
            var status = crawl(site).listener(thrower).onPage(pages::add).run();
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(status.errors().get("internal")).isGreaterThan(3);
            assertThat(pages).hasSize(2);
            assertThat(paths(site)).containsExactlyInAnyOrder("/", "/a", "/gone");
        }
    }

    @Test
    void urlsAreAddedWhileItRuns() throws Exception {
        try (var site =
                site(
                        Map.of(
                                "/",
                                page("nothing"),
                                "/before",
                                page("<a href=/linked>x</a>"),
                                "/linked",
                                page("x")))) {
            var crawl = crawl(site).into(folder.resolve("crawl"));
            assertThat(crawl.add(site.url("/before"))).isTrue();
            crawl.onPage(page -> crawl.add(site.url("/while?of=" + page.url().path())));
            var status = crawl.run();
            assertThat(paths(site))
                    .containsExactlyInAnyOrder(
                            "/",
                            "/before",
                            "/linked",
                            "/while?of=/",
                            "/while?of=/before",
                            "/while?of=/linked");
            assertThat(status.state()).isEqualTo(Status.State.finished);
            assertThat(crawl.add(site.url("/after"))).isFalse();
        }
    }

    @Test
    void whatIsAddedPassesTheFilters() throws Exception {
        try (var site = site(Map.of("/", page("nothing")))) {
            var crawl = crawl(site).set("exclude", "secret");
            crawl.add(site.url("/secret"));
            var status = crawl.run();
            assertThat(paths(site)).containsExactly("/");
            assertThat(status.leftOut()).containsEntry("exclude", 1L);
        }
    }

    /** A crawl that stops at once keeps what was added for a resume. */
    @Test
    void whatIsAddedToACrawlThatStopsIsThereAfterAResume() throws Exception {
        try (var site = site(Map.of("/", page("nothing"), "/late", page("late")))) {
            Path home = folder.resolve("crawl");
            var crawl = crawl(site).maxPages(1).into(home);
            crawl.onPage(page -> crawl.add(site.url("/late")));
            crawl.run();
            Crawl.resume(home).maxPages(10).run();
            assertThat(paths(site)).containsExactlyInAnyOrder("/", "/late");
        }
    }
}
