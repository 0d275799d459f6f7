package dev.gossamer.frontier;

import java.io.IOException;

/**
 * What lies around a frontier and decides what a power cut may take.
 *
 * @param archive what must be on the disk before the journal may say that a URL was fetched
 * @param boot a name for the time since the machine was started, such as Linux's boot id; empty
 *     where it is not known. When it has changed since a journal was written, what was never synced
 *     may be lost.
 */
public record Surroundings(SyncedFirst archive, String boot) {
    /** Nothing is archived, and nothing is known of the machine. */
    public static final Surroundings NONE = new Surroundings(() -> {}, "");

    /** Something that can be made durable, on any thread. */
    public interface SyncedFirst {
        void sync() throws IOException;
    }
}
