package dev.gossamer.robots;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The meaning of the answer to a request for /robots.txt (RFC 9309, section 2.3.1). */
public sealed interface RobotsAnswer {
    /** How long rules hold when nothing else is said, and at most (section 2.4). */
    Duration MAX_LIFE = Duration.ofHours(24);

    /** How long rules hold at least, so that no header makes us ask for every page. */
    Duration MIN_LIFE = Duration.ofHours(1);

    /** How many redirects in a row to follow, also to other hosts (section 2.3.1.2). */
    int MAX_REDIRECTS = 5;

    /** The rules to go by, which hold so long from now. */
    record Rules(RobotsTxt robots, Duration life) implements RobotsAnswer {}

    /** The server failed: nothing may be fetched until it has answered. */
    record Unreachable() implements RobotsAnswer {}

    /**
     * What this answer means for the crawler with this product token. A redirect is for the caller
     * to follow; given here, it is one too many, which counts as a file that is not there.
     */
    static RobotsAnswer of(int status, Optional<String> cacheControl, byte[] body, String agent) {
        // Too many requests is the one client error that says: not now.
        if (status == 429) return new Unreachable();
        return switch (status / 100) {
            case 2 -> new Rules(RobotsTxt.parse(body, agent), life(cacheControl));
            case 3, 4 -> new Rules(RobotsTxt.ALLOW_ALL, life(cacheControl));
            default -> new Unreachable();
        };
    }

    /** What max-age says, within the bounds. */
    private static Duration life(Optional<String> cacheControl) {
        for (var directive : cacheControl.orElse("").toLowerCase(Locale.ROOT).split(",")) {
            var text = directive.strip();
            if (text.equals("no-cache") || text.equals("no-store")) return MIN_LIFE;
            if (text.startsWith("max-age="))
                return bounded(text.substring("max-age=".length()).replace("\"", ""));
        }
        return MAX_LIFE;
    }

    private static Duration bounded(String seconds) {
        if (seconds.isEmpty() || !seconds.chars().allMatch(c -> c >= '0' && c <= '9'))
            return MAX_LIFE;
        // Nine digits are three decades; more would not fit a number.
        if (seconds.length() > 9) return MAX_LIFE;
        long life = Long.parseLong(seconds);
        return Duration.ofSeconds(Math.clamp(life, MIN_LIFE.toSeconds(), MAX_LIFE.toSeconds()));
    }
}
