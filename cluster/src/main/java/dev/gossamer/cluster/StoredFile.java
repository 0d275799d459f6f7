package dev.gossamer.cluster;

import java.util.List;

/**
 * A file of a shard as a manifest names it: pieces of {@link Blobs#MAX_BLOB_BYTES}, the last may be
 * shorter.
 */
record StoredFile(String name, long bytes, List<BlobRef> blobs) {
    /** The longest file, in pieces: 8 GB. What names them must fit into one record. */
    static final int MAX_BLOBS = 1 << 14;

    StoredFile {
        blobs = List.copyOf(blobs);
        if (blobs.size() > MAX_BLOBS)
            throw new IllegalArgumentException(name + " has too many pieces: " + blobs.size());
        long sum = 0;
        for (var blob : blobs) sum += blob.bytes();
        if (sum != bytes)
            throw new IllegalArgumentException(
                    "%s has %d bytes, its pieces have %d".formatted(name, bytes, sum));
    }
}
