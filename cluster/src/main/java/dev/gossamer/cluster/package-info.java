/**
 * What lies between the shards of a crawl and Kafka: journals and files, ownership, mail. A node
 * opens it; the frontier, to which a shard in a cluster is a shard on a {@link
 * dev.gossamer.files.Disk}, knows nothing of it.
 *
 * <p>The life of a shard: {@link dev.gossamer.cluster.ClusterTopics} creates or finds the topics of
 * a crawl, {@link dev.gossamer.cluster.ShardStore} takes shards of it for one life of one node, and
 * a {@link dev.gossamer.cluster.Taking} gives the {@link dev.gossamer.cluster.ClusterDisk} with the
 * files as the last owner left them. Then the shard is opened and used. In the end it is released,
 * or the node dies and another one fences it.
 *
 * <p>A {@code Mailroom} makes the node a member of the group of all nodes, which proposes who
 * should own which shard, and carries mail between shards. A {@link dev.gossamer.cluster.DeadMan}
 * ends a process that lost its time.
 *
 * <p>What is fetched can go to a topic of its own, {@code PagesTopic}, which is a {@link
 * dev.gossamer.store.Store} to the crawl; a {@link dev.gossamer.cluster.StoringNode} reads it and
 * writes the archive. A {@code QuestionDesk} answers what {@link
 * dev.gossamer.cluster.ClusterQuestions} asks all nodes.
 *
 * <p>What the caller may rely on, and must do:
 *
 * <ul>
 *   <li>What is written to a journal file is durable when {@code sync} of that file has returned.
 *       Where several shards have something to write, write to all of them before the first sync:
 *       then there is one wait for all.
 *   <li>Any other file is durable as it was at its last {@code sync}, and under the name that it
 *       had at the last {@code syncNames}. A file that was never synced is not there after a move.
 *   <li>A {@link dev.gossamer.files.DiskLostException} means that the node must end and begin anew
 *       under another incarnation, with all its shards. A plain {@link java.io.IOException} means
 *       that the brokers are away or the local disk refuses something: the call may be repeated,
 *       and what was written before is not lost.
 *   <li>A node may act for its shards only for a while after {@code lastAckedSendNanos}. Who has
 *       nothing to write calls {@code beat}. A new owner who fenced the last one waits until that
 *       while is over, counted from the end of {@code take}.
 *   <li>A shard is released when everything on its disk is synced.
 *   <li>Mail arrives at least once and in order. It counts as read when the shard's journal holds
 *       it, with the offset that follows; after a move that offset is where {@code open} begins.
 *       What lies before it may be trimmed.
 * </ul>
 *
 * <p>Safety depends on the journal partition and on the fence of Kafka's transactions, never on the
 * group of consumers that proposes who should own what, nor on clocks.
 */
@NullMarked
package dev.gossamer.cluster;

import org.jspecify.annotations.NullMarked;
