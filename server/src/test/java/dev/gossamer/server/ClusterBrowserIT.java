package dev.gossamer.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The view of a cluster in a real browser, in front of a cluster that the test makes up. */
@EnabledIf("dev.gossamer.server.TestBrowser#isThere")
class ClusterBrowserIT {
    private static final LocatorAssertions.ContainsTextOptions CONTAINS_SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout(60_000);
    private static final LocatorAssertions.HasTextOptions HAS_TEXT_SOON =
            new LocatorAssertions.HasTextOptions().setTimeout(60_000);
    private static final LocatorAssertions.HasCountOptions COUNT_SOON =
            new LocatorAssertions.HasCountOptions().setTimeout(60_000);

    @TempDir Path folder = Path.of("");
    private ServedWeb served;
    private TestBrowser browser;

    @BeforeEach
    void start() throws IOException {
        served = ServedWeb.in(folder, 10);
        browser = TestBrowser.start();
    }

    @AfterEach
    void stop() {
        try {
            browser.assertClean();
        } finally {
            browser.close();
            served.close();
        }
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator part(Page page, String label) {
        return page.locator("section[aria-label='" + label + "']");
    }

    private Page openNews() {
        served.clusters.set(
                "news",
                FakeClusters.running(
                        5,
                        FakeClusters.node("ash", 10, 0, 1),
                        FakeClusters.node("birch", 20, 2, 3)));
        var page = browser.open(served.server());
        var link = part(page, "Clusters").getByText("news");
        assertThat(part(page, "Clusters")).containsText("4 of 5", CONTAINS_SOON);
        link.click();
        assertThat(page.locator("#why")).containsText("1 shard has no node", CONTAINS_SOON);
        return page;
    }

    @Test
    void shardsAreSeenToMoveFromANodeThatIsGone() {
        var page = openNews();
        assertThat(page.locator(".shard b")).hasText(new String[] {"A", "A", "B", "B", "–"});
        assertThat(part(page, "Movements")).containsText("No shard has moved");
        served.clusters.set(
                "news",
                FakeClusters.lost(
                        FakeClusters.running(5, FakeClusters.node("birch", 30, 0, 1, 2, 3, 4)),
                        new ClusterStatus.LostArchive("ash", "/data/ash")));
        var moves = part(page, "Movements").locator("li");
        assertThat(moves).hasCount(2, COUNT_SOON);
        assertThat(moves.filter(new Locator.FilterOptions().setHasText("ash")))
                .containsText("shards 0–1");
        assertThat(page.locator(".shard b")).hasText(new String[] {"B", "B", "B", "B", "B"});
        assertThat(page.locator("#why")).containsText("Every shard has a node");
        assertThat(part(page, "Nodes").locator("tbody tr")).hasCount(1);
        assertThat(part(page, "Nodes")).containsText("ash is gone without a word");
        // The same for those who do not see the picture.
        page.getByText("Table").first().click();
        assertThat(part(page, "Shards").locator("tbody tr"))
                .hasText(new String[] {"0–4birch"}, HAS_TEXT_SOON);
    }

    @Test
    void ordersAreGivenAndWhatCannotBeTakenBackIsAskedFor() {
        var page = openNews();
        page.keyboard().press("p");
        assertThat(page.locator(".head .state").first()).hasText("paused", HAS_TEXT_SOON);
        button(page, "Drain birch").click();
        assertThat(page.locator("dialog")).containsText("Its 2 shards move to the other nodes");
        page.locator("dialog").getByText("Cancel").click();
        button(page, "Drain ash").click();
        page.locator("dialog .danger").click();
        assertThat(page.locator("#said")).containsText("ash leaves", CONTAINS_SOON);
        button(page, "Stop").click();
        page.locator("dialog .danger").click();
        assertThat(page.locator(".head .state").first()).hasText("stopped", HAS_TEXT_SOON);
        assertThat(served.clusters.orders)
                .containsExactly(
                        ClusterOrder.Whole.PAUSE,
                        new ClusterOrder.Drain("ash"),
                        ClusterOrder.Whole.STOP);
    }

    @Test
    void aClusterThatDoesNotAnswerIsSaidSoUntilItDoes() {
        var page = openNews();
        served.clusters.fail("cannot reach kafka1:9092");
        var fault = page.locator(".why.crashed[role=status]");
        assertThat(fault)
                .containsText("news cannot be read: cannot reach kafka1:9092. What", CONTAINS_SOON);
        TestBrowser.assertAccessible(page, "a cluster that is away");
        TestBrowser.go(page, "");
        assertThat(part(page, "Clusters"))
                .containsText("the clusters cannot be listed: cannot reach", CONTAINS_SOON);
        served.clusters.recover();
        assertThat(part(page, "Clusters")).containsText("4 of 5", CONTAINS_SOON);
        browser.forgive(503);
    }

    @Test
    void aServerWithoutAClusterShowsNone() {
        var page = browser.open(served.server());
        page.waitForResponse("**/api/v1/clusters", page::reload);
        assertThat(part(page, "Clusters")).isHidden();
    }
}
