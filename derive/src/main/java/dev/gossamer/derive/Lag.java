package dev.gossamer.derive;

/**
 * The distance of derived data from the end of the archive.
 *
 * @param behindBytes of the archive that were not read yet
 * @param problem why it does not go on; empty when all is well
 * @param skipped pages that could not be read, and damaged records, that were passed over
 */
public record Lag(long behindBytes, String problem, long skipped) {
    /** Returns whether all of the archive was read, and nothing had to be passed over. */
    public boolean hasReadAll() {
        return behindBytes == 0 && problem.isEmpty() && skipped == 0;
    }
}
