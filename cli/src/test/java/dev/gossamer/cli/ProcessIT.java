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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command as a process of its own: signals, exit status, and a machine that fails at any
 * moment.
 */
class ProcessIT {
    private static final Duration DELAY = Duration.ofMillis(40);

    @TempDir Path folder = Path.of("");

    private CommandProcess command = new CommandProcess(folder);

    @BeforeEach
    void begin() {
        command = new CommandProcess(folder);
    }

    /** Also after kills: resume has repaired what they left. */
    @AfterEach
    void everyArchiveIsWhole() throws IOException {
        command.close();
        try (var files = Files.walk(folder)) {
            for (Path log : files.filter(each -> each.endsWith("crawl.log")).toList()) {
                Path home = log.resolveSibling("");
                Path warc = home.resolve("warc");
                if (isFinished(home) && Files.exists(warc)) WarcCheck.assertWhole(warc);
            }
        }
    }

    private static boolean isFinished(Path home) throws IOException {
        return CrawlDirectory.open(home).status().state() == Status.State.finished;
    }

    private Process gossamer(String... args) throws IOException {
        return command.start(args);
    }

    private Process crawl(SimServer server, Path home) throws IOException {
        return crawl(server, home, "gzip");
    }

    private Process crawl(SimServer server, Path home, String compression, String... more)
            throws IOException {
        List<String> args =
                new ArrayList<>(
                        List.of(
                                "crawl",
                                "--compression",
                                compression,
                                server.web().seedUrls(1).getFirst(),
                                "-o",
                                home.toString(),
                                "--scope",
                                "any",
                                "--allow-private",
                                "--dns",
                                "127.0.0.1:" + server.dnsAddress().getPort(),
                                "--delay",
                                DELAY.toMillis() + "ms",
                                "--timeout",
                                "1s",
                                "--retry-wait",
                                "20ms",
                                "--max-depth",
                                "25"));
        args.addAll(List.of(more));
        return gossamer(args.toArray(String[]::new));
    }

    private static int await(Process process) throws InterruptedException {
        return CommandProcess.await(process);
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < CommandProcess.MAX_WAIT_SECONDS * 100 && !condition.getAsBoolean(); i++)
            TimeUnit.MILLISECONDS.sleep(10);
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private String output() throws IOException {
        return command.output();
    }

    @Test
    void theEndOfTheTerminalSessionStopsTheCrawlAsAnInterruptDoes() throws Exception {
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(21).withSize(20, 300))) {
            Path home = folder.resolve("crawl");
            Process crawl = crawl(server, home);
            until(() -> server.log().requestCount() > 20);
            new ProcessBuilder("kill", "-HUP", String.valueOf(crawl.pid())).start().waitFor();
            assertThat(await(crawl)).as(output()).isEqualTo(130);
            assertThat(CrawlDirectory.open(home).status().state()).isEqualTo(Status.State.stopped);
        }
    }

    @Test
    void anInterruptStopsTheCrawlWithItsStateSavedAndResumeFinishesIt() throws Exception {
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(21).withSize(20, 300))) {
            Path home = folder.resolve("crawl");
            Process first = crawl(server, home);
            until(() -> server.log().requestCount() > 50);
            new ProcessBuilder("kill", "-INT", String.valueOf(first.pid())).start().waitFor();
            assertThat(await(first)).as(output()).isEqualTo(130);
            assertThat(output()).contains("stopped").contains("gossamer resume");
            assertThat(await(gossamer("status", home.toString(), "--json"))).isZero();
            assertThat(output()).contains("\"state\" : \"stopped\"");
            assertThat(await(gossamer("resume", home.toString()))).isZero();
            var verdict =
                    Judge.judge(
                            server.log(),
                            server.web().truth(server.web().seedUrls(1), SimScope.ANY),
                            DELAY,
                            1);
            assertThat(verdict.isClean()).as(verdict::toString).isTrue();
        }
    }

    @Test
    void aCheckpointOfARunningCrawlIsOnDiskWhenTheCommandReturns() throws Exception {
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(24).withSize(20, 400))) {
            Path home = folder.resolve("crawl");
            Process crawl = crawl(server, home);
            until(() -> server.log().requestCount() > 50);
            assertThat(await(gossamer("checkpoint", home.toString()))).as(output()).isZero();
            assertThat(output()).contains("is on disk");
            try (var files = Files.newDirectoryStream(home.resolve("state"), "snapshot-*")) {
                assertThat(files).isNotEmpty();
            }
            assertThat(await(crawl)).as(output()).isZero();
            assertThat(told("checkpoint", home.toString())).contains("not being crawled");
        }
    }

    @Test
    void aCrawlOfNothingButADeadHostEndsSoonAndSaysSo() throws Exception {
        Path home = folder.resolve("crawl");
        var crawl =
                gossamer(
                        "crawl",
                        "http://127.0.0.1:9/",
                        "-o",
                        home.toString(),
                        "--retry-wait",
                        "50ms");
        assertThat(await(crawl)).isEqualTo(1);
        assertThat(output())
                .contains("1 URL of http://127.0.0.1:9: connection refused")
                .contains("not one page was fetched: connection refused: http://127.0.0.1:9");
    }

    @Test
    void theArchiveIsShownAndExported() throws Exception {
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(23).withSize(3, 30))) {
            Path home = folder.resolve("crawl");
            String seed = server.web().seedUrls(1).getFirst();
            assertThat(await(crawl(server, home))).isZero();
            assertThat(told("show", home.toString(), seed)).contains("<title>");
            assertThat(told("show", home.toString(), seed, "--headers"))
                    .startsWith("HTTP/1.1 200")
                    .doesNotContain("<title>");
            assertThat(told("show", home.toString(), seed, "--raw"))
                    .startsWith("HTTP/1.1 200")
                    .contains("<title>");
            assertThat(told("show", home.toString(), seed, "--text"))
                    .doesNotContain("<")
                    .isNotBlank();
            assertThat(told("show", home.toString(), seed, "--headers", "--at", "2020"))
                    .startsWith("HTTP/1.1 200");
            String missing = seed + "no-such-page";
            for (String time : List.of("2020-01-01", "2020-01-01T10:00", "20200101100000"))
                assertThat(said("show", home.toString(), missing, "--at", time))
                        .contains("not archived");
            assertThat(said("show", home.toString(), seed, "--at", "yesterday"))
                    .contains("--at is 'yesterday'");
            assertThat(said("show", home.toString(), missing)).contains("not archived");
            assertThat(said("show", home.toString(), seed, "--text", "--raw"))
                    .contains("choose one");
            assertThat(said("why", home.toString(), seed))
                    .contains("was fetched", "archived", "which is a seed");
            assertThat(said("why", home.toString(), seed, "--json"))
                    .startsWith("{")
                    .contains("\"state\" : \"fetched\"", "\"depth\" : 0", "\"captures\" : [ {");
            assertThat(said("why", home.toString(), "http://elsewhere.example/"))
                    .contains("never queued");
            assertThat(said("why", home.toString(), seed + "?C=N;O=D"))
                    .contains("'bad-paths' drops it");
            assertThat(told("export", home.toString(), "--format", "urls").lines())
                    .contains(seed)
                    .noneMatch(url -> url.endsWith("/robots.txt"))
                    .hasSizeGreaterThan(20);
            assertThat(told("export", home.toString(), "--format", "markdown"))
                    .startsWith("---\nurl: \"")
                    .contains("\ntitle: \"", "\n---\n\n", "](http");
            Path pages = folder.resolve("pages");
            assertThat(said("export", home.toString(), "--format", "markdown", "-o", pages + "/"))
                    .isEmpty();
            try (var files = Files.walk(pages)) {
                assertThat(files.filter(Files::isRegularFile)).hasSizeGreaterThan(20);
            }
            assertThat(said("export", home.toString(), "--format", "urls", "-o", pages + "/"))
                    .contains("is a folder; name a file with -o");
            assertThat(told("export", home.toString(), "--format", "csv", "--status", "2xx"))
                    .startsWith("url,status,type,")
                    .contains(seed + ",200,text/html,");
            assertThat(said("export", home.toString(), "--format", "csv", "--status", "2y"))
                    .contains("--status: '2y' is no status");
            assertThat(said("export", home.toString(), "--format", "urls", "--from", "soon"))
                    .contains("--from is 'soon'; expected a day");
            Path parquet = folder.resolve("pages.parquet");
            assertThat(said("export", home.toString(), "--format", "parquet"))
                    .contains("name a file with -o");
            said("export", home.toString(), "--format", "parquet", "-o", parquet.toString());
            assertThat(Files.readString(parquet, StandardCharsets.ISO_8859_1))
                    .startsWith("PAR1")
                    .endsWith("PAR1");
            assertThat(said("export", home.toString(), "--format", "jsonl", "--fields", "colour"))
                    .contains("no field 'colour'");
            assertThat(said("duplicates", home.toString())).contains("pages, ");
            assertThat(told("export", home.toString(), "--format", "edges").lines())
                    .hasSizeGreaterThan(100)
                    .allMatch(line -> line.split("\t", -1).length == 4)
                    .anyMatch(line -> line.matches("http\\S+\thttp\\S+\tnavigate\t\\w.*"));
            assertThat(
                            told(
                                            "export",
                                            home.toString(),
                                            "--format",
                                            "jsonl",
                                            "--fields",
                                            "url,title")
                                    .lines())
                    .allMatch(
                            line -> line.startsWith("{\"url\":") || line.startsWith("{\"url\" :"));
        }
    }

    @Test
    void contentsInThePageLogAreShown() throws Exception {
        try (var server = SimServer.start(SimWebOptions.usual().withSeed(23).withSize(1, 3))) {
            Path home = folder.resolve("crawl");
            String seed = server.web().seedUrls(1).getFirst();
            assertThat(await(crawl(server, home, "gzip", "--store", "pages"))).isZero();
            assertThat(told("show", home.toString(), seed)).startsWith("<").contains("<title>");
            assertThat(told("show", home.toString(), seed, "--text")).doesNotContain("<");
            assertThat(told("show", home.toString(), seed, "--raw")).contains("no --headers");
            assertThat(told("export", home.toString(), "--format", "urls"))
                    .contains("crawled without the store 'warc'");
        }
    }

    private String told(String... args) throws IOException, InterruptedException {
        return command.told(args);
    }

    /** What a command says that needs no process of its own: it writes no page to the output. */
    private static String said(String... args) {
        var said = new StringWriter();
        var writer = new PrintWriter(said, true);
        Main.run(args, writer, writer);
        return said.toString();
    }

    @Test
    void aSecondInterruptEndsItAtOnce() throws Exception {
        // A web in which everything stalls, so that a stop has something to wait for.
        var stalled =
                SimWebOptions.usual()
                        .withSeed(22)
                        .withSize(3, 30)
                        .with("stalled", "1")
                        .with("stalled-for", "60000");
        try (var server = SimServer.start(stalled)) {
            Process crawl = crawl(server, folder.resolve("crawl"));
            until(() -> server.log().requestCount() > 0);
            var kill = new ProcessBuilder("kill", "-INT", String.valueOf(crawl.pid()));
            kill.start().waitFor();
            kill.start().waitFor();
            assertThat(await(crawl)).isEqualTo(130);
        }
    }

    /**
     * Kills the crawl again and again, and holds the server's log against what must be true all the
     * same.
     */
    @Test
    void killedAtRandomMomentsItMissesNothingAndStaysPolite() throws Exception {
        killed(31, 6, SimWebOptions.usual().withSeed(31).withSize(30, 500), "zstd");
    }

    @Test
    @Tag("slow")
    void killedFiftyTimesItMissesNothingAndStaysPolite() throws Exception {
        killed(51, 60, SimWebOptions.usual().withSeed(51).withSize(30, 6_000), "gzip");
    }

    private void killed(long seed, int kills, SimWebOptions web, String compression)
            throws Exception {
        var random = new Random(seed);
        int connections = 500;
        int killed = 0;
        try (var server = SimServer.start(web)) {
            Path home = folder.resolve("crawl-" + seed);
            Process process = crawl(server, home, compression);
            for (int i = 0; i < kills; i++) {
                if (process.waitFor(1200 + random.nextInt(800), TimeUnit.MILLISECONDS)) break;
                process.destroyForcibly().waitFor();
                killed++;
                process =
                        Files.exists(home.resolve("crawl.yaml"))
                                ? gossamer("resume", home.toString())
                                : crawl(server, home, compression);
            }
            assertThat(await(process)).as(output()).isZero();
            var verdict =
                    Judge.judge(
                            server.log(),
                            server.web().truth(server.web().seedUrls(1), SimScope.ANY),
                            DELAY,
                            1);
            System.out.printf("killed %d times: %s%n", killed, verdict);
            for (var finding : Verdict.Finding.values()) {
                // What was in flight when it was killed is asked for again: at most one for each
                // host and kill.
                long most =
                        finding == Verdict.Finding.REPEATED
                                ? Math.min(connections, web.hosts()) * (long) kills
                                : 0;
                assertThat(verdict.count(finding))
                        .as("%s, seed %d: %s", finding, seed, verdict)
                        .isLessThanOrEqualTo(most);
            }
        }
    }
}
