package dev.gossamer.cluster;

import java.util.Collection;

/**
 * The node, as the {@link Mailroom} sees it. All calls come from the mailroom's thread; while one
 * lasts, no mail arrives and the group of nodes waits for this one when it moves shards.
 */
interface Shareholder {
    /**
     * The group proposes that this node owns these shards too. To be taken on another thread; when
     * one is, {@link Mailroom#open} lets its mail come.
     */
    void assigned(Collection<Integer> shards);

    /** The group wants these shards back; they are released when the call returns. */
    void revoked(Collection<Integer> shards);

    /**
     * The group believed this node dead, and has given these shards to others by now. They are not
     * to be released: who takes them fences this node.
     */
    void lost(Collection<Integer> shards);

    /**
     * Mail for a shard. It is the node's from now on, and counts as unread until {@link
     * Mailroom#read} says otherwise.
     *
     * @param nextOffset to begin with after a restart, once this mail is in the shard's journal
     */
    void mail(int shard, long nextOffset, byte[] value);
}
