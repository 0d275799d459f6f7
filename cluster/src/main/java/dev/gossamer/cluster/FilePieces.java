package dev.gossamer.cluster;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of one file: which of them changed since they were uploaded, and the blobs of those
 * that did not. Guarded by the disk, but for {@link #uploading}.
 */
final class FilePieces {
    /** One upload of the file at a time; held while it lasts. */
    final ReentrantLock uploading = new ReentrantLock();

    /** A blob for each piece that was ever uploaded. */
    private final List<@Nullable BlobRef> blobs = new ArrayList<>();

    private final BitSet changed = new BitSet();

    /** The file as it was when it was uploaded last; null when it never was. */
    private @Nullable StoredFile stored;

    /** A new file, without content. */
    FilePieces() {}

    /** A file that a manifest names, and that is here as it says. */
    FilePieces(StoredFile stored) {
        this.stored = stored;
        blobs.addAll(stored.blobs());
    }

    private static int piece(long offset) {
        return Math.toIntExact(offset / Blobs.MAX_BLOB_BYTES);
    }

    /** Returns the number of pieces of a file of this length. */
    private static int count(long bytes) {
        return bytes == 0 ? 0 : piece(bytes - 1) + 1;
    }

    /** So many bytes were written there, into a file that had this length before. */
    void written(long offset, int length, long bytesBefore) {
        if (length == 0) return;
        // A gap becomes zeros, and the piece at the old end becomes longer.
        long from = Math.min(offset, bytesBefore);
        changed.set(piece(from), piece(offset + length - 1) + 1);
    }

    void truncated(long bytes) {
        int count = count(bytes);
        if (bytes > 0) changed.set(count - 1);
        changed.clear(count, Math.max(count, changed.length()));
        while (blobs.size() > count) blobs.removeLast();
    }

    /** Returns the pieces that must be uploaded, and takes them as uploaded. */
    BitSet takeChanged(long bytes) {
        var taken = (BitSet) changed.clone();
        taken.clear(count(bytes), Math.max(count(bytes), taken.length()));
        changed.clear();
        return taken;
    }

    /** The upload failed: all these must be uploaded again. */
    void putBack(BitSet pieces) {
        changed.or(pieces);
    }

    void uploaded(int piece, BlobRef blob) {
        while (blobs.size() <= piece) blobs.add(null);
        blobs.set(piece, blob);
    }

    /** All pieces are uploaded, for a file that had this length. */
    void stored(long bytes) {
        var all = new ArrayList<BlobRef>();
        for (int i = 0; i < count(bytes); i++) {
            var blob = i < blobs.size() ? blobs.get(i) : null;
            // It was cut while it was uploaded; the next upload takes it as it is then.
            if (blob == null || blob.bytes() != length(i, bytes)) return;
            all.add(blob);
        }
        stored = new StoredFile("", bytes, all);
    }

    /** Returns the length of a piece of a file of this length. */
    static int length(int piece, long bytes) {
        long from = (long) piece * Blobs.MAX_BLOB_BYTES;
        return (int) Math.min(Blobs.MAX_BLOB_BYTES, bytes - from);
    }

    /** Returns the file as it was uploaded last; null when it never was. */
    @Nullable StoredFile stored(String name) {
        return stored == null ? null : new StoredFile(name, stored.bytes(), stored.blobs());
    }

    /** Returns the names of all blobs that a manifest may name later. */
    List<BlobRef.Id> blobs() {
        var ids = new ArrayList<BlobRef.Id>();
        for (var blob : blobs) if (blob != null) ids.add(blob.id());
        if (stored != null) for (var blob : stored.blobs()) ids.add(blob.id());
        return ids;
    }
}
