/** A {@link dev.gossamer.store.Capture} in, files out. Called by the crawl's workers. */
@NullMarked
package dev.gossamer.store;

import org.jspecify.annotations.NullMarked;
