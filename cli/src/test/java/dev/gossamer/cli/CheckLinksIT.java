package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Links that lead out of the scope, checked with {@code --check-links}. */
class CheckLinksIT {
    @TempDir Path folder = Path.of("");

    private final StringWriter err = new StringWriter();

    private String run(String... args) {
        var out = new StringWriter();
        Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
        return out.toString();
    }

    private String home() {
        return folder.resolve("crawl").toString();
    }

    private void crawl(String line) {
        run(
                ("crawl "
                                + line
                                + " --delay 0 --retry-wait 1ms --allow-private --no-sitemaps -o "
                                + home())
                        .split(" +"));
    }

    private void resume(String options) {
        run(("resume " + home() + " " + options).strip().split(" +"));
    }

    private JsonNode json(String... args) {
        String text = run(args);
        assertThat(text).as(err::toString).isNotEmpty();
        return JsonMapper.shared().readTree(text);
    }

    private String archived() throws IOException {
        var file = folder.resolve("urls.txt");
        run("export", home(), "--format", "urls", "-o", file.toString());
        return Files.readString(file);
    }

    private JsonNode status() {
        return json("status", home(), "--json");
    }

    @Test
    void brokenLinksThatLeadOutAreListedAndNothingOfTheOthersIsKept() throws Exception {
        try (var names = SimServer.start(SimWebOptions.usual().withSeed(1).withSize(1, 1).plain());
                var site = new PageSite();
                var other = new PageSite()) {
            var closed = new PageSite();
            String refused = closed.url("/refused");
            closed.close();
            String robots = other.url("/forbidden");
            other.answer("/robots.txt", 200, "User-agent: *\nDisallow: /forbidden\n");
            other.html("/there", "<a href=/further>x</a>");
            other.answer("/head", 200, "", "Link", "</named>; rel=next", "Refresh", "0;url=/named");
            other.answer("/moved", 301, "", "Location", "/moved,again");
            other.answer("/moved,again", 302, "", "Location", "/there#x");
            other.answer("/lost", 301, "", "Location", "/gone?a,b");
            site.links(
                    "/",
                    "/1",
                    other.url("/there"),
                    other.url("/head"),
                    other.url("/404"),
                    other.url("/moved"),
                    other.url("/lost"),
                    robots,
                    refused,
                    "http://no-such.test/x");
            site.links("/1", other.url("/there"), other.url("/404"));
            crawl(site.url("/") + " --check-links --dns 127.0.0.1:" + names.dnsAddress().getPort());
            assertThat(other.requests())
                    .containsExactlyInAnyOrder(
                            "/there",
                            "/head",
                            "/404",
                            "/moved",
                            "/moved,again",
                            "/lost",
                            "/gone?a,b");
            var dead = json("links", home(), "--dead", "--json").path("dead");
            assertThat(dead)
                    .extracting(link -> link.path("url").asString())
                    .containsExactlyInAnyOrder(
                            other.url("/404"),
                            other.url("/lost"),
                            refused,
                            "http://no-such.test/x");
            assertThat(dead.get(0).path("url").asString()).isEqualTo(other.url("/404"));
            assertThat(dead.get(0).toString()).contains("404", site.url("/"), site.url("/1"));
            var status = status();
            assertThat(status.path("state").asString()).isEqualTo("finished");
            assertThat(status.path("pages").asLong()).isEqualTo(2);
            assertThat(status.path("fetched").asLong()).isEqualTo(2);
            assertThat(status.path("dropped").path("check-links").asLong()).isEqualTo(7);
            assertThat(status.path("leftOut").toString()).isEqualTo("{}");
            assertThat(archived()).contains(site.url("/1")).doesNotContain(other.url("/"));
            var why = json("why", home(), other.url("/there"), "--json");
            assertThat(why.path("state").asString()).isEqualTo("declined");
            assertThat(why.path("rule").asString()).isEqualTo("check-links");
            assertThat(run("why", home(), other.url("/404")))
                    .contains(
                            "it was only checked, because it lies outside the scope (--check-links); it answered 404",
                            "resume with --scope domain fetches it");
        }
    }

    @Test
    void onePageCanBeCheckedAlone() throws IOException {
        try (var site = new PageSite()) {
            site.links("/", "/1", "/404").links("/1", "/2").links("/2");
            crawl(site.url("/") + " --scope page --check-links");
            assertThat(site.requests()).containsExactlyInAnyOrder("/", "/1", "/404");
            assertThat(json("links", home(), "--dead", "--json").path("dead").toString())
                    .contains(site.url("/404"))
                    .doesNotContain(site.url("/1"));
            assertThat(status().path("pages").asLong()).isEqualTo(1);
        }
    }

    @Test
    void linksAreNotPagesOfWhichThereIsALimit() throws IOException {
        try (var site = new PageSite();
                var other = new PageSite()) {
            site.links("/", other.url("/1"), other.url("/2"), other.url("/3"), "/a").links("/a");
            crawl(site.url("/") + " --check-links --max-pages 3");
            assertThat(status().path("state").asString()).isEqualTo("finished");
            assertThat(other.requests()).containsExactlyInAnyOrder("/1", "/2", "/3");
        }
    }

    @Test
    void aResumeChecksTheLinksThatWereLeftOutBefore() throws IOException {
        try (var site = new PageSite();
                var other = new PageSite()) {
            site.links("/", other.url("/1"), other.url("/404"));
            other.links("/1", "/2");
            crawl(site.url("/"));
            assertThat(other.requests()).isEmpty();
            resume("--check-links");
            assertThat(other.requests()).containsExactlyInAnyOrder("/1", "/404");
            assertThat(site.count("/")).isEqualTo(1);
        }
    }

    @Test
    void aWiderScopeFetchesWhatWasOnlyChecked() throws IOException {
        try (var site = new PageSite();
                var other = new PageSite()) {
            site.links("/", other.url("/1"), other.url("/404"));
            other.links("/1", "/2").links("/2");
            crawl(site.url("/") + " --check-links");
            resume("--scope domain");
            assertThat(archived()).contains(other.url("/1"), other.url("/2"));
            assertThat(status().path("pages").asLong()).isEqualTo(3);
            assertThat(other.count("/1")).isEqualTo(2);
            resume("");
            assertThat(other.count("/1")).as("fetched by now").isEqualTo(2);
        }
    }

    /** The site was checked before the crawl knew that it is one of its own. */
    @Test
    void whereASeedLeadsIsFetchedThoughItWasChecked() throws IOException {
        try (var site = new PageSite();
                var moved = new PageSite();
                var target = new PageSite()) {
            site.links("/", target.url("/"), target.url("/1"));
            target.links("/", "/1", "/2").links("/1").links("/2");
            moved.answer("/", 301, "", "Location", target.url("/"));
            moved.answer("/robots.txt", 200, "User-agent: *\nCrawl-delay: 1\n");
            crawl(site.url("/") + " " + moved.url("/") + " --check-links");
            assertThat(archived()).contains(target.url("/"), target.url("/1"), target.url("/2"));
            assertThat(status().path("state").asString()).isEqualTo("finished");
        }
    }

    @Test
    void aRetryChecksBrokenLinksOnceMore() throws IOException {
        try (var site = new PageSite();
                var other = new PageSite()) {
            site.links("/", other.url("/late"));
            crawl(site.url("/") + " --check-links");
            other.links("/late");
            run("retry", home());
            assertThat(json("links", home(), "--dead", "--json").path("dead")).isEmpty();
            assertThat(Files.readString(folder.resolve("crawl/crawl.log")))
                    .contains(" 404 ", "declined:check-links");
        }
    }
}
