package dev.gossamer.fetch;

import dev.gossamer.files.ReadsTheClock;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Where time comes from.
 *
 * @param nanos never goes back; only differences mean something
 */
public record Time(InstantSource instants, LongSupplier nanos) {
    /** The machine's own clocks. */
    @ReadsTheClock
    public static Time system() {
        return new Time(InstantSource.system(), System::nanoTime);
    }
}
