/**
 * Discovered URLs, results and the time in; what to do next out. The crawl loop owns a {@link
 * dev.gossamer.frontier.Frontier}, on one thread: it takes tasks with {@code next}, makes them
 * durable with {@code commit}, starts them, and tells how they ended with {@code finished}.
 *
 * <p>The life of a URL: {@code discovered} drops it if its fingerprint was seen, else writes it to
 * the journal and puts it into its host's queue. The host becomes ready; when its name is looked
 * up, its robots.txt read and its gates open, the URL becomes a Fetch. It ends fetched, dropped
 * with a {@link dev.gossamer.frontier.DropReason reason}, or goes back into the queue to be tried
 * again.
 *
 * <p>{@code Frontier} is the door. Behind it {@code Shards} says whose turn it is among the hosts
 * of one or several shards; {@code Shard} decides what a turn and an answer mean; {@code
 * ShardState} is what a shard knows, {@code Commons} what all shards of a process share, and {@code
 * ShardFiles} what makes a shard outlive the process.
 */
@NullMarked
package dev.gossamer.frontier;

import org.jspecify.annotations.NullMarked;
