package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.RunningCrawls;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** A simulated web, and a server whose crawls of it are processes of their own. */
final class ServedWeb implements AutoCloseable {
    private static final long SOON_NANOS = Duration.ofMillis(20).toNanos();
    private static final int MOST_LOOKS = 2_000;

    final SimServer web;

    /** What the server takes for a cluster; nothing is in it unless a test says so. */
    final FakeClusters clusters = new FakeClusters();

    private final Path folder;
    private final ServerLimits limits;
    private GossamerServer server;

    private ServedWeb(SimServer web, Path folder, ServerLimits limits) throws IOException {
        this.web = web;
        this.folder = folder;
        this.limits = limits;
        server = start();
    }

    static ServedWeb in(Path folder, int pages) throws IOException {
        return in(folder, pages, ServerLimits.DEFAULT);
    }

    /** In front of a web of some hosts. */
    static ServedWeb in(Path folder, int hosts, int pages) throws IOException {
        var web = SimServer.start(SimWebOptions.usual().withSize(hosts, pages).withPort(0));
        return new ServedWeb(web, folder, ServerLimits.DEFAULT);
    }

    static ServedWeb in(Path folder, int pages, ServerLimits limits) throws IOException {
        var web = SimServer.start(SimWebOptions.usual().withSize(6, pages).withPort(0));
        return new ServedWeb(web, folder, limits);
    }

    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx200m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                CrawlProcess.class.getName());
    }

    private GossamerServer start() throws IOException {
        return GossamerServer.start(
                ServerOptions.in(root())
                        .port(0)
                        .token(Optional.of(folder.resolve("token")))
                        .limits(limits)
                        .running(new ServerOptions.Crawls(command(), 4, true)),
                clusters);
    }

    /** Ends the server and starts another for the same folder. */
    void restart() throws IOException {
        server.close();
        server = start();
    }

    GossamerServer server() {
        return server;
    }

    Path root() {
        return folder.resolve("crawls");
    }

    RawCall call(String method, String path) {
        return RawCall.of(server, method, path);
    }

    JsonNode get(String path) throws IOException {
        var answer = RawCall.get(server, path).send();
        assertThat(answer.status()).as(path + ": " + answer.text()).isEqualTo(200);
        return answer.json();
    }

    /** Creates a crawl of the simulated web and starts it. */
    void crawl(String name, Map<String, ?> more) throws IOException {
        var settings = new LinkedHashMap<String, Object>();
        settings.put("seeds", web.seedUrls());
        settings.put("scope", "any");
        settings.put("dns", "127.0.0.1:" + web.dnsAddress().getPort());
        settings.put("allow-private", true);
        settings.put("delay", "0");
        settings.putAll(more);
        var answer =
                call("POST", "/api/v1/crawls")
                        .json(Map.of("name", name, "settings", settings, "start", true))
                        .send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }

    String state(String name) throws IOException {
        return get("/api/v1/crawls/" + name).path("state").asString();
    }

    interface Check {
        boolean isSo() throws IOException;
    }

    static void await(String what, Check check) throws IOException {
        for (int i = 0; i < MOST_LOOKS; i++) {
            if (check.isSo()) return;
            LockSupport.parkNanos(SOON_NANOS);
        }
        throw new AssertionError("it does not come about: " + what);
    }

    void awaitState(String name, String state) throws IOException {
        await(
                name + " is " + state,
                () -> {
                    String now = state(name);
                    if (now.equals("crashed") && !state.equals(now))
                        throw new AssertionError(output(name));
                    return now.equals(state);
                });
    }

    void awaitPages(String name, long pages) throws IOException {
        await(
                name + " has " + pages + " pages",
                () -> get("/api/v1/crawls/" + name).path("pages").asLong() >= pages);
    }

    private String output(String name) throws IOException {
        Path file = root().resolve(name).resolve("output.log");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /** Ends what runs, so that no process outlives its test. */
    @Override
    public void close() {
        try {
            for (var crawl : get("/api/v1/crawls").path("items")) {
                String each = crawl.path("folder").asString();
                if (each.startsWith(root().toString()))
                    process(Path.of(each)).ifPresent(ServedWeb::end);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            server.close();
            // A crawl that has ended may still write its index.
            ProcessHandle.current()
                    .children()
                    .filter(process -> isAtWork(process, root()))
                    .forEach(ServedWeb::end);
            web.close();
        }
    }

    /** The process of a crawl; nothing if none runs, or if it ends while it is asked. */
    static Optional<ProcessHandle> process(Path folder) throws IOException {
        return RunningCrawls.in(folder)
                .flatMap(
                        running -> {
                            try {
                                var about = running.ask("about", Map.of());
                                return ProcessHandle.of(about.path("pid").asLong());
                            } catch (IOException e) {
                                return Optional.empty();
                            }
                        });
    }

    private static void end(ProcessHandle process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    private static boolean isAtWork(ProcessHandle process, Path folder) {
        try {
            return Files.readString(Path.of("/proc", "" + process.pid(), "cmdline"))
                    .contains(folder.toString());
        } catch (IOException e) {
            return false; // it has ended, or the system has no such file
        }
    }
}
