package dev.gossamer.frontier;

import dev.gossamer.files.HeapShare;
import java.io.IOException;
import java.util.Arrays;

/**
 * Which URLs were found before, by their fingerprints. The newest are in memory, the others in
 * sorted runs on disk. As long as all are in memory the answer comes at once; later a fingerprint
 * that memory does not know is put off, and many are looked up together in one pass through the
 * runs, so the disk is never read at random.
 */
final class Seen {
    enum Answer {
        NEW,
        SEEN,
        /** To be asked again with {@link #find}. Until then it counts as seen. */
        LATER
    }

    /** Times as many as are new in memory are cached when they have gone to disk. */
    private static final int CACHED = 8;

    private final Runs runs;
    private final int memoryEntries;
    private final FingerprintCache cache;
    private FingerprintSet young = new FingerprintSet();

    /** In {@link #young}, but found in a run: not to be written to another. */
    private long[] old = new long[16];

    private int oldCount;

    /** Put off before a crash although they were seen, which only a run told that is gone. */
    private FingerprintSet restoredTwice = new FingerprintSet();

    Seen(Runs runs, FrontierOptions.Limits limits) {
        this.runs = runs;
        memoryEntries = limits.seenInMemory();
        long room = HeapShare.SEEN_CACHE.here() / Long.BYTES;
        long wanted = Math.min(room, (long) CACHED * memoryEntries);
        cache = new FingerprintCache((int) Math.min(1 << 30, wanted));
    }

    Answer add(long fingerprint) {
        boolean hasRuns = !runs.isEmpty();
        if (hasRuns && cache.contains(fingerprint)) return Answer.SEEN;
        if (!young.add(fingerprint)) return Answer.SEEN;
        return hasRuns ? Answer.LATER : Answer.NEW;
    }

    /** Whether memory alone tells that it was found before. */
    boolean isKnown(long fingerprint) {
        return young.contains(fingerprint) || (!runs.isEmpty() && cache.contains(fingerprint));
    }

    /** So many are to be restored, in ascending order. */
    void expect(int count) {
        if (young.size() == 0) young = new FingerprintSet(count);
    }

    /** A snapshot or journal says that it was seen. */
    void restore(long fingerprint) {
        young.add(fingerprint);
    }

    /** A journal says that it was put off. */
    void restorePutOff(long fingerprint) {
        if (!young.add(fingerprint)) restoredTwice.add(fingerprint);
    }

    /** Which of those put off were seen before after all. Sorts the array. */
    FingerprintSet find(long[] fingerprints, int count) throws IOException {
        Arrays.sort(fingerprints, 0, count);
        var known = runs.find(fingerprints, count);
        for (int i = 0; i < count; i++) {
            if (known.contains(fingerprints[i])) isInRun(fingerprints[i]);
            else if (restoredTwice.contains(fingerprints[i])) known.add(fingerprints[i]);
        }
        return known;
    }

    /** Nothing is put off any more. */
    void allAreFound() {
        if (restoredTwice.size() > 0) restoredTwice = new FingerprintSet();
    }

    private void isInRun(long fingerprint) {
        if (oldCount == old.length) old = Arrays.copyOf(old, oldCount * 2);
        old[oldCount++] = fingerprint;
    }

    /** Whether memory holds as many as it may. */
    boolean isFull() {
        return young.size() >= memoryEntries;
    }

    int inMemoryCount() {
        return young.size();
    }

    /** Moves what memory holds to a run; nothing may be put off at this time. */
    void flush() throws IOException {
        var sorted = young.sorted();
        Arrays.sort(old, 0, oldCount);
        runs.add(sorted, Arrays.copyOf(old, oldCount));
        cache.addAll(sorted);
        young = new FingerprintSet();
        oldCount = 0;
    }

    long[] inMemory() {
        return young.sorted();
    }
}
