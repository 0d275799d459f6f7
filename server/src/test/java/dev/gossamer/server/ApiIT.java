package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Every route, against a crawl that has ended and one that runs, each a process of its own. Every
 * answer is held against the description of the API.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ApiIT {
    private static final String API = "/api/v1/crawls";
    private static final String CLUSTERS = "/api/v1/clusters";

    @TempDir static Path folder = Path.of("");
    private ServedWeb served;
    private DescribedApi api;
    private String page = "";

    @BeforeAll
    void crawl() throws IOException {
        served = ServedWeb.in(folder, 300);
        api = DescribedApi.of(served);
        served.crawl("done", Map.of("max-pages", "60"));
        served.crawl("live", Map.of("rate", "5"));
        served.awaitState("done", "stopped");
        served.awaitPages("live", 5);
        page = served.web.seedUrls().getFirst();
    }

    @AfterAll
    void close() {
        served.close();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private RawCall.Answer call(String operation, RawCall call) throws IOException {
        return api.check(operation, call.send());
    }

    private JsonNode get(String pattern, String path) throws IOException {
        var answer = call("GET " + pattern, served.call("GET", path));
        assertThat(answer.status()).as(path + " " + answer.text()).isEqualTo(200);
        return answer.json();
    }

    /** Asks both crawls. */
    private List<JsonNode> both(String rest, String query) throws IOException {
        return List.of(
                get(API + "/{id}" + rest, API + "/done" + rest + query),
                get(API + "/{id}" + rest, API + "/live" + rest + query));
    }

    @Test
    @Order(1)
    void whatIsAboutNoCrawl() throws IOException {
        var about = get("/api/v1/about", "/api/v1/about");
        assertThat(about.path("root").asString()).isEqualTo(served.root().toString());
        assertThat(about.path("replay").asString()).startsWith("http://127.0.0.1:");
        get("/healthz", "/healthz");
        get("/readyz", "/readyz");
        api.check("GET /metrics", served.call("GET", "/metrics").send());
        assertThat(get("/api/v1/settings", "/api/v1/settings").path("settings").size())
                .isGreaterThan(20);
        get("/api/openapi.json", "/api/openapi.json");
    }

    @Test
    @Order(1)
    void crawlsAreListedPartByPart() throws IOException {
        var first = get(API, API + "?limit=1&sort=name");
        assertThat(first.path("items").get(0).path("id").asString()).isEqualTo("done");
        String next = first.path("next").asString();
        var second = get(API, API + "?limit=1&sort=name&after=" + next);
        assertThat(second.path("items").get(0).path("id").asString()).isEqualTo("live");
        assertThat(get(API, API + "?state=stopped").path("items").size()).isEqualTo(1);
        assertThat(get(API, API + "?q=liv&sort=-pages").path("items").size()).isEqualTo(1);
    }

    @Test
    @Order(1)
    void aCrawlIsShownWithItsSettings() throws IOException {
        for (var crawl : both("", ""))
            assertThat(crawl.path("settings").path("seeds").isMissingNode()).isFalse();
        assertThat(both("/status", "").getFirst().path("pages").asLong())
                .isGreaterThanOrEqualTo(60);
        both("/changes", "?limit=5");
    }

    @Test
    @Order(1)
    void aCrawlTellsHowItWentOverTime() throws IOException {
        both("/series", "?points=10");
        both("/series", "?from=2026-01-01&to=2099-01-01T00:00:00Z");
    }

    @Test
    @Order(1)
    void hostsAreListedPartByPart() throws IOException {
        for (var first : both("/hosts", "?limit=1&sort=name")) {
            assertThat(first.path("items").size()).isEqualTo(1);
            String path = first.path("live").asBoolean() ? "/live" : "/done";
            String cursor = first.path("next").asString();
            var second =
                    get(
                            API + "/{id}/hosts",
                            API + path + "/hosts?limit=1&sort=name&after=" + cursor);
            String one = first.path("items").get(0).path("host").asString();
            assertThat(second.path("items").get(0).path("host").asString()).isGreaterThan(one);
            var host = get(API + "/{id}/hosts/{host}", API + path + "/hosts/" + one);
            assertThat(host.path("host").asString()).isEqualTo(one);
        }
        both("/hosts", "?q=test&state=idle&sort=pages");
        both("/hosts", "?sort=failures");
    }

    @Test
    @Order(1)
    void requestsAreListedBackwards() throws IOException {
        for (var first : both("/requests", "?limit=2")) {
            assertThat(first.path("items").size()).isEqualTo(2);
            assertThat(first.path("next").isNull()).isFalse();
        }
        var items = get(API + "/{id}/requests", API + "/done/requests?status=2xx").path("items");
        assertThat(items.size()).isPositive();
        for (var request : items) assertThat(request.path("status").asInt()).isEqualTo(200);
        String host = page.replaceFirst("^http://", "").replaceFirst("[:/].*", "");
        assertThat(get(API + "/{id}/requests", API + "/done/requests?host=" + host).path("items"))
                .isNotEmpty();
        both("/requests", "?status=error");
        both("/requests", "?status=timeout&q=http");
    }

    @Test
    @Order(1)
    void reportsAreMade() throws IOException {
        for (String kind : List.of("/report", "/report.html")) {
            var answer =
                    call("GET " + API + "/{id}" + kind, served.call("GET", API + "/done" + kind));
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }
    }

    @Test
    @Order(1)
    void whatWentWrongIsTold() throws IOException {
        both("/errors", "");
        both("/dropped", "");
        both("/duplicates", "");
        assertThat(both("/files", "").getFirst().path("items")).isNotEmpty();
    }

    @Test
    @Order(1)
    void whyAUrlWasFetchedOrNot() throws IOException {
        for (var why : both("/why", "?url=" + encoded(page)))
            assertThat(why.path("url").asString()).isEqualTo(page);
        var never = both("/why", "?url=" + encoded("http://never.test/")).getFirst();
        assertThat(never.path("state").asString()).isEqualTo("never-queued");
    }

    @Test
    @Order(1)
    void pagesAreFoundByTheirWordsAndLinks() throws IOException {
        ServedWeb.await(
                "the index is built",
                () ->
                        served.call("GET", API + "/done/search?q=a").send().status() == 200
                                && served.call("GET", API + "/done/links").send().status() == 200);
        String search = API + "/{id}/search";
        var found = get(search, API + "/done/search?q=" + encoded("the OR a OR and"));
        get(search, API + "/done/search?q=test*&host=test&type=html&lang=en&since=2020-01-01");
        assertThat(found.path("pages").asInt()).isPositive();
        for (String query :
                List.of(
                        "",
                        "?to=" + encoded(page),
                        "?from=" + encoded(page) + "&limit=3",
                        "?top=5",
                        "?top=5&by=pagerank",
                        "?hosts=true",
                        "?dead=true")) get(API + "/{id}/links", API + "/done/links" + query);
        var graph =
                get(API + "/{id}/graph", API + "/done/graph?hops=2&limit=20&url=" + encoded(page));
        assertThat(graph.path("nodes").size()).isBetween(2, 20);
        get(API + "/{id}/graph", API + "/done/graph");
    }

    @Test
    @Order(1)
    void archivedPagesAreShown() throws IOException {
        String url = "?url=" + encoded(page);
        var captures = get(API + "/{id}/captures", API + "/done/captures" + url);
        String at = captures.path("items").get(0).path("at").asString();
        var newest =
                get(API + "/{id}/captures", API + "/done/captures" + url + "&sort=newest&limit=1");
        assertThat(newest.path("items").get(0))
                .isEqualTo(captures.path("items").get(captures.path("items").size() - 1));
        var missing = get(API + "/{id}/captures", API + "/done/captures?url=http%3A%2F%2Fx.test/");
        assertThat(missing.path("items")).isEmpty();
        for (String as : List.of("", "&as=text", "&as=headers", "&as=markdown")) {
            var answer =
                    call(
                            "GET " + API + "/{id}/page",
                            served.call("GET", API + "/done/page" + url + as + "&at=" + at));
            assertThat(answer.status()).as(as).isEqualTo(200);
            assertThat(answer.header("Content-Type")).hasValue("text/plain; charset=utf-8");
        }
        var raw = served.call("GET", API + "/done/page" + url + "&as=raw").send();
        assertThat(raw.text()).startsWith("HTTP/1.1 200");
        assertThat(raw.header("Content-Type")).hasValue("application/octet-stream");
        assertThat(raw.header("Content-Disposition").orElseThrow()).startsWith("attachment");
    }

    @Test
    @Order(1)
    void archivedPagesAreReplayedAtAnOriginOfTheirOwn() throws IOException {
        var answer =
                call(
                        "POST " + API + "/{id}/replay",
                        served.call("POST", API + "/done/replay").json(Map.of("url", page)));
        var address = java.net.URI.create(answer.json().path("address").asString());
        assertThat(address.getPort()).isNotEqualTo(served.server().socket().getPort());
        // Without a time it is the newest.
        assertThat(address.getRawPath()).doesNotContain("/1970").contains("/20");
        var shown = RawCall.page(address, "127.0.0.1:" + address.getPort());
        assertThat(shown.status()).as(shown.text()).isIn(200, 302);
        assertThat(shown.header("Content-Security-Policy").orElseThrow()).contains("sandbox");
        assertThat(shown.header("X-Frame-Options")).isEmpty();
        assertThat(RawCall.page(address, "evil.test:" + address.getPort()).status()).isEqualTo(403);
        var other = address.resolve(address.getRawPath().replaceFirst("^/.{5}", "/aaaaa"));
        assertThat(RawCall.page(other, "127.0.0.1:" + address.getPort()).status())
                .isGreaterThanOrEqualTo(400);
        var front = served.call("GET", "/").send();
        assertThat(front.header("Content-Security-Policy").orElseThrow())
                .contains("frame-src 127.0.0.1:" + address.getPort());
    }

    @Test
    @Order(1)
    void otherToolsReadTheArchive() throws IOException {
        var cdx = served.call("GET", "/wayback/done/cdx?url=" + encoded(page)).send();
        assertThat(cdx.status()).as(cdx.text()).isEqualTo(200);
        assertThat(cdx.text()).contains("200");
        var raw = served.call("GET", "/wayback/done/2026id_/" + page).send();
        assertThat(raw.status()).as(raw.text()).isEqualTo(200);
        String file =
                get(API + "/{id}/captures", API + "/done/captures?url=" + encoded(page))
                        .path("items")
                        .get(0)
                        .path("file")
                        .asString();
        var part = served.call("GET", "/warc/done/" + file).with("Range", "bytes=0-1").send();
        assertThat(part.status()).as(part.text()).isEqualTo(206);
        assertThat(part.body()).hasSize(2);
        assertThat(
                        served.call("GET", "/wayback/done/cdx?url=x")
                                .without("Authorization")
                                .send()
                                .status())
                .isEqualTo(401);
        assertThat(served.call("GET", "/warc/done/..%2fcrawl.yaml").send().status()).isIn(400, 404);
    }

    @Test
    @Order(1)
    void filesAreDownloaded() throws IOException {
        var log =
                call(
                        "GET " + API + "/{id}/files/{name}",
                        served.call("GET", API + "/done/files/crawl.log"));
        assertThat(log.status()).isEqualTo(200);
        assertThat(log.text()).contains(page);
        assertThat(log.header("Content-Disposition").orElseThrow()).startsWith("attachment");
    }

    @Test
    @Order(1)
    void aTicketIsForOneDownload() throws IOException {
        var ticket =
                call(
                        "POST /api/v1/tickets",
                        served.call("POST", "/api/v1/tickets")
                                .json(Map.of("path", API + "/done/files/crawl.log")));
        assertThat(ticket.status()).isEqualTo(201);
        String url = ticket.json().path("url").asString();
        var download = served.call("GET", url).without("Authorization").send();
        assertThat(download.status()).as(download.text()).isEqualTo(200);
        assertThat(download.text()).contains(page);
        assertThat(served.call("GET", url).without("Authorization").send().status()).isEqualTo(404);
        assertThat(served.call("GET", "/tickets/x").without("Authorization").send().status())
                .isEqualTo(404);
    }

    @Test
    @Order(1)
    void aTicketIsForAFileOfTheArchive() throws IOException {
        String file =
                get(API + "/{id}/captures", API + "/done/captures?url=" + encoded(page))
                        .path("items")
                        .get(0)
                        .path("file")
                        .asString();
        var ticket =
                served.call("POST", "/api/v1/tickets")
                        .json(Map.of("path", "/warc/done/" + file))
                        .send();
        String url = ticket.json().path("url").asString();
        var download = served.call("GET", url).without("Authorization").send();
        assertThat(download.status()).as(download.text()).isEqualTo(200);
        assertThat(download.body()).isNotEmpty();
        assertThat(served.call("GET", url).without("Authorization").send().status()).isEqualTo(404);
    }

    @ParameterizedTest
    @Order(1)
    @CsvSource({
        "mailto:a@b.test, 2026-11-16, /url",
        "http://a.test/, -1000000000-01-01T00:00:00Z, /at",
        "http://a.test/, 0000-12-31T23:59:59Z, /at",
        "http://a.test/, +10000-01-01T00:00:00Z, /at"
    })
    void whatNoArchiveHasGetsNoAddress(String url, String at, String pointer) throws IOException {
        var refused =
                served.call("POST", API + "/done/replay").json(Map.of("url", url, "at", at)).send();
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("errors").get(0).path("pointer").asString())
                .isEqualTo(pointer);
    }

    @ParameterizedTest
    @Order(1)
    @ValueSource(
            strings = {
                "",
                "/api/v1/crawls",
                "/api/v1/crawls/done",
                "/api/v1/events",
                "/api/v1/crawls/../files/x",
                "http://evil.test/",
                "/api/v1/crawls/done/files/%2e%2e/x",
                "//evil.test/warc/a/b"
            })
    void noTicketIsForAnythingElse(String path) throws IOException {
        var refused = served.call("POST", "/api/v1/tickets").json(Map.of("path", path)).send();
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("errors").get(0).path("pointer").asString())
                .isEqualTo("/path");
    }

    @Test
    @Order(1)
    void eventsAreDescribed() throws IOException {
        try (var reader = EventReader.open(served.server(), "?crawl=live")) {
            api.check("GET /api/v1/events", reader.head());
        }
    }

    @ParameterizedTest
    @Order(1)
    @ValueSource(
            strings = {
                "/done/files/crawl.yaml",
                "/done/files/state/status.json",
                "/done/files/..%2fcrawl.yaml",
                "/done/files/warc/../crawl.yaml",
                "/done/files/%2e%2e/%2e%2e/token",
                "/done/files//etc/passwd",
                "/../token",
                "/%2e%2e/status",
                "/..%5ctoken",
                "/done%00/status",
                "/.gossamer/status"
            })
    void noPathLeadsOutOfTheFolder(String path) throws IOException {
        var answer = served.call("GET", API + path).send();
        assertThat(answer.status()).as(answer.text()).isIn(400, 404);
        assertThat(answer.text()).doesNotContain("seeds", "root:");
    }

    @Test
    @Order(2)
    void aRunningCrawlIsSteered() throws IOException {
        String one = API + "/{id}";
        var before = served.call("GET", API + "/live").send();
        String revision = before.header("ETag").orElseThrow();
        var changed =
                call(
                        "PATCH " + one + "/settings",
                        served.call("PATCH", API + "/live/settings")
                                .with("If-Match", revision)
                                .json(Map.of("rate", "4")));
        assertThat(changed.json().path("live").size()).isEqualTo(1);
        var stale =
                call(
                        "PATCH " + one + "/settings",
                        served.call("PATCH", API + "/live/settings")
                                .with("If-Match", revision)
                                .json(Map.of("rate", "3")));
        assertThat(stale.status()).as(stale.text()).isEqualTo(412);
        var seeds =
                call(
                        "POST " + one + "/seeds",
                        served.call("POST", API + "/live/seeds")
                                .json(Map.of("urls", List.of(page + "?more", "no url"))));
        assertThat(seeds.json().path("queued").asInt()).as(seeds.text()).isEqualTo(1);
        call(
                "PUT " + one + "/blocks/{pattern}",
                served.call("PUT", API + "/live/blocks/*.other.test").json(Map.of("drop", false)));
        call(
                "DELETE " + one + "/blocks/{pattern}",
                served.call("DELETE", API + "/live/blocks/*.other.test"));
        var pace =
                call(
                        "PUT " + one + "/pace/{pattern}",
                        served.call("PUT", API + "/live/pace/*.other.test")
                                .json(Map.of("delay", "2s")));
        assertThat(pace.status()).as(pace.text()).isEqualTo(200);
        call(
                "DELETE " + one + "/pace/{pattern}",
                served.call("DELETE", API + "/live/pace/*.other.test"));
        var verdicts =
                call(
                        "POST " + one + "/test",
                        served.call("POST", API + "/live/test")
                                .json(
                                        Map.of(
                                                "urls",
                                                List.of(page, "mailto:x"),
                                                "settings",
                                                Map.of("exclude", List.of(".*")))));
        assertThat(verdicts.json().path("verdicts").get(0).path("filter").asString())
                .isEqualTo("exclude");
        call(
                "POST /api/v1/test",
                served.call("POST", "/api/v1/test")
                        .json(
                                Map.of(
                                        "urls",
                                        List.of(page),
                                        "settings",
                                        Map.of("seeds", List.of(page)))));
        for (String action : List.of("pause", "resume", "checkpoint"))
            assertThat(act("live", action).status()).as(action).isEqualTo(200);
    }

    private RawCall.Answer act(String crawl, String action) throws IOException {
        return call(
                "POST " + API + "/{id}/actions",
                served.call("POST", API + "/" + crawl + "/actions").json(Map.of("action", action)));
    }

    @Test
    @Order(3)
    void actionsThatDoNotFitTheStateAreRefused() throws IOException {
        for (String action : List.of("pause", "stop", "checkpoint")) {
            var refused = act("done", action);
            assertThat(refused.status()).as(action).isEqualTo(409);
            assertThat(refused.json().path("state").asString()).isEqualTo("stopped");
        }
        assertThat(act("live", "start").status()).isEqualTo(409);
        assertThat(act("live", "index").status()).isEqualTo(409);
        assertThat(
                        call(
                                        "DELETE " + API + "/{id}",
                                        served.call("DELETE", API + "/live?confirm=live"))
                                .status())
                .isEqualTo(409);
    }

    @Test
    @Order(4)
    void crawlsAreCreatedAndDeleted() throws IOException {
        var created =
                call(
                        "POST " + API,
                        served.call("POST", API)
                                .json(Map.of("settings", Map.of("seeds", List.of(page)))));
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().path("state").asString()).isEqualTo("created");
        String id = created.json().path("id").asString();
        assertThat(created.header("Location")).hasValue(API + "/" + id);
        assertThat(call("DELETE " + API + "/{id}", served.call("DELETE", API + "/" + id)).status())
                .isEqualTo(400);
        var deleted =
                call(
                        "DELETE " + API + "/{id}",
                        served.call("DELETE", API + "/" + id + "?confirm=" + id));
        assertThat(Path.of(deleted.json().path("trash").asString())).isDirectory();
        assertThat(served.call("GET", API + "/" + id).send().status()).isEqualTo(404);
    }

    @ParameterizedTest
    @Order(4)
    @CsvSource({
        "/done/series?points=0, /points",
        "/done/series?points=x, /points",
        "/done/series?from=yesterday, /from",
        "/done/hosts?limit=1001, /limit",
        "/done/hosts?after=!!, /after",
        "/done/hosts?state=angry, /state",
        "/done/hosts?sort=size, /sort",
        "/done/requests?before=12, /before",
        "/done/requests?status=9, /status",
        "/done/why, /url",
        "/done/why?url=nothing, /url",
        "/done/search, /q",
        "/done/search?q=%22, /q",
        "/done/links?to=x, /to",
        "/done/links?top=5&hosts=true, /hosts",
        "/done/graph?hops=9, /hops",
        "/done/graph?limit=301, /limit",
        "/done/captures?url=x, /url",
        "/done/captures?url=http://a.test/&sort=best, /sort",
        "/done/page?url=http://a.test/&as=html, /as",
        "/done/page?url=http://a.test/&at=x, /at",
        "/done/status?token=x, /token",
        "?sort=colour, /sort",
        "?after=x, /after",
        "?limit=-1, /limit"
    })
    void aMistakeInTheQueryIsToldByItsPlace(String path, String pointer) throws IOException {
        var answer = served.call("GET", API + path).send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.json().path("errors").get(0).path("pointer").asString())
                .isEqualTo(pointer);
    }

    @ParameterizedTest
    @Order(4)
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"settings\":{\"seeds\":[\"http://a.test/\"],\"delay\":\"soon\"}} | /settings/delay",
                "{\"settings\":{\"seeds\":[\"http://a.test/\"],\"colour\":\"red\"}} | /settings/colour",
                "{\"settings\":{\"seeds\":[\"::\"]}} | /settings/seeds",
                "{\"settings\":{}} | /settings/seeds",
                "{\"settings\":[]} | /settings",
                "{\"settings\":{\"seeds\":[\"http://a.test/\"]},\"name\":\"../x\"} | /name",
                "{\"settings\":{\"seeds\":[\"http://a.test/\"]},\"name\":\"done\"} | /name",
                "{\"settings\":{\"seeds\":[\"http://a.test/\"],\"plugin\":\"x.jar\"}} | /settings/plugin",
                "{\"colour\":1} | /colour"
            })
    void aMistakeInTheBodyIsToldByItsPlace(String body, String pointer) throws IOException {
        var answer =
                call(
                        "POST " + API,
                        served.call("POST", API)
                                .body("application/json", body.getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.status()).as(answer.text()).isIn(400, 403, 409);
        assertThat(answer.json().path("errors").get(0).path("pointer").asString())
                .isEqualTo(pointer);
    }

    private RawCall.Answer order(Map<String, ?> body) throws IOException {
        return call(
                "POST " + CLUSTERS + "/{name}/actions",
                served.call("POST", CLUSTERS + "/news/actions").json(body));
    }

    @Test
    @Order(1)
    void aCrawlInAClusterIsShownWithItsNodesShardsAndMovements() throws IOException {
        var store = new ClusterStatus.StoringNode("store", 70, 3);
        served.clusters.set("docs", FakeClusters.running(3, FakeClusters.node("a", 4, 0, 1)));
        served.clusters.set(
                "news",
                FakeClusters.stored(
                        FakeClusters.running(3, FakeClusters.node("b", 5, 2)),
                        new ClusterStatus.Storage(List.of(store), 9, true)));
        // The names that the server may have asked for before are kept for two seconds.
        ServedWeb.await(
                "both are listed",
                () -> get(CLUSTERS, CLUSTERS + "?limit=2").path("items").size() == 2);
        var docs = get(CLUSTERS + "/{name}", CLUSTERS + "/docs");
        assertThat(docs.path("shardsOwned").asInt()).isEqualTo(2);
        assertThat(docs.path("owners").path("1").asString()).isEqualTo("a");
        assertThat(docs.path("nodes").get(0).path("shards").path("1").asLong()).isEqualTo(101);
        served.clusters.set(
                "docs",
                FakeClusters.lost(
                        FakeClusters.running(3, FakeClusters.node("c", 4, 1)),
                        new ClusterStatus.LostArchive("a", "/data/a")));
        ServedWeb.await(
                "a shard moves",
                () -> !get(CLUSTERS + "/{name}", CLUSTERS + "/docs").path("movements").isEmpty());
        var moved = get(CLUSTERS + "/{name}", CLUSTERS + "/docs").path("movements").get(0);
        assertThat(moved.path("from").asString()).isEqualTo("a");
        assertThat(moved.path("to").asString()).isEqualTo("c");
        var lost = get(CLUSTERS + "/{name}", CLUSTERS + "/docs").path("lostArchives").get(0);
        assertThat(lost.path("folder").asString()).isEqualTo("/data/a");
        var news = get(CLUSTERS + "/{name}", CLUSTERS + "/news");
        assertThat(news.path("pagesWaiting").asInt()).isEqualTo(9);
        assertThat(news.path("storing").get(0).path("behind").asInt()).isEqualTo(3);
        var missing = served.call("GET", CLUSTERS + "/nothing").send();
        assertThat(missing.status()).isEqualTo(404);
    }

    @Test
    @Order(2)
    void ordersGoToTheNodesOfACluster() throws IOException {
        var paused = order(Map.of("action", "pause"));
        assertThat(paused.status()).as(paused.text()).isEqualTo(202);
        assertThat(paused.json().path("state").asString()).isEqualTo("paused");
        order(Map.of("action", "resume"));
        order(Map.of("action", "set", "settings", Map.of("rate", "5")));
        order(Map.of("action", "block", "hosts", "*.shop.test"));
        order(Map.of("action", "unblock", "hosts", "*.shop.test"));
        order(Map.of("action", "drain", "node", "b"));
        order(Map.of("action", "drain", "node", "store"));
        order(Map.of("action", "stop"));
        assertThat(served.clusters.orders)
                .containsExactly(
                        ClusterOrder.Whole.PAUSE,
                        ClusterOrder.Whole.RESUME,
                        new ClusterOrder.Change(Map.of("rate", "5")),
                        new ClusterOrder.Block("*.shop.test", true),
                        new ClusterOrder.Block("*.shop.test", false),
                        new ClusterOrder.Drain("b"),
                        new ClusterOrder.Drain("store"),
                        ClusterOrder.Whole.STOP);
    }

    @ParameterizedTest
    @Order(2)
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"action\":\"dance\"} | /action",
                "{\"action\":\"drain\"} | /node",
                "{\"action\":\"drain\",\"node\":\"nobody\"} | /node",
                "{\"action\":\"block\"} | /hosts",
                "{\"action\":\"set\"} | /settings",
                "{\"action\":\"set\",\"settings\":{\"delay\":\"soon\"}} | /settings/delay",
                "{\"action\":\"set\",\"settings\":{\"plugin\":\"x.jar\"}} | /settings/plugin",
                "{\"action\":\"stop\",\"now\":true} | /now"
            })
    void aMistakeInAnOrderIsToldByItsPlace(String body, String pointer) throws IOException {
        var answer =
                call(
                        "POST " + CLUSTERS + "/{name}/actions",
                        served.call("POST", CLUSTERS + "/news/actions")
                                .body("application/json", body.getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.status()).as(answer.text()).isIn(400, 403);
        assertThat(answer.json().path("errors").get(0).path("pointer").asString())
                .isEqualTo(pointer);
    }

    @Test
    @Order(3)
    void aClusterThatIsAwayLeavesTheRestOfTheServerAlone() throws IOException {
        served.clusters.fail("cannot reach kafka1:9092");
        try {
            ServedWeb.await(
                    "it is noticed",
                    () -> served.call("GET", CLUSTERS + "/news").send().status() == 503);
            var away = call("GET " + CLUSTERS + "/{name}", served.call("GET", CLUSTERS + "/news"));
            assertThat(away.status()).isEqualTo(503);
            assertThat(away.json().path("type").asString())
                    .isEqualTo("/problems/cluster-unreachable");
            assertThat(away.json().path("detail").asString())
                    .isEqualTo("news cannot be read: cannot reach kafka1:9092");
            ServedWeb.await(
                    "the list says so", () -> served.call("GET", CLUSTERS).send().status() == 503);
            assertThat(order(Map.of("action", "pause")).status()).isEqualTo(503);
            both("/status", "");
        } finally {
            served.clusters.recover();
        }
    }

    @Test
    @Order(5)
    void aCrawlIsStoppedAndIndexed() throws IOException {
        assertThat(act("live", "stop").status()).isEqualTo(202);
        served.awaitState("live", "stopped");
        // Its process may be busy with the last pages of the index itself.
        ServedWeb.await("its index is built", () -> act("live", "index").status() == 202);
    }

    @Test
    @Order(6)
    void everyRouteWasAsked() {
        var left = new TreeSet<>(api.operations());
        left.removeAll(api.checked());
        assertThat(left).isEmpty();
    }
}
