/**
 * A {@link dev.gossamer.fetch.Request} in, an {@link dev.gossamer.fetch.Outcome} out. The only
 * event-driven part: callers hand over a callback and stay sequential. Called by the crawl loop.
 */
@NullMarked
package dev.gossamer.fetch;

import org.jspecify.annotations.NullMarked;
