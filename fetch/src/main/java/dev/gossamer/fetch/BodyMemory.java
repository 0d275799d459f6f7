package dev.gossamer.fetch;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the bodies that came over one lane may take of memory, all together, until they are closed.
 * A thousand bodies just below the threshold of one must not fill the heap: when this is used up,
 * each may have little. Grown by the lane's thread, freed by whoever closes a body.
 */
final class BodyMemory {
    /** What every body may have, come what may. */
    static final int LEAST_BYTES = 32 << 10;

    final FetchOptions.Spill spill;
    private final long limit;
    private final AtomicLong held = new AtomicLong();

    BodyMemory(FetchOptions.Spill spill, int lanes) {
        this.spill = spill;
        limit = spill.memoryBytes() / lanes;
    }

    /** How many bytes one body may have in memory now. */
    int bytesEach() {
        return held.get() < limit ? spill.aboveBytes() : Math.min(LEAST_BYTES, spill.aboveBytes());
    }

    long held() {
        return held.get();
    }

    void add(long bytes) {
        held.addAndGet(bytes);
    }
}
