package dev.gossamer.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.Status;
import dev.gossamer.derive.Lag;
import dev.gossamer.files.ReadsTheClock;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;

/**
 * Crawls a simulated web of a given shape several times and tells what a page costs, with all that
 * the number depends on.
 */
public final class CrawlBench {
    /**
     * @param store as in the crawl's options: warc or none
     * @param follow whether links and index are built beside the crawl
     * @param rounds the first is from a cold JVM
     * @param against a setting of every second round ({@code name=value}), to tell what it costs on
     *     the same machine at the same time; or empty
     * @param url where a web begins that another server has, which is crawled instead; or empty
     * @param directory where archives are written; each is deleted after its round
     */
    public record Options(
            SimWebOptions web,
            int connections,
            Duration delay,
            String store,
            String compression,
            boolean follow,
            int rounds,
            String against,
            String url,
            Path directory) {}

    private final Options options;
    private final PrintWriter out;

    public CrawlBench(Options options, PrintWriter out) {
        this.options = options;
        this.out = out;
    }

    /**
     * One round.
     *
     * @param crawlerCpu of this process; serverCpu of the server's
     * @param behindBytes of the archive that links and index had not read when the crawl ended
     * @param catchUp how long they then took
     */
    public record Round(
            Status status,
            Duration crawlerCpu,
            Duration serverCpu,
            long behindBytes,
            Duration catchUp) {
        double crawlerMicros() {
            return crawlerCpu.toNanos() / 1e3 / Math.max(1, status.pages());
        }

        double serverMicros() {
            return serverCpu.toNanos() / 1e3 / Math.max(1, status.pages());
        }
    }

    public void run() throws IOException, InterruptedException {
        var web = options.web;
        if (options.url.isEmpty())
            out.printf(
                    Locale.ROOT,
                    "web: %,d pages on %,d hosts, %s bytes and %s links a page (seed %d)%n",
                    web.pages(),
                    web.hosts(),
                    web.pageBytes(),
                    web.links(),
                    web.seed());
        else out.println("web: from " + options.url);
        out.printf(
                Locale.ROOT,
                "crawl: %d connections, delay %d ms, store %s%s%s%n",
                options.connections,
                options.delay.toMillis(),
                options.store,
                options.store.equals("warc") ? " (" + options.compression + ")" : "",
                options.follow ? ", links and index beside it" : "");
        out.println("machine: " + machine());
        out.printf(
                "%5s %9s %8s %8s %14s %14s %8s%n",
                "round", "pages", "pages/s", "MB/s", "crawler µs/pg", "server µs/pg", "errors");
        for (int i = 1; i <= options.rounds; i++) {
            try (var server =
                    options.url.isEmpty()
                            ? BenchServer.start(web, 1)
                            : BenchServer.elsewhere(options.url)) {
                boolean isOther = !options.against.isEmpty() && i % 2 == 0;
                show(i, round(server, isOther ? options.against : ""), isOther);
            }
        }
    }

    private void show(int number, Round round, boolean isOther) {
        var status = round.status();
        out.printf(
                Locale.ROOT,
                "%5d %,9d %,8.0f %8.1f %14.0f %14.0f %,8d%s%n",
                number,
                status.pages(),
                status.pagesPerSecond(),
                status.bytes() / 1e6 / status.seconds(),
                round.crawlerMicros(),
                round.serverMicros(),
                status.failures(),
                isOther ? "  " + options.against : "");
        if (options.follow) {
            out.printf(
                    Locale.ROOT,
                    "      links and index had %.1f MB of the archive to read when the crawl ended, and took %.1f s for it%n",
                    round.behindBytes() / 1e6,
                    round.catchUp().toMillis() / 1e3);
        }
        out.flush();
    }

    private Round round(BenchServer server, String setting)
            throws IOException, InterruptedException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Files.createDirectories(options.directory);
        Path folder = Files.createTempDirectory(options.directory, "bench-");
        try {
            var crawl =
                    Crawl.of(server.seed())
                            .set("scope", "any")
                            .set("allow-private", "true")
                            .set("connections", options.connections)
                            .set("store", options.store)
                            .set("compression", options.compression)
                            .set("links", options.follow)
                            .set("index", options.follow)
                            .delay(options.delay)
                            .into(folder.resolve("crawl"));
            if (!server.dns().isEmpty()) crawl.set("dns", server.dns());
            // A server of this machine, for this purpose: nobody has signed its certificate.
            if (options.url.startsWith("https:")) crawl.set("insecure", true);
            int equals = setting.indexOf('=');
            if (equals > 0) crawl.set(setting.substring(0, equals), setting.substring(equals + 1));
            long crawlerBefore = system.getProcessCpuTime();
            Duration serverBefore = server.cpu();
            var end = new CrawlEnd();
            var status = crawl.onProgress(end::look).run();
            return new Round(
                    status,
                    Duration.ofNanos(system.getProcessCpuTime() - crawlerBefore),
                    server.cpu().minus(serverBefore),
                    end.behindBytes,
                    end.ago());
        } finally {
            delete(folder);
        }
    }

    /** Notes when a crawl was over, and how far behind links and index were then. */
    @ReadsTheClock
    private static final class CrawlEnd {
        private long at;
        private long behindBytes;

        void look(Status status) {
            if (at != 0 || status.state() == Status.State.running) return;
            at = System.nanoTime();
            behindBytes =
                    status.lags().values().stream().mapToLong(Lag::behindBytes).max().orElse(0);
        }

        Duration ago() {
            return at == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - at);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private static String machine() {
        return "%d cores, %,d MB heap, Java %s, %s %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.getRuntime().maxMemory() >> 20,
                        Runtime.version().feature(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"));
    }
}
