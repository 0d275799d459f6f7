package dev.gossamer.crawl;

import dev.gossamer.frontier.Mail;
import dev.gossamer.store.Store;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * What makes a crawl a part of a larger one, whose hosts are divided into shards among several
 * processes. The crawl begins without a shard; they come and go through the {@link ShardDoor}.
 */
public interface ClusterPart {
    /** Returns how many shards the whole crawl has. */
    int shards();

    /** Returns the seed of all fingerprints, which is the same in all processes. */
    long seed();

    /** Returns the way to shards of other processes. */
    Mail mail();

    /**
     * A redirect of a seed has widened the scope.
     *
     * @param root as {@link ShardDoor#learnRoots} takes it
     * @return what ends when the other processes know it; what the redirect leads to waits for that
     */
    CompletableFuture<Void> newRoot(String root);

    /** Returns where applications are told what became of their requests. */
    ResultSink results();

    /**
     * Opens the topic to which all processes send what they fetch, where the setting {@code store}
     * names it. The crawl closes it.
     */
    Store pages() throws IOException;

    /** The loop of the crawl turns from now on: shards may come. */
    void begin(ShardDoor door);

    /**
     * Returns whether what was made durable last is so recent that nobody else can have taken the
     * shards of this process meanwhile. Without it nothing is begun.
     */
    boolean mayAct();

    /**
     * Returns whether nothing could be made durable for so long that others may have the shards of
     * this process: then the run ends at once, and all its connections with it.
     */
    boolean isCutOff();

    /**
     * Returns whether one more page may be fetched, of those that the whole crawl may have.
     *
     * @param pages that this process has fetched or is about to fetch
     */
    boolean mayFetch(long pages);

    /** Returns whether the whole crawl has ended. */
    boolean isOver();
}
