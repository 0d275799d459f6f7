package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Every view of the dashboard, light, dark and on a phone: can all use it, and does it fit? */
@EnabledIf("dev.gossamer.server.TestBrowser#isThere")
class ViewsBrowserIT {
    /** How a view is looked at. */
    enum Look {
        LIGHT(1280, 860, ColorScheme.LIGHT),
        DARK(1280, 860, ColorScheme.DARK),
        NARROW(390, 844, ColorScheme.LIGHT);

        private final int width;
        private final int height;
        private final ColorScheme colours;

        Look(int width, int height, ColorScheme colours) {
            this.width = width;
            this.height = height;
            this.colours = colours;
        }
    }

    @TempDir static Path folder;
    private static ServedWeb served;
    private static TestBrowser browser;
    private static final Map<String, String> VIEWS = new LinkedHashMap<>();

    @BeforeAll
    static void start() throws IOException {
        served = ServedWeb.in(folder, 24, 6_000);
        beginClusters();
        browser = TestBrowser.start();
        browser.allowReplay(served.get("/api/v1/about").path("replay").asString());
        served.crawl("handbook", Map.of("max-pages", "600", "resources", true));
        served.crawl("docs", Map.of("delay", "500ms", "resources", true));
        served.crawl("shop", Map.of("delay", "2s", "max-pages", "5000"));
        served.awaitState("handbook", "stopped");
        served.awaitPages("shop", 50);
        served.call("POST", "/api/v1/crawls/shop/actions").json(Map.of("action", "pause")).send();
        served.awaitPages("docs", 200);
        served.call("PATCH", "/api/v1/crawls/docs/settings")
                .json(Map.of("max-depth", "40", "max-body", "5m"))
                .send();
        served.call("PUT", "/api/v1/crawls/docs/blocks/*.fern-20.test")
                .json(Map.of("drop", false))
                .send();
        ServedWeb.await("links are known", () -> mostLinked().size() > 40);
        String page = mostLinked().get(40).path("url").asString();
        String url = URLEncoder.encode(served.web.seedUrls().getFirst(), StandardCharsets.UTF_8);
        VIEWS.put("overview", "");
        VIEWS.put("new", "new");
        VIEWS.put("live", "crawls/docs");
        VIEWS.put("hosts", "crawls/docs/hosts");
        VIEWS.put("requests", "crawls/docs/requests");
        VIEWS.put("errors", "crawls/docs/errors");
        VIEWS.put("dropped", "crawls/docs/dropped");
        VIEWS.put("search", "crawls/handbook/search?q=garden+window");
        VIEWS.put("links", "crawls/handbook/links");
        VIEWS.put(
                "picture",
                "crawls/handbook/links?way=picture&hops=2&url="
                        + URLEncoder.encode(page, StandardCharsets.UTF_8));
        VIEWS.put("pages", "crawls/handbook/pages?url=" + url);
        VIEWS.put("text", "crawls/handbook/pages?as=text&url=" + url);
        VIEWS.put("report", "crawls/docs/report");
        VIEWS.put("settings", "crawls/docs/settings");
        VIEWS.put("changes", "crawls/docs/changes");
        VIEWS.put("cluster", "clusters/news");
        VIEWS.put("cluster-large", "clusters/web");
        moveShards();
    }

    /** A cluster of three nodes with 32 shards, and one of thirty nodes with a thousand. */
    private static void beginClusters() {
        served.clusters.set("news", news("ash", "birch", "cedar"));
        var many = new ClusterStatus.Node[30];
        for (int i = 0; i < many.length; i++)
            many[i] =
                    FakeClusters.node(
                            "machine-%02d.example.org".formatted(i + 1),
                            90_000 + 700 * i,
                            FakeClusters.every(many.length, i, 1000));
        served.clusters.set("web", FakeClusters.running(1024, many));
    }

    private static ClusterStatus news(String... nodes) {
        var some = new ClusterStatus.Node[nodes.length];
        for (int i = 0; i < nodes.length; i++)
            some[i] =
                    FakeClusters.node(
                            nodes[i], 18_000 + 1_300 * i, FakeClusters.every(nodes.length, i, 32));
        return FakeClusters.stored(
                FakeClusters.running(32, some),
                new ClusterStatus.Storage(
                        List.of(
                                new ClusterStatus.StoringNode("disk-one", 31_400, 0),
                                new ClusterStatus.StoringNode("disk-two", 26_450, 112)),
                        112,
                        true));
    }

    /** One node goes, and another comes, while the server looks. */
    private static void moveShards() throws IOException {
        ServedWeb.await("it is read", () -> owners().contains("cedar"));
        served.clusters.set("news", news("ash", "birch"));
        ServedWeb.await("one has gone", () -> !owners().contains("cedar"));
        served.clusters.set(
                "news",
                FakeClusters.lost(
                        news("ash", "birch", "dogwood"),
                        new ClusterStatus.LostArchive("cedar", "/data/news")));
        ServedWeb.await("one has come", () -> owners().contains("dogwood"));
    }

    private static String owners() throws IOException {
        return RawCall.get(served.server(), "/api/v1/clusters/news")
                .send()
                .json()
                .path("owners")
                .toString();
    }

    private static JsonNode mostLinked() throws IOException {
        return served.get("/api/v1/crawls/handbook/links?top=60").path("top");
    }

    @AfterAll
    static void stop() {
        browser.close();
        served.close();
    }

    private static Page window(Look look) {
        var page = browser.window(look.width, look.height, look.colours);
        browser.show(page, served.server(), "");
        return page;
    }

    private static void show(Page page, String view) {
        TestBrowser.go(page, view);
        TestBrowser.settle(page);
    }

    @ParameterizedTest
    @EnumSource
    void everyViewFitsAndKeepsNobodyOut(Look look) {
        var page = window(look);
        VIEWS.forEach(
                (name, view) -> {
                    show(page, view);
                    TestBrowser.assertAccessible(page, look + " " + name);
                    assertThat(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
                            .as(look + " " + name)
                            .isEqualTo(0);
                    browser.assertClean();
                });
    }

    /** Run by {@code build/screenshots}. */
    @Test
    @EnabledIfSystemProperty(named = "screenshots", matches = ".+")
    void picturesAreTaken() {
        var folder = Path.of(System.getProperty("screenshots"));
        for (var look : Look.values()) {
            var page = window(look);
            VIEWS.forEach(
                    (name, view) -> {
                        show(page, view);
                        // Long enough for charts to have some points.
                        page.waitForTimeout(
                                Set.of("live", "overview").contains(name) ? 20_000 : 1_500);
                        page.screenshot(
                                new Page.ScreenshotOptions()
                                        .setPath(
                                                folder.resolve(
                                                        name
                                                                + "-"
                                                                + look.name()
                                                                        .toLowerCase(
                                                                                java.util.Locale
                                                                                        .ROOT)
                                                                + ".png")));
                    });
        }
    }
}
