package dev.gossamer.crawl;

/** The stores that ship, as the setting {@code store} names them. */
public enum StoreKind {
    /** WARC files with a CDXJ index. */
    WARC,
    /** A log of pages. */
    PAGES,
    /** One line of JSON for each page. */
    JSONL,
    /** In a cluster: a topic, from which storing nodes write the archive. */
    TOPIC,
    /** Nothing is stored. */
    NONE
}
