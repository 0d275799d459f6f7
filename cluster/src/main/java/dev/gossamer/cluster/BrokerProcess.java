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
import java.util.Optional;
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
        return start(classPath, folder, 1, settings).getFirst();
    }

    /**
     * A second listener of a broker, with a relay in front of it.
     *
     * @param port of the listener
     * @param relayPort where its clients are told to reach it
     */
    public record Relayed(int port, int relayPort) {
        private void addTo(Map<String, String> settings) {
            var listeners = settings.get("listeners");
            if (listeners == null) throw new IllegalStateException("no listeners");
            settings.put("listeners", listeners + ",RELAYED://127.0.0.1:" + port);
            settings.put(
                    "advertised.listeners",
                    "%s,RELAYED://127.0.0.1:%d"
                            .formatted(listeners.substring(0, listeners.indexOf(',')), relayPort));
            settings.put(
                    "listener.security.protocol.map",
                    "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,RELAYED:PLAINTEXT");
            settings.put("inter.broker.listener.name", "PLAINTEXT");
        }
    }

    /** Starts one broker, some of whose clients come through a relay. */
    public static BrokerProcess start(
            String classPath, Path folder, Map<String, String> settings, Relayed relayed)
            throws IOException {
        return start(classPath, folder, 1, settings, Optional.of(relayed)).getFirst();
    }

    /**
     * Starts several brokers that are one cluster.
     *
     * @param folder a new one, for their data and output
     */
    public static List<BrokerProcess> start(
            String classPath, Path folder, int count, Map<String, String> settings)
            throws IOException {
        return start(classPath, folder, count, settings, Optional.empty());
    }

    private static List<BrokerProcess> start(
            String classPath,
            Path folder,
            int count,
            Map<String, String> settings,
            Optional<Relayed> relayed)
            throws IOException {
        var ports = new ArrayList<Integer>();
        var voters = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            ports.add(freePort());
            voters.add("%d@127.0.0.1:%d".formatted(i + 1, freePort()));
        }
        var cluster = Uuid.randomUuid().toString();
        var brokers = new ArrayList<BrokerProcess>();
        try {
            for (int i = 0; i < count; i++) {
                Path home = count == 1 ? folder : folder.resolve(Integer.toString(i + 1));
                Files.createDirectories(home);
                var all = settings(home, i + 1, ports.get(i), voters);
                relayed.ifPresent(more -> more.addTo(all));
                all.putAll(settings);
                brokers.add(begin(classPath, home, cluster, all, "127.0.0.1:" + ports.get(i)));
            }
            for (var broker : brokers) broker.awaitReady();
        } catch (IOException e) {
            for (var broker : brokers) broker.kill();
            throw e;
        }
        return List.copyOf(brokers);
    }

    private static Map<String, String> settings(Path home, int id, int port, List<String> voters) {
        var all = new TreeMap<String, String>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", Integer.toString(id));
        all.put("controller.quorum.voters", String.join(",", voters));
        all.put("controller.listener.names", "CONTROLLER");
        var controller = voters.get(id - 1);
        all.put(
                "listeners",
                "PLAINTEXT://127.0.0.1:%d,CONTROLLER://%s"
                        .formatted(port, controller.substring(controller.indexOf('@') + 1)));
        all.put("log.dirs", home.resolve("data").toString());
        // The replication of the brokers' own topics is three, unless it is told.
        var copies = Integer.toString(Math.min(3, voters.size()));
        for (var each :
                List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic"))
            all.put(each + ".replication.factor", copies);
        var least = voters.size() < 3 ? "1" : "2";
        all.put("transaction.state.log.min.isr", least);
        all.put("share.coordinator.state.topic.min.isr", least);
        return all;
    }

    private static BrokerProcess begin(
            String classPath,
            Path home,
            String cluster,
            Map<String, String> settings,
            String address)
            throws IOException {
        Path file = home.resolve("server.properties");
        var text = new StringBuilder();
        settings.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        Files.writeString(file, text, StandardCharsets.UTF_8);
        run(
                home,
                java(classPath, "kafka.tools.StorageTool"),
                List.of("format", "-t", cluster, "-c", file.toString()));
        var command = new ArrayList<>(java(classPath, "kafka.Kafka"));
        command.add(file.toString());
        return new BrokerProcess(List.copyOf(command), home, address, process(home, command));
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

    /** Returns a port of this machine that nobody uses now. */
    public static int freePort() throws IOException {
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
