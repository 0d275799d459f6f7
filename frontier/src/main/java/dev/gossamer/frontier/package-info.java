/**
 * Discovered URLs, results and the time in; what to do next out. Owned by the crawl loop, one
 * thread.
 */
@NullMarked
package dev.gossamer.frontier;

import org.jspecify.annotations.NullMarked;
