package dev.gossamer.index;

/** What one page or one search may cost. All of them are always on. */
public final class Limits {
    /** Characters of a page's text that are indexed and stored; the rest is cut off. */
    public static final int TEXT_CHARS = 256 * 1024;

    /** Characters of a title, a description, a heading or a link's text. */
    public static final int LINE_CHARS = 1024;

    /** Headings of one page. */
    public static final int HEADINGS = 200;

    /** Different texts of links to one page. */
    public static final int ANCHORS = 32;

    /**
     * Bytes of a URL: what Lucene allows a term, less some. A page with a longer one is left out.
     */
    public static final int URL_BYTES = 8 * 1024;

    /** Characters of a search. */
    public static final int QUERY_CHARS = 1024;

    /** Words and phrases of a search. */
    public static final int CLAUSES = 64;

    /** Results on one page. */
    public static final int PAGE = 1000;

    /** Results that can be reached by paging. */
    public static final int DEPTH = 10_000;

    private Limits() {}
}
