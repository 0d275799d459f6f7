package dev.gossamer.export;

/**
 * How archived pages are read: as the crawl did that fetched them.
 *
 * @param agent the name of the crawl for robots, which X-Robots-Tag fields and meta elements may
 *     address
 * @param maxDecodedBytes how much of a page is read once its codings are undone
 */
public record PageReading(String agent, int maxDecodedBytes) {}
