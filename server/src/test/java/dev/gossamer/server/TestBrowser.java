package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/**
 * The system's Chromium, driven by Playwright with the system's Node.js. It notes what a page must
 * not do: say an error on its console, break its content security policy, or ask another origin.
 */
final class TestBrowser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path NODE = Path.of("/usr/bin/node");

    /** Chromium's own sandbox needs a user that is not root, and containers have no other. */
    private static final List<String> FLAGS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;
    private String replayOrigin = "none";
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private TestBrowser(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** Lets pages show archived ones, which have an origin of their own. */
    void allowReplay(String origin) {
        replayOrigin = origin;
    }

    /** Whether there is a browser, and what drives it; used by the conditions of tests. */
    static boolean isThere() {
        return Files.isExecutable(CHROMIUM) && Files.isExecutable(NODE);
    }

    static TestBrowser start() {
        var environment =
                Map.of(
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1",
                        "PLAYWRIGHT_NODEJS_PATH",
                        NODE.toString());
        var playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        var options = new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM).setArgs(FLAGS);
        return new TestBrowser(playwright, playwright.chromium().launch(options));
    }

    /** A new window, with nothing of the others in it. */
    Page window(int width, int height, ColorScheme colours) {
        var context =
                browser.newContext(
                        new Browser.NewContextOptions()
                                .setViewportSize(width, height)
                                .setColorScheme(colours));
        var page = context.newPage();
        page.onConsoleMessage(
                message -> {
                    if (message.type().equals("error") || message.type().equals("warning"))
                        complaints.add(message.text() + " at " + message.location());
                });
        page.onPageError(error -> complaints.add("uncaught: " + error));
        page.addInitScript(
                "document.addEventListener('securitypolicyviolation', e => console.error('policy broken: '"
                        + " + e.violatedDirective + ' ' + e.blockedURI));");
        return page;
    }

    /** A window of the usual size that shows the dashboard of a server. */
    Page open(GossamerServer server) {
        var page = window(1280, 900, ColorScheme.LIGHT);
        show(page, server, "");
        return page;
    }

    /**
     * Goes to a view.
     *
     * @param view such as {@code crawls/docs/hosts}
     */
    void show(Page page, GossamerServer server, String view) {
        String origin = server.address().replaceFirst("/$", "");
        page.onRequest(
                request -> {
                    if (request.url().startsWith("http")
                            && !request.url().startsWith(origin)
                            && !request.url().startsWith(replayOrigin))
                        complaints.add("asked another origin: " + request.url());
                });
        page.navigate(server.link());
        page.locator("main h1").first().waitFor();
        if (!view.isEmpty()) go(page, view);
    }

    /** Goes to another view of the same page. */
    static void go(Page page, String view) {
        page.evaluate("view => { location.hash = '#/' + view; }", view);
    }

    /** Waits until a view has what it asked the server for. */
    static void settle(Page page) {
        PlaywrightAssertions.assertThat(
                        page.getByText(Pattern.compile("^(Loading|Making the report) …")))
                .hasCount(0, new LocatorAssertions.HasCountOptions().setTimeout(60_000));
    }

    /** Leaves out what a browser says on its console of an answer that a test wants. */
    void forgive(int status) {
        complaints.removeIf(each -> each.contains("responded with a status of " + status));
    }

    /** Fails if a page has done what it must not do since this was asked last. */
    void assertClean() {
        var all = List.copyOf(complaints);
        complaints.clear();
        assertThat(all).isEmpty();
    }

    /** Fails if a page keeps people out who see, hear or move little. */
    static void assertAccessible(Page page, String view) {
        var serious =
                new AxeBuilder(page)
                                // An archived page has no script, so that axe would wait for it for
                                // ever.
                                .exclude("iframe")
                                // Otherwise axe opens a page to join what it found in each frame.
                                .setLegacyMode(true)
                                .analyze()
                                .getViolations()
                                .stream()
                                .filter(
                                        rule ->
                                                List.of("serious", "critical")
                                                        .contains(rule.getImpact()))
                                .map(
                                        rule ->
                                                rule.getId()
                                                        + ": "
                                                        + rule.getNodes().stream()
                                                                .limit(3)
                                                                .map(node -> node.getHtml())
                                                                .toList())
                                .toList();
        assertThat(serious).as(view).isEmpty();
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
