package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * Drops paths in which one segment stands too often, as relative links to a page that answers
 * everywhere make them: {@code /a/b/a/b/a/b}.
 */
record RepeatedSegments(int most) implements UrlFilter {
    @Override
    public @Nullable Url apply(Url url, Found found) {
        String path = url.path();
        // Too short to hold a segment too often: most URLs, without allocating.
        if (slashes(path) <= most) return url;
        var counts = new HashMap<String, Integer>();
        for (String segment : path.split("/")) {
            if (!segment.isEmpty() && counts.merge(segment, 1, Integer::sum) > most) return null;
        }
        return url;
    }

    private static int slashes(String path) {
        int slashes = 0;
        for (int i = 0; i < path.length(); i++) if (path.charAt(i) == '/') slashes++;
        return slashes;
    }
}
