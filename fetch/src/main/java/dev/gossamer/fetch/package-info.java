/**
 * Requests and look-ups of names: the part that talks to the network.
 *
 * <p>The life of a name: {@link dev.gossamer.fetch.DnsResolver} answers from its cache, or a {@code
 * DnsLookup} asks the name servers; a {@link dev.gossamer.fetch.Resolver.Resolution} comes out,
 * from which the {@link dev.gossamer.fetch.Guard} has taken the addresses that are not public.
 *
 * <p>The life of a request: {@link dev.gossamer.fetch.Fetchers} picks a fetcher by scheme. {@link
 * dev.gossamer.fetch.HttpFetcher} gives the {@link dev.gossamer.fetch.Request} to the {@code
 * EventLoopConnections} of its host, which find an idle {@code Connection} or open one. The
 * connection writes the head, lets a {@code ResponseReader} read the answer, fills a {@code
 * WireBody}, and calls back with an {@link dev.gossamer.fetch.Outcome}. All state of a connection
 * belongs to the thread of its event loop, so there are no locks.
 *
 * <p>This is the only part that is driven by events: callers hand over a callback and stay
 * sequential. The crawl loop calls it. A program that embeds a crawl may replace {@link
 * dev.gossamer.fetch.Fetcher} and {@link dev.gossamer.fetch.Resolver}.
 */
@NullMarked
package dev.gossamer.fetch;

import org.jspecify.annotations.NullMarked;
