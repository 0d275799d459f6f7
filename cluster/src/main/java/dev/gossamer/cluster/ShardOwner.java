package dev.gossamer.cluster;

/**
 * The owner of a shard, as its journal names it.
 *
 * @param incarnation one life of one node; another life of the same node is another incarnation
 * @param term counts the owners of this shard, from 1 on
 */
public record ShardOwner(String incarnation, long term) {
    /** The longest incarnation, in characters. */
    public static final int MAX_INCARNATION_LENGTH = 100;

    /** The owner of a shard that nobody ever had. */
    static final ShardOwner NOBODY = new ShardOwner("", 0);

    public ShardOwner {
        if (incarnation.length() > MAX_INCARNATION_LENGTH)
            throw new IllegalArgumentException("too long for an incarnation: " + incarnation);
        if (term < 0) throw new IllegalArgumentException("negative term: " + term);
    }
}
