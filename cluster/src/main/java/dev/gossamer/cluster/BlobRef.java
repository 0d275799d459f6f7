package dev.gossamer.cluster;

/**
 * A piece of a file of a shard, in the {@link Blobs}.
 *
 * @param id its name, never used twice
 * @param place where the blobs have it; what that means is theirs
 * @param bytes its length
 * @param checksum of its bytes
 */
public record BlobRef(Id id, long place, int bytes, int checksum) {
    /**
     * The name of a blob. The term of the owner who wrote it is part of it: so two owners never
     * give the same name.
     */
    public record Id(long term, long number) {
        @Override
        public String toString() {
            return term + "-" + number;
        }
    }
}
