package dev.gossamer.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line by which this very Gossamer can be started once more. */
final class OwnCommand {
    /** What belongs to this process alone: its heap, its archive of classes, its terminal. */
    private static final List<String> NOT_PASSED_ON =
            List.of(
                    "-Xmx",
                    "-Xms",
                    "-Xshare",
                    "-XX:SharedArchiveFile",
                    "-XX:+AutoCreateSharedArchive",
                    "-XX:MaxRAMPercentage",
                    "-Dgossamer.",
                    "-agentlib",
                    "-javaagent");

    private OwnCommand() {}

    /** Returns the words of the command up to its arguments. */
    static List<String> words() {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments())
            if (NOT_PASSED_ON.stream().noneMatch(option::startsWith)) words.add(option);
        words.add("-cp");
        words.add(System.getProperty("java.class.path", ""));
        words.add(Main.class.getName());
        return words;
    }
}
