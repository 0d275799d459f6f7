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

/** Asks why of a URL for every reason that a crawl can have. */
class WhyCommandIT {
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
        run(("crawl " + line + " --delay 0 --retry-wait 1ms -o " + home()).split(" +"));
    }

    private JsonNode why(String url) {
        return JsonMapper.shared().readTree(run("why", home(), url, "--json"));
    }

    private void assertWhy(String url, String state, String rule, String text) {
        var json = why(url);
        assertThat(json.path("state").asString()).as(json::toString).isEqualTo(state);
        assertThat(json.path("rule").asString("")).as(json::toString).isEqualTo(rule);
        assertThat(json.path("reason").asString("")).contains(text);
        if (!text.isEmpty()) assertThat(run("why", home(), url)).contains(text);
    }

    @Test
    void everyReasonIsNamed() throws Exception {
        try (var names = SimServer.start(SimWebOptions.usual().withSeed(1).withSize(1, 1).plain());
                var site = new PageSite();
                var broken = new PageSite()) {
            String port = site.url("").replaceAll(".*:", "");
            broken.answer("/robots.txt", 500, "");
            site.answer(
                    "/robots.txt", 200, "User-agent: *\nAllow: /\n\nDisallow: /forbidden # mine\n");
            site.html(
                    "/",
                    "<a href=/1>x</a><a href=/pdf>x</a><a href=/gone>x</a><a href=/forbidden/x>x</a>"
                            + "<a rel=nofollow href=/nofollow>x</a><img src=/i.png>"
                            + "<form action=/form><input type=submit></form>"
                            + "<link rel=author href=/relation><a href=/meta>x</a>"
                            + "<a href=/left-out>x</a><a href=http://127.0.0.2:"
                            + port
                            + "/private>x</a><a href=http://no-such.test/x>x</a>");
            site.links("/1", "/1/2").links("/1/2", "/1/2/3").links("/1/2/3");
            site.html("/meta", "<meta name=robots content=nofollow><a href=/behind>x</a>");
            site.answer("/pdf", 200, "%PDF", "Content-Type", "application/pdf");
            crawl(
                    site.url("/")
                            + " "
                            + broken.url("/behind-robots")
                            + " --scope any --max-depth 2 --types text/ --exclude left-out --dns 127.0.0.1:"
                            + names.dnsAddress().getPort());
            assertWhy(site.url("/1"), "fetched", "", "");
            assertWhy(site.url("/gone"), "fetched", "status-404", "the server answered 404");
            assertWhy(
                    site.url("/pdf"),
                    "declined",
                    "unwanted-type",
                    "its type application/pdf is none of those that --types names");
            assertWhy(
                    site.url("/forbidden/x"),
                    "dropped",
                    "robots",
                    "/robots.txt forbids it in line 4: Disallow: /forbidden");
            assertWhy(
                    "http://127.0.0.2:" + port + "/private",
                    "parked",
                    "private-address",
                    "its address 127.0.0.2 is not public");
            assertWhy("http://no-such.test/x", "parked", "no-such-host", "no host of its name");
            assertWhy(
                    broken.url("/behind-robots"),
                    "parked",
                    "robots-unreachable",
                    "robots.txt answered 500, and without it nothing of the origin is asked for");
            assertWhy(
                    site.url("/nofollow"), "never-queued", "nofollow", "named by " + site.url("/"));
            assertWhy(
                    site.url("/behind"),
                    "never-queued",
                    "nofollow",
                    "named by " + site.url("/meta"));
            assertWhy(site.url("/i.png"), "never-queued", "resources", "only --resources fetches");
            assertWhy(site.url("/form"), "never-queued", "form", "forms are never sent");
            assertWhy(site.url("/relation"), "never-queued", "relation", "in a link element");
            assertWhy(
                    site.url("/1/2/3"),
                    "never-queued",
                    "max-depth",
                    "named by " + site.url("/1/2"));
            assertWhy(
                    site.url("/left-out"),
                    "never-queued",
                    "exclude",
                    "the filter 'exclude' drops it: a pattern of --exclude is found in it, 'left-out'");
            assertWhy(site.url("/nobody"), "never-queued", "not-linked", "no page that was read");
        }
    }

    @Test
    void linksToNamesAndHostsThatAreNotThereAreDead() throws Exception {
        try (var names = SimServer.start(SimWebOptions.usual().withSeed(1).withSize(1, 1).plain());
                var site = new PageSite()) {
            var gone = new PageSite();
            String refused = gone.url("/refused");
            gone.close();
            site.links("/", "/404", "http://no-such.test/x", refused, "/there").links("/there");
            crawl(
                    site.url("/")
                            + " --scope any --allow-private --max-attempts 1 --dns 127.0.0.1:"
                            + names.dnsAddress().getPort());
            assertThat(run("links", home(), "--dead"))
                    .contains(site.url("/404"), "http://no-such.test/x", refused)
                    .contains("no such host", "connect refused")
                    .doesNotContain(site.url("/there"));
            assertThat(Files.readString(folder.resolve("crawl/crawl.log")))
                    .contains("dns:no-such.test", "connect_refused");
        }
    }

    @Test
    void aPageLimitAndAFilterOfALaterRunAreNamed() throws IOException {
        try (var site = new PageSite()) {
            site.links("/", "/1", "/2", "/3", "/4").links("/1").links("/2").links("/3").links("/4");
            crawl(site.url("/") + " --max-pages-per-host 3 --no-sitemaps");
            assertWhy(
                    site.url("/4"),
                    "dropped",
                    "max-pages-per-host",
                    "as many pages as max-pages-per-host (3) allows");
            run("resume", home(), "--max-pages-per-host", "99", "--exclude", "/4");
            assertWhy(site.url("/4"), "never-queued", "exclude", "'/4'");
            assertWhy(site.url("/3"), "fetched", "", "");
        }
    }

    /** The way from a seed is told though nothing but the log has it. */
    @Test
    void theWayFromASeedIsToldToItsBeginning() throws IOException {
        try (var site = new PageSite()) {
            for (int i = 0; i < 20; i++) site.links("/" + i, "/" + (i + 1));
            site.answer("/20", 302, "", "Location", "/end").links("/end");
            crawl(site.url("/0"));
            var json = why(site.url("/end"));
            assertThat(json.path("via").size()).isEqualTo(21);
            assertThat(run("why", home(), site.url("/end")))
                    .contains(
                            "redirected from " + site.url("/20"),
                            "named by " + site.url("/0") + "\n    which is a seed");
        }
    }

    @Test
    void whatWasFetchedIsKnownWithoutTheState() throws IOException {
        try (var site = new PageSite()) {
            site.links("/", "/1").links("/1");
            crawl(site.url("/"));
            try (var files = Files.newDirectoryStream(folder.resolve("crawl/state"))) {
                for (var file : files) if (Files.isRegularFile(file)) Files.delete(file);
            }
            assertWhy(site.url("/1"), "fetched", "state-missing", "the log names it");
            assertThat(why(site.url("/1")).path("captures").size()).isEqualTo(1);
        }
    }
}
