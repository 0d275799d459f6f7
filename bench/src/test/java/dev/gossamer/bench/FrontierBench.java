package dev.gossamer.bench;

import dev.gossamer.files.Changed;
import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Frontier;
import dev.gossamer.frontier.FrontierOptions;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Surroundings;
import dev.gossamer.frontier.Task;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A frontier fed with more URLs than fit into memory. {@code discover N [svg]}: N links, 50 a page,
 * four of five seen before, skewed hosts; prints a line for each doubling. {@code shards N K}: the
 * same with K shards. {@code resume N}: how long a frontier of N queued URLs takes to open. {@code
 * hosts N M}: N hosts with a URL each beside one host with M, and then a page of each, with rules
 * of robots.txt. {@code names N}: N names of one wildcard domain, and a fiftieth as many domains
 * with a host each, in the limits of this heap.
 *
 * <p>To be run with {@code -Xmx2g}; the files go to a directory below {@code java.io.tmpdir} and
 * are deleted at the end.
 */
public final class FrontierBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int LINKS = 50;
    private static final int HOSTS = 100_000;

    /** Tasks between two commits. */
    private static final int CONNECTIONS = 500;

    /** Between two requests: 5,000 a second. */
    private static final long REQUEST_NANOS = 200_000;

    /** What a host's robots.txt takes of memory. */
    private static final int RULES_BYTES = 2_000;

    /** One in so many links is new. */
    private static final int NEW_EACH = 5;

    private final Path directory;
    private final Random random = new Random(2026);
    private long now = 1_800_000_000_000_000_000L;
    private long urls;

    private FrontierBench(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException {
        var directory = Files.createTempDirectory("frontier-bench");
        try {
            var bench = new FrontierBench(directory);
            switch (args[0]) {
                case "discover" ->
                        bench.discover(
                                Long.parseLong(args[1]),
                                1,
                                args.length > 2 ? Optional.of(Path.of(args[2])) : Optional.empty());
                case "shards" ->
                        bench.discover(
                                Long.parseLong(args[1]),
                                Integer.parseInt(args[2]),
                                Optional.empty());
                case "resume" -> bench.resume(Long.parseLong(args[1]));
                case "names" -> bench.names(Long.parseLong(args[1]));
                case "hosts" -> bench.hosts(Long.parseLong(args[1]), Long.parseLong(args[2]));
                default -> throw new IllegalArgumentException(args[0]);
            }
        } finally {
            delete(directory);
        }
    }

    /** What was measured when so many links had been checked. */
    private record Point(
            long links,
            double perSecond,
            double cpuNanos,
            long usedBytes,
            double seenBytesPerUrl) {}

    private void discover(long links, int shards, Optional<Path> svg) throws IOException {
        var points = new ArrayList<Point>();
        var options = FrontierOptions.defaults();
        try (var frontier = Frontier.open(directory, shards, options, Surroundings.NONE, now)) {
            long next = 1 << 18;
            long from = 0;
            long spent = 0;
            long cpu = 0;
            long diskCpu = diskNanos();
            var batch = new ArrayList<Discovered>(LINKS);
            for (long done = 0; done < links; ) {
                page(batch);
                long start = System.nanoTime();
                long cpuStart = THREADS.getCurrentThreadCpuTime();
                frontier.discovered(batch, now);
                frontier.commit(now);
                cpu += THREADS.getCurrentThreadCpuTime() - cpuStart;
                spent += System.nanoTime() - start;
                now += 1_000_000;
                done += LINKS;
                if (done < next && done < links) continue;
                var point =
                        new Point(
                                done,
                                (done - from) * 1e9 / spent,
                                (cpu + diskNanos() - diskCpu) / (double) (done - from),
                                usedBytes(),
                                seenBytes() / (double) frontier.counts().seen());
                points.add(point);
                System.out.printf(
                        "%,13d links %,11d seen: %,11.0f a second, %,5.0f ns of CPU each, heap"
                                + " %,5d MB, seen on disk %.1f bytes a URL%n",
                        done,
                        frontier.counts().seen(),
                        point.perSecond(),
                        point.cpuNanos(),
                        point.usedBytes() >> 20,
                        point.seenBytesPerUrl());
                from = done;
                spent = 0;
                cpu = 0;
                diskCpu = diskNanos();
                next = Math.min(next * 2, next + 12_500_000);
            }
        }
        if (svg.isPresent()) Files.writeString(svg.get(), svg(points));
    }

    /** CPU time of the threads that sync the journal, write snapshots and merge runs. */
    private static long diskNanos() {
        long nanos = 0;
        for (var thread : THREADS.getThreadInfo(THREADS.getAllThreadIds()))
            if (thread != null && thread.getThreadName().startsWith("frontier-"))
                nanos += THREADS.getThreadCpuTime(thread.getThreadId());
        return nanos;
    }

    /** A page's links. The time to make them is not measured, only what the frontier does. */
    private void page(List<Discovered> batch) {
        batch.clear();
        var via = url(pick());
        for (int i = 0; i < LINKS; i++) {
            long number = random.nextInt(NEW_EACH) == 0 ? urls++ : pick();
            batch.add(new Discovered(url(number), via, 3, 0, 0));
        }
    }

    /** One that was made before: half of the time a recent one, else any. */
    private long pick() {
        if (urls == 0) return urls++;
        long back = random.nextBoolean() ? Math.min(urls, 100_000) : urls;
        return urls - 1 - (long) (random.nextDouble() * back);
    }

    /** The host's number is skewed: a few have most of the URLs. */
    private Url url(long number) {
        long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
        double share = (mixed >>> 11) * 0x1.0p-53;
        int host = (int) (HOSTS * share * share * share);
        return Url.of("http://www.site" + host + ".example.com/section/page-" + number + ".html");
    }

    private void resume(long queued) throws IOException {
        var frontier = Frontier.open(directory, FrontierOptions.defaults(), now);
        var batch = new ArrayList<Discovered>(LINKS);
        while (urls < queued) {
            batch.clear();
            for (int i = 0; i < LINKS; i++) {
                var url = url(urls++);
                batch.add(new Discovered(url, url, 3, 0, 0));
            }
            frontier.discovered(batch, now);
            frontier.commit(now);
            now += 1_000_000;
        }
        long files = bytes("");
        time("after a kill (" + (files >> 20) + " MB of files)");
        try (var again = Frontier.open(directory, FrontierOptions.defaults(), now)) {
            System.out.printf("%,d queued%n", again.counts().queued());
        }
        time("after a clean stop");
    }

    private void time(String what) throws IOException {
        long start = System.nanoTime();
        var frontier = Frontier.open(directory, FrontierOptions.defaults(), now);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%,d queued: open %s in %.2f s%n", frontier.counts().queued(), what, seconds);
    }

    private void hosts(long hosts, long ofOne) throws IOException {
        try (var frontier = Frontier.open(directory, FrontierOptions.defaults(), now)) {
            long start = System.nanoTime();
            for (long i = 0; i < Math.max(hosts, ofOne); i += LINKS) {
                var batch = new ArrayList<Discovered>(2 * LINKS);
                for (long j = i; j < i + LINKS; j++) {
                    if (j < hosts) add(batch, "http://host" + j + ".example" + j / 50 + ".org/");
                    if (j < ofOne) add(batch, "http://large.example.com/directory/page" + j);
                }
                frontier.discovered(batch, now);
                frontier.commit(now);
                now += 1_000_000;
            }
            tell("found", frontier, start);
            start = System.nanoTime();
            for (long tasks = 0; frontier.counts().fetched() < hosts; tasks++) {
                if (tasks % CONNECTIONS == 0) frontier.commit(now);
                var task = frontier.next(now);
                if (task.isPresent()) {
                    frontier.finished(task.get(), answer(task.get()), now);
                    now += REQUEST_NANOS;
                } else now = Math.max(now, frontier.wakeAtNanos());
            }
            frontier.commit(now);
            tell("a page of each host", frontier, start);
        }
    }

    /** A page of the wildcard domain names fifty others of it, and one host somewhere else. */
    private void names(long names) throws IOException {
        long heap = Runtime.getRuntime().maxMemory();
        var usual = FrontierOptions.defaults();
        // As a crawl has them.
        var limits =
                Changed.set(
                        usual.limits(),
                        "seenInMemory",
                        (int) (heap / 512),
                        "queueBytes",
                        heap / 8,
                        "hostsInMemory",
                        (int) (heap / 16384),
                        "rulesBytes",
                        heap / 32,
                        "stateBytes",
                        8L << 30);
        var shares =
                new FrontierOptions.Shares(
                        500, 500, 16, (int) (heap / 8192), (int) (heap / 8192), 64, 10_000_000);
        var options = Changed.set(usual, "limits", limits, "shares", shares);
        try (var frontier = Frontier.open(directory, options, now)) {
            long start = System.nanoTime();
            for (long i = 0; i < names; i += LINKS) {
                var batch = new ArrayList<Discovered>(LINKS + 1);
                for (long j = i; j < i + LINKS; j++) add(batch, "http://n" + j + ".wild.test/");
                add(batch, "http://www.other" + i + ".test/");
                frontier.discovered(batch, now);
                frontier.commit(now);
                now += 1_000_000;
                if (i % 2_000_000 == 0) tell(i + " names", frontier, start);
            }
            tell("all names", frontier, start);
        }
    }

    private void tell(String what, Frontier frontier, long start) throws IOException {
        System.out.printf(
                "%s: %s in %.1f s, heap %,d MB, files %,d MB%n",
                what,
                frontier.counts(),
                (System.nanoTime() - start) / 1e9,
                usedBytes() >> 20,
                bytes("") >> 20);
    }

    /** Each host has an address of its own, and rules of some size. */
    private static Result answer(Task task) throws IOException {
        int hash = task.host().hashCode();
        return switch (task) {
            case Task.Resolve _ ->
                    new Result.Resolved(
                            List.of(
                                    InetAddress.getByAddress(
                                            new byte[] {
                                                10,
                                                (byte) (hash >> 16),
                                                (byte) (hash >> 8),
                                                (byte) hash
                                            })),
                            Duration.ofHours(1));
            case Task.Robots _ -> {
                var kept = new byte[RULES_BYTES];
                yield new Result.Rules(
                        _ -> kept.length > 0, Optional.empty(), Duration.ofDays(1), RULES_BYTES);
            }
            case Task.Fetch _ -> new Result.Fetched(200);
        };
    }

    private static void add(List<Discovered> batch, String text) {
        var url = Url.of(text);
        batch.add(new Discovered(url, url, 1, 0, 0));
    }

    private static long usedBytes() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private long seenBytes() throws IOException {
        return bytes("seen-");
    }

    private long bytes(String prefix) throws IOException {
        long bytes = 0;
        try (var files = Files.newDirectoryStream(directory, prefix + "*")) {
            for (var file : files) bytes += Files.size(file);
        }
        return bytes;
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    /** Checks a second and heap over the number of links, as a picture. */
    private static String svg(List<Point> points) {
        double most = points.stream().mapToDouble(Point::perSecond).max().orElse(1);
        double heap = points.stream().mapToDouble(Point::usedBytes).max().orElse(1);
        long links = points.getLast().links();
        var speed = new StringBuilder();
        var memory = new StringBuilder();
        for (var point : points) {
            double x = 60 + 600.0 * point.links() / links;
            speed.append("%.1f,%.1f ".formatted(x, 260 - 220 * point.perSecond() / most));
            memory.append("%.1f,%.1f ".formatted(x, 260 - 220 * point.usedBytes() / heap));
        }
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 310" font-family="sans-serif" font-size="12">
                <rect width="720" height="310" fill="white"/>
                <path d="M60 30V260H660" fill="none" stroke="black"/>
                <polyline points="%s" fill="none" stroke="#0b62a4" stroke-width="2"/>
                <polyline points="%s" fill="none" stroke="#d2691e" stroke-width="2"/>
                <text x="60" y="20" fill="#0b62a4">checks a second; top: %,.0f</text>
                <text x="380" y="20" fill="#d2691e">heap in use; top: %,.0f MB</text>
                <text x="60" y="280">0</text>
                <text x="660" y="280" text-anchor="end">%,d links</text>
                <text x="60" y="300">50 links a page, four of five seen before, 100,000 hosts, journal and queues written, -Xmx2g</text>
                </svg>
                """
                .formatted(
                        speed.toString().strip(),
                        memory.toString().strip(),
                        most,
                        heap / (1 << 20),
                        links);
    }
}
