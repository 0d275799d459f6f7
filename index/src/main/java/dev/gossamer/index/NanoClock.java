package dev.gossamer.index;

/** Time, for whoever is not given another. */
@ReadsTheClock
final class NanoClock {
    private NanoClock() {}

    static long now() {
        return System.nanoTime();
    }
}
