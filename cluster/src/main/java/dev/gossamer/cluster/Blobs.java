package dev.gossamer.cluster;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The pieces of the files of all shards, where every node can read them. A blob is written once and
 * never changed. Which blobs make up a file is said in the manifest of the shard; a blob that no
 * manifest names is nobody's.
 *
 * <p>Not guarded against an owner who was fenced: he may still write and delete. That does no harm,
 * because his new blobs are named in no manifest, and he deletes only what the last manifest that
 * he could publish does not name.
 */
public interface Blobs extends AutoCloseable {
    /** The longest blob. */
    int MAX_BLOB_BYTES = 512 << 10;

    /** What reads blobs. */
    @FunctionalInterface
    interface Reader {
        /** Takes one blob, whose length and checksum were found right. */
        void read(BlobRef blob, byte[] bytes) throws IOException;
    }

    /**
     * Writes a blob; the future ends with its place when it is durable. The bytes belong to the
     * blobs from now on.
     */
    CompletableFuture<Long> put(int shard, BlobRef.Id id, byte[] bytes);

    /**
     * Reads blobs, in any order.
     *
     * @throws IOException also when one of them is missing or damaged
     */
    void read(int shard, Collection<BlobRef> blobs, Reader reader) throws IOException;

    /**
     * Returns the names of blobs that may be nobody's: those that were written after the last place
     * that a manifest names, or more.
     *
     * @param lastPlace -1 where there is no manifest
     */
    List<BlobRef.Id> writtenAfter(int shard, long lastPlace) throws IOException;

    /** Deletes blobs; the future ends when they will not come back. */
    CompletableFuture<Void> delete(int shard, Collection<BlobRef.Id> blobs);

    @Override
    void close();
}
