package dev.gossamer.crawl;

/** The stores that ship, as the setting {@code store} names them. */
public enum StoreKind {
    /** WARC files with a CDXJ index. */
    WARC,
    /** A log of pages. */
    PAGES,
    /** One line of JSON for each page. */
    JSONL,
    /** Nothing is stored. */
    NONE
}
