/**
 * A {@link dev.gossamer.fetch.Request} in, an {@link dev.gossamer.fetch.Outcome} out; before that a
 * host name in, a {@link dev.gossamer.fetch.Resolver.Resolution} out. The only event-driven part:
 * callers hand over a callback and stay sequential. Called by the crawl loop.
 *
 * <p>The way of a request: {@link dev.gossamer.fetch.Fetchers} picks a fetcher by scheme; {@link
 * dev.gossamer.fetch.HttpFetcher} picks one of its lanes by host; the {@code Lane}, one event loop,
 * finds an idle {@code Connection} or opens one; the connection writes the head, reads the answer
 * with {@code ResponseHead} and {@code Framing}, fills a {@code WireBody}, and calls back. All
 * state of a connection belongs to its lane's thread, so there are no locks.
 */
@NullMarked
package dev.gossamer.fetch;

import org.jspecify.annotations.NullMarked;
