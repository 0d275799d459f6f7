package dev.gossamer.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard in a real browser, in front of crawls of the simulated web. */
@EnabledIf("dev.gossamer.server.TestBrowser#isThere")
class DashboardBrowserIT {
    private static final LocatorAssertions.HasTextOptions HAS_TEXT_SOON =
            new LocatorAssertions.HasTextOptions().setTimeout(60_000);
    private static final LocatorAssertions.IsVisibleOptions VISIBLE_SOON =
            new LocatorAssertions.IsVisibleOptions().setTimeout(60_000);

    private static final LocatorAssertions.ContainsTextOptions CONTAINS_SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout(60_000);

    private static final Instant CAPTURED = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir static Path folder;
    private static ServedWeb served;
    private static TestBrowser browser;

    @BeforeAll
    static void start() throws IOException {
        served = ServedWeb.in(folder, 600);
        browser = TestBrowser.start();
        served.crawl("whole", Map.of("resources", true));
        served.awaitState("whole", "finished");
    }

    @AfterAll
    static void stop() {
        browser.close();
        served.close();
    }

    @AfterEach
    void nothingIsSaidOnTheConsole() {
        browser.assertClean();
    }

    private static Page open(String view) {
        var page = browser.open(served.server());
        if (!view.isEmpty()) TestBrowser.go(page, view);
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    private static Locator state(Page page) {
        return page.locator(".head .state");
    }

    /** The number of a tile. */
    private static long tile(Page page, String name) {
        String text =
                page.locator(".tile")
                        .filter(
                                new Locator.FilterOptions()
                                        .setHas(
                                                page.locator(
                                                        "dt",
                                                        new Page.LocatorOptions()
                                                                .setHasText(
                                                                        Pattern.compile(
                                                                                "^" + name
                                                                                        + "$")))))
                        .locator("dd")
                        .first()
                        .textContent();
        return text.matches("[\\d,]+") ? Long.parseLong(text.replace(",", "")) : 0;
    }

    /** A crawl that takes long enough to be steered. */
    private static void slowCrawl(String name, Map<String, ?> more) throws IOException {
        var settings = new LinkedHashMap<String, Object>(Map.of("delay", "200ms"));
        settings.putAll(more);
        served.crawl(name, settings);
        served.awaitPages(name, 1);
    }

    private static long requestsOf(String host) {
        return served.web.log().requests().stream()
                .filter(request -> request.host().startsWith(host))
                .count();
    }

    @Test
    void aCrawlIsCreatedInTheFormAndItsNumbersMove() throws IOException {
        var page = open("");
        page.keyboard().press("n");
        page.locator("textarea[name=seeds]").fill(String.join("\n", served.web.seedUrls()));
        page.locator("#name").fill("formed");
        page.locator("select[name=scope]").selectOption("any");
        page.locator("input[name=delay]").fill("50ms");
        page.locator("summary").filter(new Locator.FilterOptions().setHasText("Network")).click();
        page.locator("textarea[name=dns]").fill("127.0.0.1:" + served.web.dnsAddress().getPort());
        page.locator("input[name=allow-private]").check();
        assertThat(page.locator("pre").first())
                .containsText("--scope any \\\n  --delay 50ms \\\n  --dns 127.0.0.1:");

        page.locator("#tested").fill("http://other.test/a\nmailto:somebody@other.test");
        button(page, "Test").click();
        assertThat(page.locator(".code.c2")).hasText("taken");
        assertThat(page.locator(".code.c4")).hasCount(1);

        button(page, "Create crawl").click();
        assertThat(state(page)).hasText("running", HAS_TEXT_SOON);
        ServedWeb.await("pages", () -> tile(page, "Pages") > 0);
        long before = tile(page, "Pages");
        ServedWeb.await("more pages", () -> tile(page, "Pages") > before);
        assertThat(page.locator("figure.chart path.line").first()).isVisible(VISIBLE_SOON);
        assertThat(page.locator("#why")).not().isEmpty();
    }

    @Test
    void aFieldWithAMistakeSaysSo() {
        var page = open("new");
        page.locator("textarea[name=seeds]").fill("http://www.example.test/");
        page.locator("input[name=delay]").fill("soon");
        button(page, "Create crawl").click();
        assertThat(page.locator("input[name=delay]")).hasAttribute("aria-invalid", "true");
        assertThat(page.locator("[role=alert]")).containsText("soon");
        browser.forgive(400);
    }

    @Test
    void aChangedRateIsSeenByTheServers() throws IOException {
        slowCrawl("rated", Map.of("delay", "0", "rate", "1"));
        var page = open("crawls/rated");
        button(page, "Rate 1/s").click();
        page.locator("dialog input").fill("0");
        page.locator("dialog .primary").click();
        assertThat(button(page, "Rate unlimited")).isVisible(VISIBLE_SOON);
        // With one request per second this would take longer than is waited for.
        served.awaitPages("rated", 400);
    }

    @Test
    void aBlockedHostIsNoLongerAskedUntilItIsUnblocked() throws IOException {
        slowCrawl("blocking", Map.of("delay", "300ms"));
        String host = URI.create(served.web.seedUrls().getFirst()).getHost();
        var page = open("crawls/blocking/hosts");
        var row = page.locator("tr").filter(new Locator.FilterOptions().setHasText(host));
        row.focus();
        page.keyboard().press("b");
        assertThat(row.locator(".state")).hasText("blocked", HAS_TEXT_SOON);
        long then = requestsOf(host);
        long all = served.web.log().requestCount();
        ServedWeb.await("others are asked", () -> served.web.log().requestCount() > all + 20);
        assertThat(requestsOf(host)).isLessThanOrEqualTo(then + 1);

        row.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Unblock")).click();
        ServedWeb.await("it is asked again", () -> requestsOf(host) > then + 2);
    }

    @Test
    void aCrawlIsPausedResumedAndStopped() throws IOException {
        slowCrawl("paused", Map.of());
        var page = open("crawls/paused");
        assertThat(button(page, "Pause")).isVisible(VISIBLE_SOON);
        page.keyboard().press("p");
        assertThat(state(page)).hasText("paused", HAS_TEXT_SOON);
        assertThat(page.locator("#why")).containsText("Paused");
        button(page, "Resume").click();
        assertThat(state(page)).hasText("running", HAS_TEXT_SOON);
        button(page, "Stop").click();
        page.locator("dialog .danger").click();
        assertThat(state(page)).hasText("stopped", HAS_TEXT_SOON);
        assertThat(served.state("paused")).isEqualTo("stopped");
    }

    @Test
    void aPageIsFoundByItsWordsAndShown() {
        var page = open("crawls/whole/search");
        page.keyboard().press("/");
        page.keyboard().type("garden");
        page.keyboard().press("Enter");
        assertThat(page.locator(".hits mark").first()).isVisible(VISIBLE_SOON);
        String title = page.locator(".hit-title").first().textContent();
        page.locator(".hit-title").first().click();
        button(page, "Text").click();
        assertThat(page.locator("pre.tall")).containsText(title);
        button(page, "Headers").click();
        assertThat(page.locator("pre.tall")).containsText("HTTP/1.1 200");

        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Links").setExact(true))
                .last()
                .click();
        button(page, "Picture").click();
        assertThat(page.locator(".graph .node.middle")).isVisible(VISIBLE_SOON);
        page.locator(".graph .node:not(.middle)").first().press("Enter");
        assertThat(page.locator(".graph .node.middle")).isVisible();
    }

    @Test
    void anArchivedPageIsShownWithItsImages() throws IOException {
        String origin = served.get("/api/v1/about").path("replay").asString();
        browser.allowReplay(origin);
        var images = new ConcurrentLinkedQueue<String>();
        var page = browser.open(served.server());
        page.onResponse(
                response -> {
                    if (response.url().startsWith(origin)
                            && response.status() == 200
                            && response.headers()
                                    .getOrDefault("content-type", "")
                                    .startsWith("image/")) images.add(response.url());
                });
        String url = served.web.seedUrls().getFirst();
        TestBrowser.go(
                page, "crawls/whole/pages?url=" + URLEncoder.encode(url, StandardCharsets.UTF_8));
        var frame = page.frameLocator("iframe.replay");
        assertThat(frame.locator("h1").first()).isVisible(VISIBLE_SOON);
        ServedWeb.await(
                "an image is shown",
                () -> {
                    page.waitForTimeout(50);
                    return !images.isEmpty();
                });
    }

    @Test
    void everyCaptureOfAPageCanBeReachedFromTheNewestOn() {
        var page = open("");
        page.route("**/captures?*", route -> route.fulfill(captures(route.request().url())));
        page.route("**/page?*", route -> route.fulfill(new Route.FulfillOptions().setBody("text")));
        TestBrowser.go(page, "crawls/whole/pages?as=text&url=http%3A%2F%2Fa.test%2F");
        assertThat(page.locator("#capture")).hasValue(CAPTURED.plusSeconds(250).toString());
        String oldestKnown = CAPTURED.plusSeconds(51).toString();
        page.locator("#capture").selectOption(CAPTURED.plusSeconds(151).toString());
        page.locator("#capture").selectOption(oldestKnown);
        button(page, "Older").click();
        assertThat(page.locator("#capture")).hasValue(CAPTURED.plusSeconds(50).toString());
    }

    /** Of the captures 1 to 250 the newest 200, then the others. */
    private static Route.FulfillOptions captures(String url) {
        boolean isFirst = !url.contains("after=");
        int from = isFirst ? 250 : 50;
        int most = isFirst ? 200 : 50;
        String items =
                IntStream.range(0, most)
                        .mapToObj(
                                i ->
                                        """
                                        {"at":"%s","url":"http://a.test/","status":200,"type":"text/html",\
                                        "digest":"","file":"a.warc.gz","offset":0,"bytes":1,"revisit":false}"""
                                                .formatted(CAPTURED.plusSeconds(from - i)))
                        .collect(Collectors.joining(","));
        return new Route.FulfillOptions()
                .setContentType("application/json")
                .setBody(
                        "{\"items\":[%s],\"next\":%s}"
                                .formatted(items, isFirst ? "\"p1\"" : "null"));
    }

    @Test
    void whatBecameOfAUrlIsTold() {
        var page = open("crawls/whole/requests");
        page.locator("[data-rows] tr").first().waitFor();
        page.keyboard().press("j");
        page.keyboard().press("j");
        page.keyboard().press("k");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog .facts")).containsText("Way from the seed", CONTAINS_SOON);
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
    }

    @Test
    void theReportIsRead() throws IOException {
        var page = open("crawls/whole/report");
        assertThat(page.locator("details.group summary").first())
                .containsText("In numbers", CONTAINS_SOON);
        // A crawl that ends within seconds has no points to draw.
        int charts = served.get("/api/v1/crawls/whole/report").path("series").size();
        assertThat(page.locator("figure.chart")).hasCount(charts);
        page.locator("details.group").nth(1).locator("summary").click();
        assertThat(page.locator("details.group").nth(1).locator("table")).isVisible();
        var file = page.waitForDownload(() -> button(page, "report.html").click());
        assertThat(file.suggestedFilename()).isEqualTo("whole-report.html");
    }

    @Test
    void aSettingIsChangedAndTheChangeIsRecorded() throws IOException {
        slowCrawl("changed", Map.of("delay", "500ms"));
        var page = open("crawls/changed/settings");
        page.locator("input[name=max-depth]").fill("7");
        button(page, "Apply").click();
        assertThat(page.locator(".toast")).containsText("max-depth", CONTAINS_SOON);
        TestBrowser.go(page, "crawls/changed/changes");
        assertThat(page.locator("[data-rows] tr").first()).containsText("max-depth", CONTAINS_SOON);
    }

    @Test
    void aCrawlIsDeletedOnlyByItsName() throws IOException {
        served.crawl("deleted", Map.of("max-pages", "1"));
        served.awaitState("deleted", "stopped");
        var page = open("crawls/deleted");
        button(page, "Delete").click();
        assertThat(page.locator("dialog .danger")).isDisabled();
        page.locator("dialog input").fill("deleted");
        page.locator("dialog .danger").click();
        assertThat(page.locator("h1")).hasText("Crawls");
        assertThat(page.locator("[data-rows]")).not().containsText("deleted");
    }

    @Test
    void aTabWithoutATokenAsksForIt() {
        var page = browser.window(1000, 700, ColorScheme.LIGHT);
        page.navigate(served.server().address());
        page.locator("input[type=password]").fill(served.server().token().orElseThrow());
        button(page, "Go on").click();
        assertThat(page.locator("h1")).hasText("Crawls");
        browser.forgive(401);
    }

    @Test
    void theColoursCanBeSwitched() {
        var page = open("");
        page.locator("#theme").click();
        page.locator("#theme").click();
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        page.reload();
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        page.locator("#theme").click();
        assertThat(page.locator("html")).not().hasAttribute("data-theme", "dark");
    }
}
