package dev.gossamer.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files of a shard at one moment.
 *
 * @param files all but the journals
 * @param journals the names of the journal files; their bytes are in the journal partition
 */
record ShardManifest(List<StoredFile> files, List<String> journals) {
    /** The most files of one shard. */
    static final int MAX_FILES = 100_000;

    static final ShardManifest EMPTY = new ShardManifest(List.of(), List.of());

    /** A part ends with the file that brings it to so many pieces: then it fits into one record. */
    private static final int PIECES_PER_PART = 4096;

    ShardManifest {
        files = List.copyOf(files);
        journals = List.copyOf(journals);
        if (files.size() + journals.size() > MAX_FILES)
            throw new IllegalArgumentException("too many files in one shard: " + files.size());
    }

    /** Returns the names of all pieces. */
    Set<BlobRef.Id> blobs() {
        var ids = new HashSet<BlobRef.Id>();
        for (var file : files) for (var blob : file.blobs()) ids.add(blob.id());
        return ids;
    }

    /** Returns the last place of a piece, -1 where there is none. */
    long lastPlace() {
        long last = -1;
        for (var file : files) for (var blob : file.blobs()) last = Math.max(last, blob.place());
        return last;
    }

    /** Returns the records that say it. */
    List<JournalRecord.ManifestPart> parts() {
        var parts = new ArrayList<JournalRecord.ManifestPart>();
        var gathered = new ArrayList<StoredFile>();
        int pieces = 0;
        for (var file : files) {
            // A file counts as some pieces more, for its name.
            int more = file.blobs().size() + 4;
            if (pieces + more > PIECES_PER_PART && !gathered.isEmpty()) {
                parts.add(new JournalRecord.ManifestPart(List.copyOf(gathered), List.of(), false));
                gathered.clear();
                pieces = 0;
            }
            gathered.add(file);
            pieces += more;
        }
        parts.add(new JournalRecord.ManifestPart(List.copyOf(gathered), journals, true));
        return parts;
    }
}
