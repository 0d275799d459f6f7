package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.store.Archive;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of a crawl that a user asks about, and what is said where something is not there. */
final class AskedFolder {
    private AskedFolder() {}

    /** Refuses a folder that is not there. */
    static void check(Path directory) {
        if (!Files.exists(directory)) throw new UsageException("there is no folder " + directory);
        if (!Files.isDirectory(directory)) throw new UsageException(directory + " is not a folder");
    }

    /**
     * Returns what to say of a folder without some data that is built from the archive. How to
     * build it is said only if there is an archive.
     */
    static String without(Path directory, String what) {
        check(directory);
        return Archive.isIn(directory)
                ? "%s holds no %s; '%s' builds it from the archive"
                        .formatted(directory, what, TypedCommand.with("index", directory))
                : "%s holds no %s, and no archive to build it from; 'gossamer crawl' without --store makes one"
                        .formatted(directory, what);
    }
}
