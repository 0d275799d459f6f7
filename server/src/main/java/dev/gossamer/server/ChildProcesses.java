package dev.gossamer.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The crawls that this server started, each a process of its own. They are detached from the
 * server's session, so that neither its end nor Ctrl-C at its terminal ends them, and write what
 * they say to {@code output.log} in their folder.
 */
final class ChildProcesses {
    private static final String OUTPUT = "output.log";
    private static final long MOST_OUTPUT_BYTES = 1 << 20;
    private static final int END_MILLIS = 10_000;
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    /** The command that crawls. */
    static final String RESUME = "resume";

    /** The command that brings links and index up to date. */
    static final String INDEX = "index";

    private record Child(String command, Process process, Instant startedAt) {}

    private final List<String> command;
    private final InstantSource clock;
    private final Map<Path, Child> children = new ConcurrentHashMap<>();

    ChildProcesses(List<String> command, InstantSource clock) {
        this.command = command;
        this.clock = clock;
    }

    /** Starts the command for a crawl; returns false if one of ours is at work there already. */
    synchronized boolean start(Path folder, String what, String... arguments) throws IOException {
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
        words.addAll(List.of(what, folder.toString()));
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
        children.put(folder, new Child(what, process, started));
        return true;
    }

    /** Waits a while for the end of a process of ours whose crawl has ended already. */
    void awaitEnd(Path folder) throws InterruptedException {
        awaitEnd(folder, END_MILLIS);
    }

    void awaitEnd(Path folder, int millis) throws InterruptedException {
        var child = Optional.ofNullable(children.get(folder));
        if (child.isPresent()) child.get().process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Returns whether a process of ours works there with this command. */
    boolean isAtWork(Path folder, String what) {
        return atWork(folder, what).isPresent();
    }

    private Optional<Child> atWork(Path folder, String what) {
        return Optional.ofNullable(children.get(folder))
                .filter(child -> child.command.equals(what) && child.process.isAlive());
    }

    /** Returns whether a crawl of ours has been started there that has said nothing so far. */
    boolean isStarting(Path folder) {
        return isBefore(folder, "status.json");
    }

    /** Returns whether a crawl of ours has been started there that cannot be asked so far. */
    boolean isDeaf(Path folder) {
        return isBefore(folder, "control");
    }

    /** Whether the crawl that is at work there has not written this file of its state so far. */
    private boolean isBefore(Path folder, String name) {
        var child = atWork(folder, RESUME);
        if (child.isEmpty()) return false;
        try {
            var written = Files.getLastModifiedTime(folder.resolve("state").resolve(name));
            return written.toInstant().isBefore(child.get().startedAt);
        } catch (NoSuchFileException e) {
            return true;
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
