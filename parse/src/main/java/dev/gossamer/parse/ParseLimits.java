package dev.gossamer.parse;

import dev.gossamer.files.HeapShare;

/**
 * What one page may cost. All of them are always on: a page is what a stranger sent. What goes
 * beyond is left out, and the page says so with {@link ParsedPage#isTruncated}.
 */
public final class ParseLimits {
    /** Links of one page, fewer in a heap below 800 MB; the rest are left out. */
    public static final int LINKS = HeapShare.LINKS_OF_A_PAGE.count();

    /** Bytes of an attribute's value as it stands in the page; a longer one counts as empty. */
    public static final int ATTRIBUTE_BYTES = 64 * 1024;

    /** Characters of a resolved URL; a longer one is no link. */
    public static final int URL_CHARS = 8 * 1024;

    /**
     * Characters of all resolved URLs of one page; the rest are left out. A long base and many
     * short references would otherwise make gigabytes out of kilobytes.
     */
    public static final int ALL_URL_CHARS = 16 * 1024 * 1024;

    /** Characters of a link's text; the rest is cut off. */
    public static final int ANCHOR_CHARS = 1024;

    /** Characters of a title; the rest is cut off. */
    public static final int TITLE_CHARS = 1024;

    /** Characters of a description; the rest is cut off. */
    public static final int DESCRIPTION_CHARS = 4096;

    /** Headings of one page; the rest are left out. */
    public static final int HEADINGS = 1000;

    /** Characters of one heading; the rest is cut off. */
    public static final int HEADING_CHARS = 1024;

    /** Characters of a page's text; the rest is cut off. */
    public static final int TEXT_CHARS = 4 * 1024 * 1024;

    private ParseLimits() {}
}
