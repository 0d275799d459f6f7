package dev.gossamer.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node as a process below this one, which is started again when it dies: by a fault of the JVM,
 * for want of memory, or by the dead man's switch. One that ends by itself, or because the user
 * asked for it, stays ended.
 */
final class RestartedNode {
    /** So many deaths within {@link #WINDOW} are too many. */
    static final int MOST_DEATHS = 5;

    static final Duration WINDOW = Duration.ofMinutes(10);

    /** The environment variable that tells the node who starts it again. */
    static final String PARENT = "GOSSAMER_RESTARTED_BY";

    /** What a shell adds to the number of the signal that ended a process. */
    private static final int SIGNALLED = 128;

    private static final int TERMINATED = SIGNALLED + 15;

    /** Exit status of a JVM that ends itself when memory is used up. */
    private static final int OUT_OF_MEMORY = 3;

    private final List<String> command;
    private final Consumer<String> told;
    private final InstantSource clock;
    private final ArrayDeque<Instant> deaths = new ArrayDeque<>();
    private @Nullable Process child;
    private boolean isLeaving;

    /**
     * @param command starts the process
     * @param told hears of deaths, a line each
     */
    RestartedNode(List<String> command, Consumer<String> told, InstantSource clock) {
        this.command = command;
        this.told = told;
        this.clock = clock;
    }

    /** Returns the command by which this process was started, without one of its arguments. */
    static List<String> ownCommandWithout(String argument) throws IOException {
        // What the JVM tells of itself is cut when the class path is long.
        var written = Path.of("/proc/self/cmdline");
        var command =
                new ArrayList<>(
                        Files.exists(written)
                                ? List.of(Files.readString(written).split("\0"))
                                : told());
        command.remove(argument);
        return command;
    }

    private static List<String> told() {
        var info = ProcessHandle.current().info();
        var command = new ArrayList<>(List.of(info.command().orElse("java")));
        info.arguments().ifPresent(arguments -> command.addAll(List.of(arguments)));
        return command;
    }

    /** Runs until it ends by itself, or dies too often; returns its exit status. */
    int run() throws IOException, InterruptedException {
        while (true) {
            var process = start();
            int status = process.waitFor();
            if (!isDeath(status) || isLeaving()) return status;
            if (!mayStartAgain(clock.instant())) {
                told.accept(
                        "the node died %d times within %d minutes, the last time with status %d; it is not started again"
                                .formatted(MOST_DEATHS, WINDOW.toMinutes(), status));
                return Main.FAILED;
            }
            told.accept("the node died with status %d; it is started again".formatted(status));
        }
    }

    private synchronized Process start() throws IOException {
        var builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put(PARENT, Long.toString(ProcessHandle.current().pid()));
        var process = builder.start();
        child = process;
        if (isLeaving) process.destroy();
        return process;
    }

    /** Returns whether a process that ended so did not want to. */
    static boolean isDeath(int status) {
        return status == OUT_OF_MEMORY
                || (status > SIGNALLED && status != TERMINATED && status != Main.INTERRUPTED);
    }

    /** Notes a death; returns whether there were few enough lately. */
    boolean mayStartAgain(Instant now) {
        deaths.add(now);
        while (deaths.element().isBefore(now.minus(WINDOW))) deaths.remove();
        return deaths.size() < MOST_DEATHS;
    }

    private synchronized boolean isLeaving() {
        return isLeaving;
    }

    /** Has the node leave in good order; it is not started again. */
    synchronized void leave() {
        isLeaving = true;
        if (child != null) child.destroy();
    }
}
