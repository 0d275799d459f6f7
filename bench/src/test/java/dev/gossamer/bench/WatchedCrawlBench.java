package dev.gossamer.bench;

import dev.gossamer.crawl.RunningCrawls;
import dev.gossamer.server.GossamerServer;
import dev.gossamer.server.ServerOptions;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * What watchers cost a running crawl: its speed and its processor time per page, in turns with
 * nobody looking, and with 100 readers of events and 50 calls per second.
 *
 * <pre>bench/run WatchedCrawlBench LAUNCHER NEW-FOLDER [RATE]</pre>
 *
 * With a rate the crawl asks for that many pages per second, else for as many as it can.
 */
public final class WatchedCrawlBench {
    private static final int READERS = 100;
    private static final int CALLS_PER_SECOND = 50;
    private static final Duration WINDOW = Duration.ofSeconds(8);
    private static final int ROUNDS = 5;
    private static final List<String> PATHS =
            List.of(
                    "/crawls",
                    "/crawls/x",
                    "/crawls/x/status",
                    "/crawls/x/hosts?limit=50",
                    "/crawls/x/requests?limit=50",
                    "/crawls/x/errors",
                    "/crawls/x/series");

    private final GossamerServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    private final Path folder;

    private WatchedCrawlBench(GossamerServer server, Path folder) {
        this.server = server;
        this.folder = folder;
    }

    public static void main(String[] args) throws Exception {
        var root = Files.createDirectories(Path.of(args[1]));
        var options =
                ServerOptions.in(root.resolve("crawls"))
                        .port(0)
                        .token(Optional.of(root.resolve("token")))
                        .running(new ServerOptions.Crawls(List.of(args[0]), 4, true));
        try (var web = SimServer.start(SimWebOptions.usual().withSize(200, 2_000_000).withPort(0));
                var server = GossamerServer.start(options)) {
            var bench = new WatchedCrawlBench(server, root.resolve("crawls/x"));
            bench.start(web, args.length > 2 ? args[2] : "0");
            for (int i = 0; i <= ROUNDS; i++) {
                if (i == 0) System.out.println("the first two rows are the warm-up");
                bench.measure("alone  ", 0);
                bench.measure("watched", READERS);
            }
            bench.post("/crawls/x/actions", "{\"action\":\"stop\"}");
        }
    }

    private void start(SimServer web, String rate) throws Exception {
        String settings =
                """
                {"name":"x","start":true,"settings":{"seeds":["%s"],"scope":"any","delay":"0","rate":"%s",
                 "dns":"127.0.0.1:%d","allow-private":true,"index":false,"links":false}}"""
                        .formatted(web.seedUrls().getFirst(), rate, web.dnsAddress().getPort());
        System.out.println(post("/crawls", settings));
        while (RunningCrawls.in(folder).isEmpty()) Thread.sleep(100);
        for (long pages = 0; pages < 3000; pages = pages()) Thread.sleep(200);
    }

    private void measure(String name, int readers) throws Exception {
        var isOver = new AtomicInteger();
        var events = new AtomicLong();
        var calls = new AtomicLong();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < readers; i++)
            threads.add(Thread.startVirtualThread(() -> read(isOver, events)));
        if (readers > 0) threads.add(Thread.startVirtualThread(() -> call(isOver, calls)));
        Thread.sleep(1000);
        long pages = pages();
        long cpu = cpuNanos();
        long ours = ourCpuNanos();
        long called = calls.get();
        long start = System.nanoTime();
        Thread.sleep(WINDOW.toMillis());
        double seconds = (System.nanoTime() - start) / 1e9;
        long more = pages() - pages;
        System.out.printf(
                "%s %7.0f pages/s, %5.0f µs of the crawl's processor time per page;"
                        + " server, web and watchers %4.0f ms per second; %.0f calls/s, %d KB of events%n",
                name,
                more / seconds,
                (cpuNanos() - cpu) / 1e3 / more,
                (ourCpuNanos() - ours) / 1e6 / seconds,
                (calls.get() - called) / seconds,
                events.get() >> 10);
        isOver.set(1);
        for (var thread : threads) thread.join();
    }

    private JsonNode about() throws IOException {
        return RunningCrawls.in(folder).orElseThrow().ask("about", Map.of());
    }

    private long pages() throws IOException {
        return about().path("status").path("pages").asLong(0);
    }

    /** Of the crawl's process. */
    private long cpuNanos() throws IOException {
        return ProcessHandle.of(about().path("pid").asLong(0))
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow()
                .toNanos();
    }

    /** Of this process: the server, the simulated web, and those who watch. */
    private static long ourCpuNanos() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }

    private void read(AtomicInteger isOver, AtomicLong events) {
        try {
            var answer =
                    client.send(
                            request("/events").build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = answer.body()) {
                byte[] buffer = new byte[8192];
                while (isOver.get() == 0) events.addAndGet(Math.max(0, in.read(buffer)));
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void call(AtomicInteger isOver, AtomicLong calls) {
        try {
            long start = System.nanoTime();
            for (int i = 0; isOver.get() == 0; i++) {
                var answer =
                        client.send(
                                request(PATHS.get(i % PATHS.size())).build(),
                                HttpResponse.BodyHandlers.discarding());
                if (answer.statusCode() != 200) throw new IllegalStateException(answer.toString());
                calls.incrementAndGet();
                long due = start + (i + 1) * 1_000_000_000L / CALLS_PER_SECOND;
                Thread.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.address() + "api/v1" + path))
                .header("Authorization", "Bearer " + server.token().orElseThrow());
    }

    private String post(String path, String json) throws Exception {
        var request =
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() + path;
    }
}
