package dev.gossamer.cli;

import dev.gossamer.crawl.UsageException;
import dev.gossamer.store.Archive;
import java.io.IOException;
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
     * build it is said only if there is an archive with a page.
     */
    static String without(Path directory, String what) {
        check(directory);
        if (hasNoPage(directory))
            return "%s holds no page, so there is no %s either".formatted(directory, what);
        return Archive.isIn(directory)
                ? "%s holds no %s; '%s' builds it from the archive"
                        .formatted(directory, what, TypedCommand.with("index", directory))
                : "%s holds no %s, and no archive to build it from; '%s' without --store makes one"
                        .formatted(directory, what, TypedCommand.with("crawl"));
    }

    /** Returns whether there is an archive into which nothing was written yet. */
    private static boolean hasNoPage(Path directory) {
        try {
            return Archive.isIn(directory) && Archive.open(directory).paths().isEmpty();
        } catch (IOException e) {
            return false; // it can be damaged, but not empty
        }
    }
}
