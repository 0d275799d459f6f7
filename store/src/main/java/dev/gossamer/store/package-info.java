/**
 * A {@link dev.gossamer.store.Capture} in, files out. Called by the crawl's workers, many at once;
 * what is written can be read back while the crawl runs.
 */
@NullMarked
package dev.gossamer.store;

import org.jspecify.annotations.NullMarked;
