package dev.gossamer.frontier;

import dev.gossamer.url.Url;

/**
 * A URL that a page named and every filter let pass, in crawl normal form.
 *
 * @param via the page that named it; the URL itself for a seed
 * @param depth links from a seed; a redirect does not count
 * @param redirects how many redirects in a row led here; 0 for a link
 * @param priority lower is sooner; within one priority, first discovered is first fetched
 * @param source a number from 0 to 15 that says in what way the page named it; the frontier only
 *     counts new URLs by it
 */
public record Discovered(Url url, Url via, int depth, int redirects, int priority, int source) {
    static final int SOURCES = 16;

    public Discovered {
        if (source < 0 || source >= SOURCES)
            throw new IllegalArgumentException("no such source: " + source);
    }

    /** A URL of the usual source, which is 0. */
    public Discovered(Url url, Url via, int depth, int redirects, int priority) {
        this(url, via, depth, redirects, priority, 0);
    }
}
