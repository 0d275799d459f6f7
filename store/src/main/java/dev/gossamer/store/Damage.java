package dev.gossamer.store;

import java.nio.file.Path;

/**
 * A place of an archive that could not be read and was passed over.
 *
 * @param file a WARC file
 * @param offset where the damage begins
 * @param bytes how many were passed over; zero for a file that is missing
 */
public record Damage(Path file, long offset, long bytes) {
    static Damage missing(Path file) {
        return new Damage(file, 0, 0);
    }

    /** Says what it is in one line. */
    @Override
    public String toString() {
        return bytes == 0
                ? file + " is missing, though the index names it"
                : file + ": damaged at " + offset + ", " + bytes + " bytes were passed over";
    }
}
