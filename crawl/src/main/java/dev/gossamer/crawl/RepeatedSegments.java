package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import org.jspecify.annotations.Nullable;

/**
 * Drops paths in which one segment stands too often, as relative links to a page that answers
 * everywhere make them: {@code /a/b/a/b/a/b}.
 */
record RepeatedSegments(int most) implements UrlFilter {
    @Override
    public @Nullable Url apply(Url url, Found found) {
        String path = url.path();
        for (int start = 1; start < path.length(); start = end(path, start) + 1) {
            if (times(path, start) > most) return null;
        }
        return url;
    }

    /** How often the segment that starts here stands in the path from here on. */
    private static int times(String path, int start) {
        int length = end(path, start) - start;
        if (length == 0) return 0;
        int times = 1;
        for (int other = start + length + 1;
                other + length <= path.length();
                other = end(path, other) + 1) {
            if (end(path, other) - other == length
                    && path.regionMatches(start, path, other, length)) times++;
        }
        return times;
    }

    private static int end(String path, int start) {
        int slash = path.indexOf('/', start);
        return slash < 0 ? path.length() : slash;
    }
}
