package dev.gossamer.robots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RobotsTxtTest {
    private static RobotsTxt parse(String... lines) {
        return RobotsTxt.parse(
                String.join("\n", lines).getBytes(StandardCharsets.UTF_8), "gossamer");
    }

    @Test
    void theLongestRuleWins() {
        var robots = parse("User-agent: *", "Disallow: /a/", "Allow: /a/b");
        assertThat(robots.isAllowed(Url.of("http://h/a/x"))).isFalse();
        assertThat(robots.isAllowed(Url.of("http://h/a/b"))).isTrue();
        assertThat(robots.isAllowed(Url.of("http://h/"))).isTrue();
    }

    @Test
    void ourOwnGroupHidesTheOneForAll() {
        var robots =
                parse(
                        "User-agent: *",
                        "Disallow: /",
                        "User-agent: Gossamer",
                        "Disallow: /x",
                        "Crawl-delay: 2");
        assertThat(robots.isAllowed(Url.of("http://h/y"))).isTrue();
        assertThat(robots.isAllowed(Url.of("http://h/x"))).isFalse();
        assertThat(robots.crawlDelay()).contains(Duration.ofSeconds(2));
    }

    @Test
    void sitemapsBelongToNoGroup() {
        var robots = parse("User-agent: other", "Sitemap: http://h/s.xml");
        assertThat(robots.sitemaps()).containsExactly("http://h/s.xml");
    }
}
