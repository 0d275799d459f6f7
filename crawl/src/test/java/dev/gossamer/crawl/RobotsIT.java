package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a robots.txt says reaches the crawl. */
class RobotsIT {
    private static final int MAX_BYTES = 512_000;
    private static final String PAGE =
            "<a href=/a>a</a> <a href=/b>b</a> <a href=/search/x>search</a>";

    @TempDir Path folder = Path.of("");

    private static String answer(String type, String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(type, body.length(), body);
    }

    private List<String> requested(String robots, String... settings) throws Exception {
        try (var site =
                RawSite.start(
                        answer("text/plain", robots),
                        (_, out) -> out.write(answer("text/html", PAGE)))) {
            var crawl = Crawl.of(site.url("/")).set("delay", "0").set("agent", "Nimble");
            for (int i = 0; i < settings.length; i += 2) crawl.set(settings[i], settings[i + 1]);
            crawl.into(folder.resolve("crawl")).run();
            return site.requests().stream().map(head -> head.split(" ", 3)[1]).toList();
        }
    }

    @Test
    void theGroupThatNamesTheCrawlerIsTheOneThatCounts() throws Exception {
        var robots =
                """
                User-agent: *
                Disallow: /a
                User-agent: nimble
                Disallow: /b
                Disallow: /search
                """;
        assertThat(requested(robots)).containsExactly("/", "/a");
    }

    /** A delay of a day lets one page through; the limit of time ends the crawl. */
    @Test
    void theCrawlDelayIsKept() throws Exception {
        var robots = "User-agent: *\nCrawl-delay: 86400\n";
        assertThat(requested(robots, "max-time", "2s", "max-crawl-delay", "24h"))
                .hasSizeLessThanOrEqualTo(1);
    }

    /** What is left of {@code Disallow: /search} at the limit would forbid the whole site. */
    @Test
    void aLineThatTheLimitCutsIsLeftOut() throws Exception {
        String last = "Disallow: /";
        var robots = new StringBuilder("User-agent: *\nDisallow: /b\n");
        fillUp(robots, MAX_BYTES - last.length());
        robots.append(last).append("search\n");
        assertThat(requested(robots.toString())).containsExactlyInAnyOrder("/", "/a", "/search/x");
    }

    @Test
    void aRuleThatEndsAtTheLimitHolds() throws Exception {
        String last = "Disallow: /search\n";
        var robots = new StringBuilder("User-agent: *\n");
        fillUp(robots, MAX_BYTES - last.length());
        robots.append(last).append("Disallow: /a\n");
        assertThat(requested(robots.toString())).containsExactlyInAnyOrder("/", "/a", "/b");
    }

    private static void fillUp(StringBuilder robots, int length) {
        String comment = "# " + "x".repeat(60) + "\n";
        while (robots.length() + comment.length() < length) robots.append(comment);
        robots.append("#".repeat(length - robots.length() - 1)).append('\n');
    }
}
