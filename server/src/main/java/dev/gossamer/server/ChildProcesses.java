package dev.gossamer.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The crawls that this server started, each a process of its own. They are detached from the
 * server's session, so that neither its end nor Ctrl-C at its terminal ends them, and write what
 * they say to {@code output.log} in their folder.
 */
final class ChildProcesses {
    private static final String OUTPUT = "output.log";
    private static final long MOST_OUTPUT_BYTES = 1 << 20;
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    private record Child(Process process, Instant startedAt) {}

    private final List<String> command;
    private final InstantSource clock;
    private final Map<Path, Child> children = new ConcurrentHashMap<>();

    ChildProcesses(List<String> command, InstantSource clock) {
        this.command = command;
        this.clock = clock;
    }

    /** Starts the command for a crawl; returns false if one of ours is at work there already. */
    synchronized boolean start(Path folder, String... arguments) throws IOException {
        if (command.isEmpty())
            throw new Problem(Problem.Kind.BAD_REQUEST, "this server cannot start crawls");
        children.values().removeIf(child -> !child.process.isAlive());
        if (children.containsKey(folder)) return false;
        var words = new ArrayList<String>();
        SETSID.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(setsid -> words.add(setsid.toString()));
        words.addAll(command);
        words.addAll(List.of(arguments));
        Path output = folder.resolve(OUTPUT);
        if (Files.exists(output) && Files.size(output) > MOST_OUTPUT_BYTES) Files.delete(output);
        var started = clock.instant();
        var process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                        .start();
        children.put(folder, new Child(process, started));
        return true;
    }

    /** Returns whether a process of ours has been started there that has said nothing so far. */
    boolean isStarting(Path folder) {
        var child = children.get(folder);
        if (child == null || !child.process.isAlive()) return false;
        Path status = folder.resolve("state").resolve("status.json");
        try {
            return !Files.exists(status)
                    || Files.getLastModifiedTime(status).toInstant().isBefore(child.startedAt);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the last lines that the process there has written, for whoever asks why it ended. */
    static String lastOutput(Path folder) throws IOException {
        Path output = folder.resolve(OUTPUT);
        if (!Files.exists(output)) return "";
        var lines = Files.readAllLines(output);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    }
}
