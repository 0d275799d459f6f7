package dev.gossamer.fetch;

/**
 * What the bodies under way on one lane may take of memory, all together. A thousand bodies just
 * below the threshold of one must not fill the heap: when this is used up, each may have little.
 * Owned by the lane's thread.
 */
final class BodyMemory {
    /** What every body may have, come what may. */
    static final int LEAST_BYTES = 32 << 10;

    final FetchOptions.Spill spill;
    private final long limit;
    private long held;

    BodyMemory(FetchOptions.Spill spill, int lanes) {
        this.spill = spill;
        limit = spill.memoryBytes() / lanes;
    }

    /** How many bytes one body may have in memory now. */
    int bytesEach() {
        return held < limit ? spill.aboveBytes() : Math.min(LEAST_BYTES, spill.aboveBytes());
    }

    void add(long bytes) {
        held += bytes;
    }
}
