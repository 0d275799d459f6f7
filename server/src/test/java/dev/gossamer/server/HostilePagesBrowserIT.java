package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What crawled pages say is shown in every view, and run in none. */
@EnabledIf("dev.gossamer.server.TestBrowser#isThere")
class HostilePagesBrowserIT {
    @TempDir Path folder;

    @Test
    void nothingThatAPageSaysIsRun() throws IOException {
        try (var site = HostilePages.start();
                var served = ServedWeb.in(folder, 6);
                var browser = TestBrowser.start()) {
            served.crawl(
                    "hostile",
                    Map.of("seeds", List.of(site.url()), "scope", "host", "max-attempts", "1"));
            served.awaitState("hostile", "finished");
            var page = browser.open(served.server());
            String url = URLEncoder.encode(site.url(), StandardCharsets.UTF_8);
            for (String view :
                    List.of(
                            "",
                            "hosts",
                            "requests",
                            "errors",
                            "dropped",
                            "search?q=hostile",
                            "links?url=" + url,
                            "links?way=from&url=" + url,
                            "links?way=picture&url=" + url,
                            "links?way=dead",
                            "pages?as=text&url=" + url,
                            "pages?as=headers&url=" + url,
                            "settings",
                            "changes")) {
                TestBrowser.go(page, "crawls/hostile/" + view);
                TestBrowser.settle(page);
                open(page);
                assertThat(page.evaluate("window.pwned")).as(view).isNull();
                browser.assertClean();
            }
            TestBrowser.go(page, "crawls/hostile/search?q=hostile");
            page.getByText("hostile words").first().waitFor();
            assertThat(page.locator("main").textContent()).contains("onerror=window.pwned=1");
        }
    }

    /** Opens all that is folded, and the first row. */
    private static void open(Page page) {
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)");
        page.evaluate(
                "document.querySelector('[data-rows] > tr.opens')?.dispatchEvent(new Event('open'))");
        page.keyboard().press("Escape");
    }
}
