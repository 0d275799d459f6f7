package dev.gossamer.frontier;

import dev.gossamer.url.Url;

/**
 * A URL in a queue.
 *
 * @param number counts discoveries; lower was found earlier
 * @param attempts requests made for it so far
 */
record Entry(
        long number,
        int priority,
        Url url,
        Url via,
        int depth,
        int redirects,
        long foundNanos,
        int attempts) {
    Entry tried() {
        return new Entry(number, priority, url, via, depth, redirects, foundNanos, attempts + 1);
    }
}
