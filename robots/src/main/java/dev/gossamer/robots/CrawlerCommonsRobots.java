package dev.gossamer.robots;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Rules as crawler-commons reads them. */
record CrawlerCommonsRobots(BaseRobotRules rules) implements RobotsTxt {
    static RobotsTxt parse(byte[] content, String agent) {
        var names = List.of(agent.toLowerCase(Locale.ROOT));
        return new CrawlerCommonsRobots(
                new SimpleRobotRulesParser()
                        .parseContent("http://localhost/robots.txt", content, "text/plain", names));
    }

    @Override
    public boolean isAllowed(Url url) {
        return rules.isAllowed(url.toString());
    }

    @Override
    public Optional<Duration> crawlDelay() {
        long millis = rules.getCrawlDelay();
        return millis > 0 ? Optional.of(Duration.ofMillis(millis)) : Optional.empty();
    }

    @Override
    public List<String> sitemaps() {
        return rules.getSitemaps();
    }
}
