package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl that one terminal runs, steered from another. */
class SteerIT {
    private static final long SOON_NANOS = Duration.ofMillis(5).toNanos();

    @TempDir Path folder = Path.of("");
    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer site;

    @BeforeEach
    void open() throws IOException {
        site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext(
                "/",
                exchange -> {
                    int number = requests.incrementAndGet();
                    var html =
                            "<a href=/%d>more</a>"
                                    .formatted(number)
                                    .getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", "text/html");
                    exchange.sendResponseHeaders(200, html.length);
                    exchange.getResponseBody().write(html);
                    exchange.close();
                });
        site.start();
    }

    @AfterEach
    void close() {
        site.stop(0);
    }

    private static void await(BooleanSupplier isSo) {
        while (!isSo.getAsBoolean()) LockSupport.parkNanos(SOON_NANOS);
    }

    @Test
    void itIsShownAndSteeredByKeysInATerminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script makes the terminal");
        var command =
                "stty cols 100; exec %s -cp %s -Dgossamer.terminals=012 %s crawl http://127.0.0.1:%d/ -o %s --delay 10ms --max-depth 1000000"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                site.getAddress().getPort(),
                                folder.resolve("crawl"));
        var output = folder.resolve("shown");
        var builder =
                new ProcessBuilder("/usr/bin/script", "-qec", command, "/dev/null")
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("TERM", "xterm");
        var terminal = builder.start();
        try (var keys = terminal.getOutputStream()) {
            await(() -> shows(output, "p pause"));
            press(keys, 'p');
            await(() -> shows(output, "paused by terminal"));
            press(keys, 'p');
            await(() -> shows(output, "going on"));
            press(keys, '-');
            await(() -> shows(output, "rate is "));
            await(() -> shows(output, "at most "));
            press(keys, 'q');
            assertThat(CommandProcess.await(terminal)).isZero();
            assertThat(Files.readString(output)).contains("stopping", "state     stopped");
            assertThat(Files.readString(folder.resolve("crawl/changes.jsonl")))
                    .contains("\"pause\"", "\"resume\"", "\"rate\"", "\"stop\"");
        } finally {
            terminal.destroyForcibly().onExit().join();
        }
    }

    private static void press(OutputStream keys, char key) throws IOException {
        keys.write(key);
        keys.flush();
    }

    private static boolean shows(Path output, String text) {
        try {
            return Files.readString(output, StandardCharsets.UTF_8).contains(text);
        } catch (MalformedInputException e) {
            return false; // half of a character so far
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aCrawlIsWatchedFromAnotherProcess() throws Exception {
        try (var commands = new CommandProcess(folder)) {
            var crawl = folder.resolve("crawl").toString();
            var running =
                    commands.start(
                            "crawl",
                            "http://127.0.0.1:" + site.getAddress().getPort() + "/",
                            "-o",
                            crawl,
                            "--delay",
                            "10ms",
                            "--max-pages",
                            "150",
                            "--max-depth",
                            "1000000");
            await(() -> requests.get() > 5 || !running.isAlive());
            var lines = commands.told("status", crawl, "--watch", "--json").lines().toList();
            assertThat(lines).hasSizeGreaterThan(1).allMatch(line -> line.startsWith("{"));
            assertThat(lines.getLast()).contains("\"pages\":150", "\"activity\":{");
        }
    }

    @Test
    void aCrawlIsSteeredFromAnotherProcess() throws Exception {
        var crawl = folder.resolve("crawl");
        try (var commands = new CommandProcess(folder)) {
            var running =
                    commands.start(
                            "crawl",
                            "http://127.0.0.1:" + site.getAddress().getPort() + "/",
                            "-o",
                            crawl.toString(),
                            "--delay",
                            "10ms",
                            "--max-depth",
                            "1000000");
            await(() -> requests.get() > 5 || !running.isAlive());
            var dir = crawl.toString();
            assertThat(commands.told("ps")).contains("running", dir);
            assertThat(commands.told("pause", dir)).contains("is paused");
            while (!commands.told("status", dir).contains("paused by "))
                LockSupport.parkNanos(SOON_NANOS);
            int before = requests.get();
            assertThat(commands.told("resume", dir)).contains("goes on");
            await(() -> requests.get() > before + 3);
            assertThat(commands.told("set", dir, "delay=20ms", "warc-size=50m"))
                    .contains("delay is 20ms, it was 10ms")
                    .contains("from the next start on: warc-size is 50m");
            assertThat(commands.told("set", dir, "delay=soon")).contains("delay", "'soon'");
            var port = site.getAddress().getPort();
            assertThat(commands.told("add", dir, "http://127.0.0.1:" + port + "/extra"))
                    .contains("1 of 1");
            assertThat(commands.told("add", dir, "http://127.0.0.1:1/")).contains("not public");
            assertThat(commands.told("resume", dir)).contains("is being crawled by another");
            var door = crawl.resolve("state/control");
            var hidden = Files.move(door, crawl.resolve("state/hidden"));
            assertThat(commands.told("pause", dir)).contains("cannot be reached from here");
            Files.move(hidden, door);
            assertThat(commands.told("stop", dir)).contains("stops");
            assertThat(CommandProcess.await(running)).isZero();
            assertThat(commands.told("ps")).doesNotContain(dir);
            assertThat(commands.told("pause", dir)).contains("is not being crawled");
            assertThat(commands.told("block", dir, "127.0.0.1")).contains("is blocked");
            assertThat(commands.told("resume", dir)).contains("wait for hosts that are blocked");
            assertThat(commands.told("unblock", dir, "127.0.0.1")).contains("is asked again");
            assertThat(Files.readString(crawl.resolve("changes.jsonl")))
                    .contains("\"what\":\"pause\"", "\"delay\":\"20ms\"");
        }
    }
}
