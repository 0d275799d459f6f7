package dev.gossamer.http;

import java.util.Locale;

/**
 * The wishes of the owner of a page for robots: {@code <meta name=robots>} and the header
 * X-Robots-Tag. Values not named here (snippets, previews, dates) ask nothing of a crawler.
 *
 * @param noindex do not show the page in search
 * @param nofollow do not follow its links
 * @param noarchive do not keep a copy to show
 */
public record RobotsDirectives(boolean noindex, boolean nofollow, boolean noarchive) {
    /** Nothing is asked. */
    public static final RobotsDirectives NONE = new RobotsDirectives(false, false, false);

    /** What either asks: the stricter always wins. */
    public RobotsDirectives and(RobotsDirectives other) {
        return new RobotsDirectives(
                noindex || other.noindex, nofollow || other.nofollow, noarchive || other.noarchive);
    }

    /** Reads the content of a meta element: directives between commas or white space. */
    public static RobotsDirectives ofMeta(String content) {
        var result = NONE;
        int from = 0;
        for (int at = 0; at <= content.length(); at++) {
            boolean isEnd = at == content.length() || isSeparator(content.charAt(at));
            if (!isEnd) continue;
            result = result.and(ofDirective(content.substring(from, at)));
            from = at + 1;
        }
        return result;
    }

    private static boolean isSeparator(char c) {
        return c == ',' || Character.isWhitespace(c);
    }

    /**
     * Reads all fields X-Robots-Tag of an answer: what any of them asks is asked.
     *
     * @param agent our name for robots, as in robots.txt
     */
    public static RobotsDirectives of(Headers headers, String agent) {
        var result = NONE;
        for (String value : headers.all("x-robots-tag")) {
            result = result.and(ofHeader(value, agent));
        }
        return result;
    }

    /**
     * Reads one X-Robots-Tag field. {@code name: a, b} speaks to one robot, up to the next name in
     * the same field; what stands before any name speaks to all.
     *
     * @param agent our name for robots, as in robots.txt
     */
    public static RobotsDirectives ofHeader(String value, String agent) {
        var result = NONE;
        boolean isForUs = true;
        for (String part : FieldList.items(value)) {
            String item = part;
            int colon = item.indexOf(':');
            if (colon > 0 && !takesValue(item.substring(0, colon).strip())) {
                isForUs = item.substring(0, colon).strip().equalsIgnoreCase(agent);
                item = item.substring(colon + 1).strip();
            }
            if (isForUs) result = result.and(ofDirective(item));
        }
        return result;
    }

    private static boolean takesValue(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview" ->
                    true;
            default -> false;
        };
    }

    private static RobotsDirectives ofDirective(String directive) {
        return switch (directive.toLowerCase(Locale.ROOT)) {
            case "noindex" -> new RobotsDirectives(true, false, false);
            case "nofollow" -> new RobotsDirectives(false, true, false);
            case "noarchive", "nocache" -> new RobotsDirectives(false, false, true);
            case "none" -> new RobotsDirectives(true, true, false);
            default -> NONE;
        };
    }
}
