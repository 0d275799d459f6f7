package dev.gossamer.crawl;

import dev.gossamer.url.Url;

/**
 * Where URLs were found.
 *
 * @param via the page that names them; the URL itself for a seed
 * @param depth of the URLs found there: links from a seed, 0 for the seeds
 * @param redirects how many redirects in a row led to the URL; 0 for links and seeds
 */
public record Found(Url via, int depth, int redirects) {
    static Found seed(Url url) {
        return new Found(url, 0, 0);
    }

    /** A seed, or where a seed was redirected to. */
    public boolean isSeed() {
        return depth == 0;
    }
}
