package dev.gossamer.parse;

import java.util.Locale;

/**
 * What a page's owner asks of those who read it: {@code <meta name=robots>} and the header
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

    /** Reads the content of a meta element. */
    public static RobotsDirectives ofMeta(String content) {
        var result = NONE;
        for (String item : content.split("[,\\s]+")) result = result.and(ofDirective(item));
        return result;
    }

    /**
     * Reads one X-Robots-Tag header. {@code name: a, b} speaks to one robot, up to the next name in
     * the same header; what stands before any name speaks to all.
     *
     * @param agent our name for robots, as in robots.txt
     */
    public static RobotsDirectives ofHeader(String value, String agent) {
        var result = NONE;
        boolean isForUs = true;
        for (String part : value.split(",")) {
            String item = part.strip();
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
