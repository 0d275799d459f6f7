package dev.gossamer.robots;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What one robots.txt says to one crawler (RFC 9309). */
public interface RobotsTxt {
    RobotsTxt ALLOW_ALL = new Fixed(true);
    RobotsTxt DISALLOW_ALL = new Fixed(false);

    boolean isAllowed(Url url);

    Optional<Duration> crawlDelay();

    /** As written in the file, which may be relative. */
    List<String> sitemaps();

    /**
     * Reads the file for the crawler whose product token is {@code agent}, for example {@code
     * gossamer}. Never throws.
     */
    static RobotsTxt parse(byte[] content, String agent) {
        return CrawlerCommonsRobots.parse(content, agent);
    }

    /** The same answer for every URL. */
    record Fixed(boolean allowed) implements RobotsTxt {
        @Override
        public boolean isAllowed(Url url) {
            return allowed;
        }

        @Override
        public Optional<Duration> crawlDelay() {
            return Optional.empty();
        }

        @Override
        public List<String> sitemaps() {
            return List.of();
        }
    }
}
