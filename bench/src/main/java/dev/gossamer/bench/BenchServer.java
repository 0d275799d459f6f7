package dev.gossamer.bench;

import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A simulated web in a process of its own, so that its CPU time can be told from the crawler's. */
final class BenchServer implements AutoCloseable {
    private final Optional<Process> process;
    private final String dns;
    private final String seed;

    private BenchServer(Optional<Process> process, String dns, String seed) {
        this.process = process;
        this.dns = dns;
        this.seed = seed;
    }

    static BenchServer start(SimWebOptions options, int threads) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                System.getProperty("java.home")
                                        + File.separator
                                        + "bin"
                                        + File.separator
                                        + "java",
                                "-Xmx512m",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-cp",
                                System.getProperty("java.class.path"),
                                BenchServer.class.getName(),
                                String.valueOf(threads)));
        options.toMap().forEach((key, value) -> command.add(key + "=" + value));
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var said =
                new BufferedReader(
                                new InputStreamReader(
                                        process.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
        if (said == null) throw new IOException("the server did not start");
        String[] facts = said.split(" ");
        return new BenchServer(Optional.of(process), "127.0.0.1:" + facts[0], facts[1]);
    }

    /** One that somebody else runs: nothing is known of its CPU time. */
    static BenchServer elsewhere(String url) {
        return new BenchServer(Optional.empty(), "", url);
    }

    /** Returns its name server; empty where the system's is to be asked. */
    String dns() {
        return dns;
    }

    String seed() {
        return seed;
    }

    Duration cpu() {
        return process.flatMap(each -> each.toHandle().info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.ifPresent(Process::destroy);
    }

    /** The server's side: tells where it listens and serves until its standard input ends. */
    public static void main(String[] args) throws IOException {
        Map<String, String> options = new TreeMap<>();
        for (int i = 1; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            options.put(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        try (var server = SimServer.start(SimWebOptions.of(options), Integer.parseInt(args[0]))) {
            System.out.println(server.dnsAddress().getPort() + " " + server.seedUrls().getFirst());
            System.out.flush();
            while (System.in.read() >= 0) {
                // nothing is said to it; the end of input is the end of the parent
            }
        }
    }
}
