package dev.gossamer.frontier;

import dev.gossamer.url.Url;

/**
 * A URL that a page named and every filter let pass, in crawl normal form.
 *
 * @param via the page that named it; the URL itself for a seed
 * @param depth links from a seed; a redirect does not count
 * @param redirects how many redirects in a row led here; 0 for a link
 * @param priority lower is sooner; within one priority, first discovered is first fetched
 */
public record Discovered(Url url, Url via, int depth, int redirects, int priority) {}
