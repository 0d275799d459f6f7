package dev.gossamer.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.SizeSpread;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;

/**
 * How fast links and index catch up with a crawl that was made without them: each alone, twice, the
 * first time from a cold JVM. Arguments: pages, and a directory, in which the crawl of an earlier
 * run is used again.
 */
public final class CatchUpBench {
    private CatchUpBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int pages = Integer.parseInt(args[0]);
        Path home = Path.of(args[1]);
        if (!Files.exists(home)) crawl(pages, home);
        for (int round = 1; round <= 2; round++) {
            SearchBench.delete(home.resolve("links"));
            SearchBench.delete(home.resolve("index"));
            for (var kind : DerivedData.values()) measure(home, kind, pages);
        }
    }

    /** The web of the crawl's benchmark. */
    private static void crawl(int pages, Path home) throws IOException, InterruptedException {
        var web =
                SimWebOptions.usual()
                        .plain()
                        .withSize(Math.max(1, pages / 100), pages)
                        .withSkew(0)
                        .withPageBytes(new SizeSpread(22_500, 0.3, 1_000, 450_000))
                        .withLinks(new SizeSpread(50, 0.3, 1, 500));
        try (var server = BenchServer.start(web, 1)) {
            Crawl.of(server.seed())
                    .set("scope", "any")
                    .set("allow-private", "true")
                    .set("dns", server.dns())
                    .set("links", "false")
                    .set("index", "false")
                    .delay(Duration.ZERO)
                    .into(home)
                    .run();
        }
    }

    private static void measure(Path home, DerivedData kind, int pages) throws IOException {
        long start = System.nanoTime();
        long cpuBefore = cpuNanos();
        CrawlDirectory.open(home).derive(EnumSet.of(kind), _ -> {});
        System.out.printf(
                Locale.ROOT,
                "%-6s %,7d pages  %,6.0f pages/s  %4.0f µs CPU a page%n",
                kind.name().toLowerCase(Locale.ROOT),
                pages,
                pages * 1e9 / (System.nanoTime() - start),
                (cpuNanos() - cpuBefore) / 1e3 / pages);
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
