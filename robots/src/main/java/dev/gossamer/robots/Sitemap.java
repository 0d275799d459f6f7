package dev.gossamer.robots;

import java.util.List;

/**
 * The URLs that a sitemap names (sitemaps.org, protocol 0.9; also RSS 2.0 and Atom, which the
 * protocol admits, and plain text).
 *
 * @param locations as written there, at most {@link #MAX_LOCATIONS}
 * @param isIndex whether they are sitemaps themselves, and not pages
 * @param isWhole false where the file is torn or wrong: then those before that place are named
 */
public record Sitemap(List<String> locations, boolean isIndex, boolean isWhole) {
    /** The protocol's own limit. */
    public static final int MAX_LOCATIONS = 50_000;

    /** The protocol's own limit, of a file that is not compressed. */
    public static final int MAX_BYTES = 50 << 20;

    /** How much of a file tells whether it is one. */
    public static final int START_BYTES = 2_000;

    /** The protocol says fewer than 2,048. */
    static final int MAX_LOCATION_LENGTH = 4_096;

    /** What names nothing. */
    static final Sitemap NONE = new Sitemap(List.of(), false, true);

    public Sitemap {
        locations = List.copyOf(locations);
    }

    /**
     * Returns whether a file that nobody called a sitemap is one nevertheless. Feeds and texts say
     * nothing of the kind.
     *
     * @param start of the file
     */
    public static boolean isSitemap(byte[] start) {
        return SitemapReader.isSitemap(start);
    }

    /**
     * Reads a file that somebody called a sitemap, or that says so itself.
     *
     * @param maxBytes of a packed file are unpacked
     */
    public static Sitemap read(byte[] file, int maxBytes) {
        return SitemapReader.read(file, Math.min(maxBytes, MAX_BYTES));
    }
}
