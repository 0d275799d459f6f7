package dev.gossamer.frontier;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * What a frontier needs of the process and the machine around it.
 *
 * @param archive what must be on the disk before the journal may say that a URL was fetched
 * @param boot a name for the time since the machine was started, such as Linux's boot id; empty
 *     where it is not known. When it has changed since a journal was written, what was never synced
 *     may be lost.
 * @param seeds gives the seed of the fingerprints of a new frontier; must not be predictable where
 *     URLs come from the web. A frontier that exists already keeps its own.
 */
public record Surroundings(SyncedFirst archive, String boot, LongSupplier seeds) {
    /** For tests: nothing is archived, nothing is known of the machine, and the seed is zero. */
    public static final Surroundings NONE = new Surroundings(() -> {}, "", () -> 0);

    /** The same, where the seed is known. */
    Surroundings withSeed(long seed) {
        return new Surroundings(archive, boot, () -> seed);
    }

    /** Something that can be made durable, on any thread. */
    public interface SyncedFirst {
        void sync() throws IOException;
    }
}
