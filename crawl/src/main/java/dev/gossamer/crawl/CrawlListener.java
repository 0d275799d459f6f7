package dev.gossamer.crawl;

/**
 * Code of one's own that is told what happens in a crawl. Its methods are called by several threads
 * at once, and the crawl waits for them. What they throw is counted as an internal error and
 * logged, and costs the crawl nothing.
 */
public interface CrawlListener {
    /** Receives every 2xx answer that is not a robots.txt. */
    default void onPage(Page page) {}

    /** Receives every request that brought no page; see {@link Failure}. */
    default void onFailure(Failure failure) {}

    /** Receives the state of the crawl about twice a second, and at its end. */
    default void onProgress(Status status) {}
}
