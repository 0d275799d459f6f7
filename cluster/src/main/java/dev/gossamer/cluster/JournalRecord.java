package dev.gossamer.cluster;

import java.util.List;

/** What one record in the journal partition of a shard says. */
sealed interface JournalRecord {
    /** Bytes that were written to a journal file; the file is there and reaches to the offset. */
    record Data(String file, long offset, byte[] bytes) implements JournalRecord {}

    /** A journal file was cut to so many bytes; zero also where it is created. */
    record Cut(String file, long bytes) implements JournalRecord {}

    /**
     * A part of a manifest. All parts follow one another; the last makes the manifest valid.
     *
     * @param journals the journal files that are still needed
     */
    record ManifestPart(List<StoredFile> files, List<String> journals, boolean isLast)
            implements JournalRecord {}

    /**
     * A node wants to be the owner. It is, if the term of the record follows that of the owner at
     * this place; each reader decides that anew, and all decide alike.
     */
    record Taken(String after) implements JournalRecord {}

    /** The owner wrote everything and will write no more. */
    record Released() implements JournalRecord {}

    /** The owner is alive. */
    record Alive() implements JournalRecord {}
}
