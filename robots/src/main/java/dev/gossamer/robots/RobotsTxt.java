package dev.gossamer.robots;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules of one robots.txt for one crawler (RFC 9309). Immutable. */
public final class RobotsTxt {
    /**
     * How much of a file is read, and all rules in it; RFC 9309, section 2.5, asks for at least
     * this. Whoever fetches a file asks for one byte more: only then can be told that a file is
     * longer, and that its last line within the limit may be cut. Such a line is left out: {@code
     * Disallow: /search} must not become {@code Disallow: /}.
     */
    public static final int MAX_BYTES = 500 * 1024;

    /** How many sitemaps are kept, the first ones. */
    public static final int MAX_SITEMAPS = 1_000;

    /** A longer Crawl-delay is this one. The crawl has a shorter limit, which its user sets. */
    public static final Duration MAX_CRAWL_DELAY = Duration.ofDays(1);

    public static final RobotsTxt ALLOW_ALL = new RobotsTxt(List.of(), null, List.of());

    /** One line of a group. */
    record Rule(boolean allow, PathPattern pattern, int line) {
        /**
         * The longest pattern first and, of equal ones, the one that allows: then the first that
         * matches decides.
         */
        static final Comparator<Rule> MOST_SPECIFIC_FIRST =
                Comparator.comparingInt((Rule rule) -> rule.pattern.length())
                        .thenComparing(Rule::allow)
                        .reversed();

        RobotsRule told() {
            return new RobotsRule(line, allow);
        }
    }

    private final @Nullable RuleSet rules;
    private final @Nullable Duration crawlDelay;
    private final List<String> sitemaps;

    RobotsTxt(List<Rule> rules, @Nullable Duration crawlDelay, List<String> sitemaps) {
        this.rules = rules.isEmpty() ? null : new RuleSet(rules);
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
        var rule = decisive(url);
        return rule == null || rule.isAllowing();
    }

    /** Returns the rule that decides about the URL; empty where none matches. */
    public Optional<RobotsRule> ruleFor(Url url) {
        return Optional.ofNullable(decisive(url));
    }

    private @Nullable RobotsRule decisive(Url url) {
        if (rules == null) return null;
        var path = url.pathAndQuery();
        return path.equals("/robots.txt") ? null : rules.decisive(PathPattern.canonicalPath(path));
    }

    /** Returns a line of a file by its number, counted from one, without blanks around it. */
    public static Optional<String> line(byte[] content, int number) {
        return RobotsLines.of(content).line(number);
    }

    /** Returns about how much memory the rules take, which may be many times the file's length. */
    public long heapBytes() {
        return rules == null ? 0 : rules.heapBytes();
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
