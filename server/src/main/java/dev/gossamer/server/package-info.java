/**
 * The server {@code gossamer serve}: many crawls, each its own process, seen and steered over HTTP.
 *
 * <p>The life of a request: Jetty reads it and runs a handler on a virtual thread. {@code
 * Gatekeeper} checks where it comes from (Host, Origin, Sec-Fetch-Site) and that it has the token.
 * {@code Router} finds its line in the table of {@code Routes}, from which {@code
 * /api/openapi.json} is made too, and calls the handler of that line. The handler asks a crawl:
 * through its control socket if it runs, through the files in its folder otherwise. What comes back
 * is a value, which the router writes as JSON; a {@code Problem} becomes {@code
 * application/problem+json}.
 *
 * <p>Crawls in a cluster are seen through {@link dev.gossamer.server.Clusters}, which the caller
 * passes in. One {@code ClusterWatch} reads a crawl for all clients that look at it; {@code
 * ShardOwners} finds from what it read which shards moved.
 *
 * <p>The server holds no state of a crawl: a server that is killed kills no crawl and loses
 * nothing. Programs call {@link dev.gossamer.server.GossamerServer#start}.
 */
@NullMarked
package dev.gossamer.server;

import org.jspecify.annotations.NullMarked;
