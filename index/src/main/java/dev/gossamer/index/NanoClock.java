package dev.gossamer.index;

import dev.gossamer.files.ReadsTheClock;

/** The clock of the machine, for a searcher that was not given another. */
@ReadsTheClock
final class NanoClock {
    private NanoClock() {}

    static long now() {
        return System.nanoTime();
    }
}
