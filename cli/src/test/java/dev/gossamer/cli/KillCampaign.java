package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.Status;
import dev.gossamer.simweb.Judge;
import dev.gossamer.simweb.SimScope;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.Verdict;
import dev.gossamer.store.WarcCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/**
 * Crawls in processes of their own that are killed with SIGKILL at random moments and resumed. Each
 * crawl is then held against the log of the server and against its own folder: nothing is lost, no
 * more is asked for again than was in flight, the counts are exact, the archive is whole, links and
 * index hold each page once.
 */
final class KillCampaign {
    private static final Duration DELAY = Duration.ofMillis(10);

    private final Path folder;
    private final long seed;
    private final Random random;
    private final List<String> javaOptions;
    private int kills;

    /**
     * One crawl.
     *
     * @param kills at most; fewer when the crawl ends before
     */
    record Plan(
            int pages, int hosts, int kills, String codec, boolean isIndexed, boolean isLinked) {}

    /** What became of one crawl in which nothing was wrong. */
    record Result(long repeats, long pages) {}

    KillCampaign(Path folder, long seed) {
        this(folder, seed, List.of("-cp", System.getProperty("java.class.path")));
    }

    /**
     * @param seed of the web and of the moments
     * @param javaOptions of the processes, with their class path
     */
    KillCampaign(Path folder, long seed, List<String> javaOptions) {
        this.folder = folder;
        this.seed = seed;
        this.javaOptions = javaOptions;
        random = new Random(seed);
    }

    /** Crawls by the plan; fails with the seed where anything is wrong. */
    Result run(Plan plan) throws IOException, InterruptedException {
        Path home = folder.resolve("crawl-" + seed);
        var web =
                SimWebOptions.usual().withSeed(seed).withSize(plan.hosts, plan.pages).withSkew(0.3);
        try (var server = SimServer.start(web, 1);
                var command = new CommandProcess(folder, javaOptions)) {
            var process = command.start(crawl(plan, server, home));
            while (kills < plan.kills && isKilled(process, server, plan)) {
                kills++;
                process =
                        Files.exists(home.resolve("crawl.yaml"))
                                ? command.start("resume", home.toString())
                                : command.start(crawl(plan, server, home));
            }
            int exit = CommandProcess.await(process);
            assertThat(exit).as("seed %d: %s", seed, command.output()).isZero();
            long repeats = judge(server, plan);
            return new Result(repeats, check(plan, home));
        }
    }

    /** How often it was killed, also when something was wrong in the end. */
    int kills() {
        return kills;
    }

    private static String[] crawl(Plan plan, SimServer server, Path home) {
        var args =
                new ArrayList<>(
                        List.of(
                                "crawl",
                                server.web().seedUrls(1).getFirst(),
                                "-o",
                                home.toString(),
                                "--scope",
                                "any",
                                "--allow-private",
                                "--dns",
                                "127.0.0.1:" + server.dnsAddress().getPort(),
                                "--compression",
                                plan.codec,
                                "--delay",
                                DELAY.toMillis() + "ms",
                                "--max-depth",
                                "40"));
        args.add(plan.isIndexed ? "--index" : "--no-index");
        args.add(plan.isLinked ? "--links" : "--no-links");
        return args.toArray(String[]::new);
    }

    /**
     * Kills it after some more requests, or, one time in five, after some time whatever it does
     * then: starting, reading its journal, ending. False where it came to its end before.
     */
    private boolean isKilled(Process process, SimServer server, Plan plan)
            throws InterruptedException {
        boolean byTime = random.nextInt(5) == 0;
        long requests =
                byTime
                        ? Long.MAX_VALUE
                        : server.log().requestCount()
                                + 1
                                + random.nextInt(Math.max(1, plan.pages * 2 / plan.kills));
        long millis = byTime ? 50 + random.nextInt(2000) : Long.MAX_VALUE;
        for (long waited = 0; waited < millis; waited++) {
            if (process.waitFor(1, TimeUnit.MILLISECONDS)) return false;
            if (server.log().requestCount() >= requests) break;
        }
        // Not always just when a request has arrived.
        if (process.waitFor(random.nextInt(40), TimeUnit.MILLISECONDS)) return false;
        process.destroyForcibly().waitFor();
        return true;
    }

    /** How many requests were made again. */
    private long judge(SimServer server, Plan plan) {
        var truth = server.web().truth(server.web().seedUrls(1), SimScope.ANY);
        var verdict = Judge.judge(server.log(), truth, DELAY, 1);
        for (var finding : Verdict.Finding.values()) {
            // One connection to each host, so no more than one request to each was in flight.
            long most = finding == Verdict.Finding.REPEATED ? (long) plan.hosts * kills : 0;
            assertThat(verdict.count(finding))
                    .as("%s, seed %d, %d kills: %s", finding, seed, kills, verdict)
                    .isLessThanOrEqualTo(most);
        }
        return verdict.count(Verdict.Finding.REPEATED);
    }

    /** How many pages there are. */
    private long check(Plan plan, Path home) throws IOException {
        WarcCheck.assertWhole(home.resolve("warc"));
        var crawl = new CrawlFolder(home);
        var pages = crawl.pages();
        if (plan.isLinked) crawl.assertLinked();
        if (plan.isIndexed)
            assertThat(crawl.indexed()).as("seed %d", seed).isSubsetOf(pages).isNotEmpty();
        var status = CrawlDirectory.open(home).status();
        assertThat(status.state()).as("seed %d", seed).isEqualTo(Status.State.finished);
        CountsIT.assertThatTheyAddUp(status);
        assertThat(status.pages()).as("pages in the status, seed %d", seed).isEqualTo(pages.size());
        var report = JsonMapper.shared().readTree(Files.readString(home.resolve("report.json")));
        assertThat(report.get("pages").asLong())
                .as("pages in report.json, seed %d", seed)
                .isEqualTo(pages.size());
        return pages.size();
    }
}
