package dev.gossamer.robots;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one robots.txt says to one crawler (RFC 9309). Immutable. */
public final class RobotsTxt {
    /** How much of a file is read; RFC 9309, section 2.5, asks for at least this. */
    public static final int MAX_BYTES = 500 * 1024;

    /** How many rules for one crawler are kept, the first ones. */
    public static final int MAX_RULES = 10_000;

    /** How many sitemaps are kept, the first ones. */
    public static final int MAX_SITEMAPS = 1_000;

    /** A longer Crawl-delay is this one. */
    public static final Duration MAX_CRAWL_DELAY = Duration.ofMinutes(5);

    public static final RobotsTxt ALLOW_ALL = new RobotsTxt(List.of(), null, List.of());
    public static final RobotsTxt DISALLOW_ALL =
            new RobotsTxt(List.of(new Rule(false, PathPattern.of("/"))), null, List.of());

    /** One line of a group. */
    record Rule(boolean allow, PathPattern pattern) {
        /**
         * The longest pattern first and, of equal ones, the one that allows: then the first that
         * matches decides.
         */
        static final Comparator<Rule> MOST_SPECIFIC_FIRST =
                Comparator.comparingInt((Rule rule) -> rule.pattern.length())
                        .thenComparing(Rule::allow)
                        .reversed();
    }

    private final Rule[] rules;
    private final @Nullable Duration crawlDelay;
    private final List<String> sitemaps;

    RobotsTxt(List<Rule> rules, @Nullable Duration crawlDelay, List<String> sitemaps) {
        this.rules = rules.stream().sorted(Rule.MOST_SPECIFIC_FIRST).toArray(Rule[]::new);
        this.crawlDelay = crawlDelay;
        this.sitemaps = List.copyOf(sitemaps);
    }

    /**
     * Reads the file for the crawler whose product token is {@code agent}, for example {@code
     * gossamer}; of a longer name the token in front counts. Never throws.
     */
    public static RobotsTxt parse(byte[] content, String agent) {
        return new RobotsParser(agent).parse(content);
    }

    /**
     * Section 2.2.2: the most specific rule that matches, or, without one, yes. /robots.txt itself
     * always is.
     */
    public boolean isAllowed(Url url) {
        if (rules.length == 0) return true;
        var path = url.pathAndQuery();
        if (path.equals("/robots.txt")) return true;
        byte[] canonical = PathPattern.canonicalPath(path);
        for (var rule : rules) {
            if (rule.pattern.matches(canonical)) return rule.allow;
        }
        return true;
    }

    /** Not part of the standard, yet widely written; at most {@link #MAX_CRAWL_DELAY}. */
    public Optional<Duration> crawlDelay() {
        return Optional.ofNullable(crawlDelay);
    }

    /** As written in the file, which may be relative; each once. */
    public List<String> sitemaps() {
        return sitemaps;
    }
}
