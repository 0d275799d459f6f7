package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command as processes of their own, which write what they say into a file of a folder. */
final class CommandProcess implements AutoCloseable {
    static final int MAX_WAIT_SECONDS = 120;

    private final Path output;
    private final List<String> javaOptions;
    private final List<Process> started = new ArrayList<>();

    CommandProcess(Path folder) {
        this(folder, List.of("-cp", System.getProperty("java.class.path")));
    }

    /**
     * @param javaOptions besides those that every process gets; the class path is among them
     */
    CommandProcess(Path folder, List<String> javaOptions) {
        output = folder.resolve("output");
        this.javaOptions = javaOptions;
    }

    Process start(String... args) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                // Tests may run where interrupts are ignored (a shell's background
                                // job), and a process would inherit that.
                                "env",
                                "--default-signal=INT,HUP",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(javaOptions);
        command.add(Main.class.getName());
        command.addAll(List.of(args));
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                        .start();
        started.add(process);
        return process;
    }

    /** Its exit status. */
    static int await(Process process) throws InterruptedException {
        return await(process, MAX_WAIT_SECONDS);
    }

    static int await(Process process, int seconds) throws InterruptedException {
        assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** None outlives the test that started it, however that ended. */
    @Override
    public void close() {
        for (var process : started) process.destroyForcibly().onExit().join();
    }

    /** What all of them said. */
    String output() throws IOException {
        return Files.readString(output);
    }

    /** What this one says. */
    String told(String... args) throws IOException, InterruptedException {
        Files.deleteIfExists(output);
        await(start(args));
        return output();
    }
}
