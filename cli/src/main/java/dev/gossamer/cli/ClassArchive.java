package dev.gossamer.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The archive of loaded classes that the JVM writes when a command ends, so that the next one
 * starts sooner. The launcher keeps only an archive of a run that did its work: one that ended with
 * an error has loaded too few classes.
 */
final class ClassArchive {
    /** Holds the path of the archive; set by the launcher. */
    private static final String PROPERTY = "gossamer.archive";

    private static final Set<Integer> WHOLE = Set.of(0, Main.INTERRUPTED);

    private ClassArchive() {}

    /** Leaves a file for the launcher if the command with this exit status did its work. */
    static void commandEnded(int exit) {
        String archive = System.getProperty(PROPERTY, "");
        if (archive.isEmpty() || !WHOLE.contains(exit)) return;
        Path mark = Path.of(archive + ".whole");
        try {
            if (!Files.exists(mark)) Files.createFile(mark);
        } catch (IOException _) {
            // Without the file the archive is made once more: that costs time and nothing else.
        }
    }
}
