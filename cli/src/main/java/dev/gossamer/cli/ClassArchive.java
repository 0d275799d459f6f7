package dev.gossamer.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The archive of loaded classes that the JVM writes when a command ends, so that the next one
 * starts sooner. The launcher keeps only an archive of a run that did its work, with the same jars:
 * one that ended with an error has loaded too few classes.
 */
final class ClassArchive {
    /** Holds the path of the archive; set by the launcher. */
    private static final String PROPERTY = "gossamer.archive";

    /** Holds what the launcher knows the jars by, from which the classes come. */
    private static final String JARS = "gossamer.jars";

    private static final Set<Integer> WHOLE = Set.of(0, Main.INTERRUPTED);

    private ClassArchive() {}

    /** Leaves a file for the launcher if the command with this exit status did its work. */
    static void commandEnded(int exit) {
        String archive = System.getProperty(PROPERTY, "");
        if (archive.isEmpty() || !WHOLE.contains(exit)) return;
        Path mark = Path.of(archive + ".whole");
        try {
            Files.writeString(mark, System.getProperty(JARS, ""));
        } catch (IOException _) {
            // Without the file the archive is made once more: that costs time and nothing else.
        }
    }
}
