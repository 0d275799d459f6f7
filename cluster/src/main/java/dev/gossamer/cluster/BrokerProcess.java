package dev.gossamer.cluster;

import dev.gossamer.files.ReadsTheClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka broker on this machine, as a process of its own, with a cluster of one: for tests and
 * demonstrations. It needs a class path with {@code org.apache.kafka:kafka_2.13}, which this module
 * does not bring along.
 */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration START_WAIT = Duration.ofSeconds(90);
    private static final Duration STOP_WAIT = Duration.ofSeconds(20);
    private static final Duration PROBE = Duration.ofMillis(200);

    private final List<String> command;
    private final Path folder;
    private final String address;
    private Process process;

    private BrokerProcess(List<String> command, Path folder, String address, Process process) {
        this.command = command;
        this.folder = folder;
        this.address = address;
        this.process = process;
    }

    /**
     * Formats a folder and starts a broker in it.
     *
     * @param classPath with Kafka's server
     * @param folder a new one, for its data and its output
     * @param settings beside those that one broker alone needs; they win
     */
    public static BrokerProcess start(String classPath, Path folder, Map<String, String> settings)
            throws IOException {
        Files.createDirectories(folder);
        int port = freePort();
        int controllerPort = freePort();
        var all = new TreeMap<String, String>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", "1");
        all.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        all.put("controller.listener.names", "CONTROLLER");
        all.put(
                "listeners",
                "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                        .formatted(port, controllerPort));
        all.put("log.dirs", folder.resolve("data").toString());
        // The replication of the brokers' own topics is three, unless it is told.
        for (var each :
                List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic"))
            all.put(each + ".replication.factor", "1");
        all.put("transaction.state.log.min.isr", "1");
        all.put("share.coordinator.state.topic.min.isr", "1");
        all.putAll(settings);
        Path file = folder.resolve("server.properties");
        var text = new StringBuilder();
        all.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        Files.writeString(file, text, StandardCharsets.UTF_8);
        run(
                folder,
                java(classPath, "kafka.tools.StorageTool"),
                List.of("format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()));
        var command = new ArrayList<>(java(classPath, "kafka.Kafka"));
        command.add(file.toString());
        var started =
                new BrokerProcess(
                        List.copyOf(command),
                        folder,
                        "127.0.0.1:" + port,
                        process(folder, command));
        started.awaitReady();
        return started;
    }

    private static List<String> java(String classPath, String main) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                main);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process process(Path folder, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("broker.out").toFile()))
                .start();
    }

    private static void run(Path folder, List<String> java, List<String> arguments)
            throws IOException {
        var command = new ArrayList<>(java);
        command.addAll(arguments);
        var process = process(folder, command);
        if (!waitFor(process, START_WAIT) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw failed(folder, "cannot format a folder for a broker");
        }
    }

    private static boolean waitFor(Process process, Duration wait) throws IOException {
        try {
            return process.waitFor(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw KafkaFailure.of("interrupted while a broker was starting or ending", e);
        }
    }

    private static IOException failed(Path folder, String what) throws IOException {
        Path out = folder.resolve("broker.out");
        var lines = Files.exists(out) ? Files.readAllLines(out) : List.<String>of();
        var last = lines.subList(Math.max(0, lines.size() - 20), lines.size());
        return new IOException(what + ":\n" + String.join("\n", last));
    }

    /** Waits until it answers. */
    @ReadsTheClock
    private void awaitReady() throws IOException {
        long deadline = System.nanoTime() + START_WAIT.toNanos();
        try (var admin = Admin.create(Map.<String, Object>of("bootstrap.servers", address))) {
            while (true) {
                if (waitFor(process, PROBE)) throw failed(folder, "the broker ended");
                try {
                    KafkaFailure.await(
                            "no answer", admin.describeCluster().nodes(), Duration.ofSeconds(2));
                    return;
                } catch (IOException e) {
                    if (System.nanoTime() < deadline) continue;
                    kill();
                    throw failed(folder, "the broker does not answer");
                }
            }
        }
    }

    /** Returns where clients reach it, as {@code HOST:PORT}. */
    public String address() {
        return address;
    }

    /** Returns the id of its process. */
    public long pid() {
        return process.pid();
    }

    /** Ends it as a power cut would. */
    public void kill() throws IOException {
        process.destroyForcibly();
        waitFor(process, STOP_WAIT);
    }

    /** Starts it again, with its data and at its address; it must have ended. */
    public void restart() throws IOException {
        if (process.isAlive()) throw new IllegalStateException("the broker runs");
        process = process(folder, command);
        awaitReady();
    }

    /** Ends it in an orderly way, or otherwise when that takes too long. */
    @Override
    public void close() throws IOException {
        process.destroy();
        if (!waitFor(process, STOP_WAIT)) kill();
    }
}
