package dev.gossamer.robots;

import dev.gossamer.robots.RobotsTxt.Rule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one file for one crawler, line by line (RFC 9309, section 2.2). Groups for the crawler are
 * merged, as are those for {@code *}, which count only where there is none for the crawler. Slips
 * that are common, and whose meaning is plain, are read as meant: a missing colon, a misspelled
 * name.
 */
final class RobotsParser {
    private static final Set<String> USER_AGENT = Set.of("user-agent", "useragent", "user agent");
    private static final Set<String> DISALLOW =
            Set.of(
                    "disallow",
                    "dissallow",
                    "dissalow",
                    "disalow",
                    "diasllow",
                    "disallaw",
                    "desallow");

    /** What a file says to those who are named, and what to all others. */
    private static final class Group {
        boolean exists;
        final List<Rule> rules = new ArrayList<>();
        @Nullable Duration crawlDelay;
    }

    private final String agent;
    private final Group ours = new Group();
    private final Group everyones = new Group();
    private final Set<String> sitemaps = new LinkedHashSet<>();

    /**
     * Whether the group being read is for us, and whether for all; both, if it names us beside the
     * asterisk.
     */
    private boolean inOurs;

    private boolean inEveryones;

    /** Whether lines that name crawlers are still being read, and no rule of their group yet. */
    private boolean naming;

    private int lineNumber;

    RobotsParser(String agent) {
        this.agent = productToken(agent);
    }

    RobotsTxt parse(byte[] content) {
        RobotsLines.of(content).forEach(this::line);
        var group = ours.exists ? ours : everyones;
        return new RobotsTxt(group.rules, group.crawlDelay, List.copyOf(sitemaps));
    }

    private void line(String line, int number) {
        lineNumber = number;
        int comment = line.indexOf('#');
        var text = strip(comment < 0 ? line : line.substring(0, comment));
        int separator = text.indexOf(':');
        if (separator < 0) separator = firstBlank(text);
        if (separator < 0) return;
        directive(
                strip(text.substring(0, separator)).toLowerCase(Locale.ROOT),
                strip(text.substring(separator + 1)));
    }

    private void directive(String name, String value) {
        if (USER_AGENT.contains(name)) {
            userAgent(value);
        } else if (DISALLOW.contains(name)) {
            rule(false, value);
        } else if (name.equals("allow")) {
            rule(true, value);
        } else if (name.equals("crawl-delay")) {
            crawlDelay(value);
        } else if (name.equals("sitemap")
                && !value.isEmpty()
                && sitemaps.size() < RobotsTxt.MAX_SITEMAPS) {
            sitemaps.add(
                    new String(
                            value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
        }
    }

    private void userAgent(String value) {
        if (!naming) {
            inOurs = false;
            inEveryones = false;
        }
        naming = true;
        boolean everyone = value.equals("*") || (value.startsWith("*") && isBlank(value.charAt(1)));
        if (everyone) {
            inEveryones = true;
            everyones.exists = true;
        } else if (!agent.isEmpty() && productToken(value).equals(agent)) {
            inOurs = true;
            ours.exists = true;
        }
    }

    private void rule(boolean allow, String value) {
        naming = false;
        boolean concernsUs = inOurs || inEveryones;
        if (!concernsUs || value.isEmpty()) return;
        var rule = new Rule(allow, PathPattern.of(value), lineNumber);
        if (inOurs) ours.rules.add(rule);
        if (inEveryones) everyones.rules.add(rule);
    }

    /**
     * Seconds, with a fraction; what is no such number is no delay. It holds for those named so far
     * and is not a rule: as other readers have it, the naming goes on. So the first one counts: a
     * second one is that of crawlers which were named behind the first.
     */
    private void crawlDelay(String value) {
        double seconds;
        try {
            seconds = Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return;
        }
        if (!(seconds >= 0)) return;
        // Of a number too great for a long, the cast makes the greatest.
        long millis = Math.min((long) (1000 * seconds), RobotsTxt.MAX_CRAWL_DELAY.toMillis());
        var delay = Duration.ofMillis(millis);
        if (inOurs && ours.crawlDelay == null) ours.crawlDelay = delay;
        if (inEveryones && everyones.crawlDelay == null) everyones.crawlDelay = delay;
    }

    /**
     * What is in front of a version, a comment or whatever else follows the name, in lower case.
     */
    private static String productToken(String name) {
        int end = 0;
        while (end < name.length() && isToken(name.charAt(end))) end++;
        return name.substring(0, end).toLowerCase(Locale.ROOT);
    }

    /** The standard has no digits here, but crawlers' names do. */
    private static boolean isToken(char c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || c == '-' || c == '_');
    }

    private static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) from++;
        while (from < to && isBlank(text.charAt(to - 1))) to--;
        return text.substring(from, to);
    }

    private static int firstBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isBlank(text.charAt(i))) return i;
        }
        return -1;
    }

    private static boolean isBlank(char c) {
        return c <= ' ';
    }
}
