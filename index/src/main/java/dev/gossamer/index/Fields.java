package dev.gossamer.index;

/** Names of the fields of a document. */
final class Fields {
    /** The URL as it is: one document has it. */
    static final String KEY = "key";

    static final String TITLE = "title";
    static final String TEXT = "text";
    static final String HEADING = "heading";

    /** Texts of links to the page. */
    static final String ANCHOR = "anchor";

    /** Words of the URL. */
    static final String URL = "url";

    /** The host, each domain above it, and each of its labels. */
    static final String HOST = "host";

    /** The media type, and each of its two halves. */
    static final String TYPE = "type";

    /** The primary subtag of the language: {@code en}. */
    static final String LANGUAGE = "lang";

    /** When it was fetched, in seconds since 1970. */
    static final String TIME = "time";

    static final String SIM_HASH = "simhash";

    /** {@link Rank} of the page. */
    static final String RANK = "rank";

    /** Digest of the texts in {@link #ANCHOR}. */
    static final String ANCHOR_DIGEST = "anchordigest";

    static final String DESCRIPTION = "description";
    static final String STATUS = "status";

    private Fields() {}
}
