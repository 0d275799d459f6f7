package dev.gossamer.index;

/** The limits of what one page or one search may cost. All of them are always on. */
public final class SearchLimits {
    /** Characters of a page's text that are indexed and stored; the rest is cut off. */
    public static final int TEXT_CHARS = 256 * 1024;

    /** Characters of a title, a description, a heading or a link's text; the rest is cut off. */
    public static final int LINE_CHARS = 1024;

    /** Characters of a word; the rest is cut off. */
    public static final int WORD_CHARS = 64;

    /** Headings of one page; the rest are left out. */
    public static final int HEADINGS = 200;

    /** Different texts of links to one page; the rest are left out. */
    public static final int ANCHORS = 32;

    /**
     * Bytes of a URL, well under what Lucene allows a term; a page with a longer one is left out.
     */
    public static final int URL_BYTES = 8 * 1024;

    /** Characters of a search. */
    public static final int QUERY_CHARS = 1024;

    /** Words of a search. */
    public static final int QUERY_WORDS = 64;

    /** Brackets in brackets in a search. */
    public static final int QUERY_DEPTH = 16;

    /** Letters that must stand before the star of a prefix. */
    public static final int PREFIX_LETTERS = 2;

    /** Words that a prefix or a fuzzy word stands for: the most frequent ones. */
    public static final int EXPANSIONS = 32;

    /** Words of a field that are looked at to find those. */
    public static final int EXPANSIONS_SCANNED = 10_000;

    /** Languages in which a search is understood: the most frequent ones of the index. */
    public static final int LANGUAGES = 8;

    /**
     * Pages that are ranked in full, the best by their words: the results that can be reached, and
     * the pages among which near duplicates are folded.
     */
    public static final int CANDIDATES = 1000;

    /** The best of those, of which it is looked at whether the words stand together in them. */
    public static final int PROXIMITY_CANDIDATES = 200;

    /** URLs of near duplicates that a result names. */
    public static final int DUPLICATES_NAMED = 10;

    /** Characters of a page that are read for its snippet. */
    public static final int SNIPPET_SCAN_CHARS = 64 * 1024;

    /** Pages in a list of postings, and positions in a page. */
    public static final int POSTINGS = 1000;

    /** What a search may take before it answers with what it has. */
    public static final long SEARCH_NANOS = 2_000_000_000L;

    private SearchLimits() {}
}
