package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.derive.DerivedData;
import dev.gossamer.crawl.Status;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Links and index of crawls that are killed: once a crawl has come to its end they hold what is
 * archived, each page once.
 */
class KilledDeriverIT {
    private static final long SEED = 71;

    @TempDir Path folder = Path.of("");

    private CommandProcess command = new CommandProcess(folder);

    @BeforeEach
    void begin() {
        command = new CommandProcess(folder);
    }

    @AfterEach
    void end() {
        command.close();
    }

    private final Random random = new Random(SEED);

    private Process gossamer(String... args) throws IOException {
        return command.start(args);
    }

    private String output() throws IOException {
        return command.output();
    }

    private Process crawl(SimServer server, Path home, String delay) throws IOException {
        return gossamer(
                "crawl",
                server.web().seedUrls(1).getFirst(),
                "-o",
                home.toString(),
                "--scope",
                "any",
                "--allow-private",
                "--dns",
                "127.0.0.1:" + server.dnsAddress().getPort(),
                "--delay",
                delay,
                "--timeout",
                "1s",
                "--retry-wait",
                "20ms",
                "--max-depth",
                "25");
    }

    private static SimServer web(int pages) throws IOException {
        return SimServer.start(SimWebOptions.usual().withSeed(SEED).withSize(30, pages));
    }

    /** Whether it was still at work. */
    private boolean killedWithin(Process process, int leastMillis, int mostMillis)
            throws InterruptedException {
        int millis = leastMillis + random.nextInt(mostMillis - leastMillis);
        if (process.waitFor(millis, TimeUnit.MILLISECONDS)) return false;
        process.destroyForcibly().waitFor();
        return true;
    }

    /** At some moment, on a fast machine by progress: long before the crawl can be over. */
    private boolean killedBefore(Process process, SimServer server, long requests)
            throws InterruptedException {
        int millis = 1000 + random.nextInt(2000);
        for (int i = 0; i < millis && server.log().requestCount() < requests; i += 5) {
            if (process.waitFor(5, TimeUnit.MILLISECONDS)) return false;
        }
        return killedWithin(process, 0, 1);
    }

    @Test
    void killedBesideTheCrawlTheyHoldEachArchivedPageOnce() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = web(450)) {
            Process process = crawl(server, home, "150ms");
            int kills = 0;
            while (kills < 4 && killedBefore(process, server, 90L * (kills + 1))) {
                kills++;
                boolean hasBegun = Files.exists(home.resolve("crawl.yaml"));
                process =
                        hasBegun
                                ? gossamer("resume", home.toString())
                                : crawl(server, home, "150ms");
            }
            assertThat(CommandProcess.await(process)).as(output()).isZero();
            System.out.printf("killed %d times, seed %d%n", kills, SEED);
            assertThat(kills).isPositive();
        }
        assertFollowed(home);
    }

    @Test
    @Tag("slow")
    void killedWhileCatchingUpTheyAreFinishedLater() throws Exception {
        Path home = folder.resolve("crawl");
        String dir = home.toString();
        try (var server = web(1000)) {
            Process crawl = crawl(server, home, "0");
            while (crawl.isAlive() && !isFinished(home)) TimeUnit.MILLISECONDS.sleep(5);
            crawl.destroyForcibly().waitFor();
        }
        var commands =
                List.of(
                        new String[] {"resume", dir},
                        new String[] {"index", dir},
                        new String[] {"links", dir, "--build"});
        for (var command : commands) killedWithin(gossamer(command), 700, 2000);
        assertThat(CommandProcess.await(gossamer("resume", dir))).as(output()).isZero();
        assertFollowed(home);
        CrawlFolder.delete(home.resolve("index"));
        killedWithin(gossamer("index", dir), 700, 2000);
        assertThat(CommandProcess.await(gossamer("index", dir))).as(output()).isZero();
        assertFollowed(home);
        damagedLinksAreToldAndBuiltAgain(home);
    }

    private void damagedLinksAreToldAndBuiltAgain(Path home) throws Exception {
        String dir = home.toString();
        Files.writeString(home.resolve("links/manifest"), "no manifest");
        String wayOut = "; delete %s/links, and 'gossamer index %s' builds it again%n";
        assertThat(command.told("links", dir, "--top", "3"))
                .startsWith("gossamer: ")
                .endsWith(wayOut.formatted(dir, dir));
        assertThat(command.told("index", dir)).endsWith(wayOut.formatted(dir, dir));
        CrawlFolder.delete(home.resolve("links"));
        assertThat(CommandProcess.await(gossamer("index", dir))).as(output()).isZero();
        assertFollowed(home);
    }

    private static boolean isFinished(Path home) throws IOException {
        return Files.exists(home.resolve("state/status.json"))
                && CrawlDirectory.open(home).status().state() == Status.State.finished;
    }

    /** The links against the archive; the index against one that was built undisturbed. */
    private void assertFollowed(Path home) throws IOException, InterruptedException {
        var crawl = new CrawlFolder(home);
        var archived = crawl.archived();
        assertThat(archived).hasSizeGreaterThan(400);
        crawl.assertLinked();
        Path fresh = folder.resolve("fresh");
        CrawlFolder.delete(fresh);
        copy(home.resolve("warc"), fresh.resolve("warc"));
        Files.copy(home.resolve("crawl.yaml"), fresh.resolve("crawl.yaml"));
        CrawlDirectory.open(fresh).derive(EnumSet.allOf(DerivedData.class), _ -> {});
        assertThat(crawl.indexed())
                .isSubsetOf(archived)
                .containsExactlyElementsOf(new CrawlFolder(fresh).indexed());
        String page = archived.iterator().next();
        assertThat(command.told("links", home.toString(), "--from", page)).contains(page);
        assertThat(command.told("search", home.toString(), "garden")).contains("1. ");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
