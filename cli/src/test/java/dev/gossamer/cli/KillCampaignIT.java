package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.cli.KillCampaign.Plan;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * As many kills as {@code -Dkills=N} says, over as many crawls as that takes. Run it by {@code
 * build/kills}.
 */
@EnabledIfSystemProperty(named = "kills", matches = "[0-9]+")
class KillCampaignIT {
    private static final int PAGES = 250;
    private static final int HOSTS = 12;
    private static final int KILLS_A_CRAWL = 12;

    @TempDir Path folder = Path.of("");

    private final int wanted = Integer.getInteger("kills", 100);
    private final long firstSeed = Long.getLong("kills.seed", 1);
    private final List<String> codecs =
            List.of(System.getProperty("kills.codecs", "gzip,zstd,none").split(","));
    private final String followers = System.getProperty("kills.followers", "both");

    private final AtomicInteger kills = new AtomicInteger();
    private final AtomicInteger crawls = new AtomicInteger();
    private final AtomicLong repeats = new AtomicLong();
    private final AtomicLong pages = new AtomicLong();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

    @Test
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void nothingIsLostOrCountedTwice() throws Exception {
        var options = withClassArchive();
        Callable<Void> worker =
                () -> {
                    while (kills.get() < wanted && failures.size() < 5)
                        crawl(crawls.getAndIncrement(), options);
                    return null;
                };
        int jobs = Integer.getInteger("kills.jobs", 2);
        try (var workers = Executors.newFixedThreadPool(jobs)) {
            for (var each : workers.invokeAll(Collections.nCopies(jobs, worker))) each.get();
        }
        System.out.printf(
                "%,d kills over %,d crawls from seed %d: %,d pages, %,d requests made again, %d crawls wrong%n",
                kills.get(), crawls.get(), firstSeed, pages.get(), repeats.get(), failures.size());
        assertThat(failures).isEmpty();
    }

    private Plan plan(int number) {
        boolean hasBoth =
                followers.equals("both") ? number / codecs.size() % 2 == 0 : followers.equals("on");
        return new Plan(
                PAGES, HOSTS, KILLS_A_CRAWL, codecs.get(number % codecs.size()), hasBoth, hasBoth);
    }

    private void crawl(int number, List<String> options) throws IOException {
        long seed = firstSeed + number;
        Path place = Files.createDirectories(folder.resolve("seed-" + seed));
        var plan = plan(number);
        var campaign = new KillCampaign(place, seed, options);
        try {
            var result = campaign.run(plan);
            repeats.addAndGet(result.repeats());
            pages.addAndGet(result.pages());
            System.out.printf(
                    "seed %d, %s, followers %s: %d kills, %d requests made again%n",
                    seed,
                    plan.codec(),
                    plan.isIndexed() ? "on" : "off",
                    campaign.kills(),
                    result.repeats());
        } catch (AssertionError | Exception e) {
            failures.add("seed " + seed + ", " + plan + ": " + e);
            System.out.printf(
                    "WRONG: seed %d, %s: %s%nits folder is %s%n", seed, plan, e, kept(place, seed));
        }
        kills.addAndGet(campaign.kills());
        CrawlFolder.delete(place);
    }

    /** Where the folder of a crawl that went wrong is to be looked at. */
    private static Path kept(Path place, long seed) throws IOException {
        Path kept = Files.createTempDirectory("kills-seed-" + seed + "-");
        return Files.move(place, kept.resolve(place.getFileName()));
    }

    /**
     * A crawl that is let live leaves an archive of the classes it loaded, so that the others start
     * in half the time. That takes jars; the class path of a test has folders in it.
     */
    private List<String> withClassArchive() throws IOException, InterruptedException {
        String jars = System.getProperty("kills.lib", "");
        var options =
                jars.isEmpty()
                        ? List.of("-cp", System.getProperty("java.class.path"))
                        : List.of(
                                "-cp",
                                jars + "/*",
                                "-XX:+AutoCreateSharedArchive",
                                "-XX:SharedArchiveFile=" + folder.resolve("classes.jsa"),
                                "-Xlog:cds=off",
                                "-Xlog:cds+dynamic=off");
        try (var server = SimServer.start(SimWebOptions.usual().withSize(1, 3));
                var command = new CommandProcess(folder, options)) {
            String said =
                    command.told(
                            "crawl",
                            server.seedUrls().getFirst(),
                            "-o",
                            folder.resolve("first").toString(),
                            "--allow-private",
                            "--dns",
                            "127.0.0.1:" + server.dnsAddress().getPort(),
                            "--delay",
                            "0");
            assertThat(said).contains("finished");
        }
        return options;
    }
}
