package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.cli.HostileHosts.Kind;
import dev.gossamer.cli.HostileServer.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hostile hosts next to healthy ones: the healthy get their share of requests, memory (a heap of
 * 256 MB) and disk are bounded, the crawl ends, and nobody is asked too soon or against its
 * robots.txt.
 */
class HostileWebIT {
    private static final Duration DELAY = Duration.ofMillis(200);

    /**
     * Where the gap is taken from the server's side, the client has begun to wait a little before.
     */
    private static final Duration TOLERANCE = Duration.ofMillis(20);

    /** How much of what they get alone the healthy must get. */
    private static final double SHARE = 0.9;

    /**
     * A machine that is busy with something else may spoil one run, but hardly the next as well.
     */
    private static final int RUNS = 2;

    /** By the length of the run. */
    private static final Map<Integer, Long> ALONE = new ConcurrentHashMap<>();

    private static final long MAX_STATE_BYTES = 1L << 30;

    @TempDir Path folder = Path.of("");
    private String heap = "-Xmx256m";

    /** What a crawl did, from the servers' side. */
    private record Seen(long healthyRequests, List<Visit> visits) {}

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"HEADER_FOLDS", "SLOW_LORIS", "SILENCE", "BOMBS"})
    void theHealthyGetTheirShare(Kind kind) throws Exception {
        share(EnumSet.of(kind), 6);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void theHealthyGetTheirShareNextToEach(Kind kind) throws Exception {
        share(EnumSet.of(kind), 6);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void theHealthyGetTheirShareNextToAllOfThem() throws Exception {
        share(EnumSet.allOf(Kind.class), 90);
    }

    /** All of them, in the smallest heap that is promised: the crawl ends as it should. */
    @Test
    @Tag("slow")
    void aSmallHeapIsEnoughForAllOfThem() throws Exception {
        heap = "-Xmx128m";
        var seen = crawl(EnumSet.allOf(Kind.class), 45, folder.resolve("small"));
        System.out.printf(
                "-Xmx128m: healthy hosts got %d requests in 45 s%n", seen.healthyRequests);
        assertPolite(seen.visits);
        assertThat(seen.healthyRequests).isPositive();
    }

    /** 100,000 links a page fill a gigabyte a minute when nothing bounds them. */
    @Test
    @Tag("slow")
    void aTrapStaysWithinItsPartOfTheDisk() throws Exception {
        var home = folder.resolve("trap");
        // Links and index would take minutes to catch up with the trap's pages.
        var only = new String[] {"--max-state", "256m", "--no-links", "--no-index"};
        crawl(EnumSet.of(Kind.TRAP), 60, home, only);
        long bytes = bytes(home.resolve("state"));
        System.out.printf("state after 60 s in the trap: %d MB%n", bytes >> 20);
        assertThat(bytes).isBetween(64L << 20, 256L << 20);
        assertThat(Files.readString(home.resolve("report.json"))).contains("\"budget\"");
    }

    private void share(Set<Kind> kinds, int seconds) throws Exception {
        long alone = alone(seconds);
        long most = 0;
        for (int run = 1; run <= RUNS && most < SHARE * alone; run++) {
            var seen = crawl(kinds, seconds, folder.resolve("beside-" + run));
            System.out.printf(
                    "%s: healthy hosts got %d requests in %d s, %d alone%n",
                    kinds, seen.healthyRequests, seconds, alone);
            assertPolite(seen.visits);
            most = Math.max(most, seen.healthyRequests);
        }
        assertThat(most)
                .as("requests to healthy hosts")
                .isGreaterThanOrEqualTo((long) (SHARE * alone));
    }

    /** What the healthy get when there is nobody else; asked once for all tests. */
    private long alone(int seconds) throws Exception {
        Long known = ALONE.get(seconds);
        if (known != null) return known;
        long alone = crawl(Set.of(), seconds, folder.resolve("alone")).healthyRequests;
        ALONE.put(seconds, alone);
        return alone;
    }

    /** Crawls for so many seconds after the first healthy page was asked for. */
    private Seen crawl(Set<Kind> kinds, int seconds, Path home, String... more) throws Exception {
        var hosts = new HostileHosts(kinds);
        try (var server = HostileServer.start(hosts::script, hosts::address);
                var command = new CommandProcess(folder, javaOptions())) {
            hosts.listensOn(server.port());
            var args =
                    new ArrayList<>(
                            List.of(
                                    "--delay",
                                    DELAY.toMillis() + "ms",
                                    "--max-time",
                                    (seconds + 2) + "s"));
            args.addAll(List.of(more));
            var crawl = HostileHosts.crawl(server, home, args.toArray(String[]::new));
            // Links and index read on when the crawl is over.
            int longest = 2 * seconds + CommandProcess.MAX_WAIT_SECONDS;
            int exit = CommandProcess.await(command.start(crawl), longest);
            assertThat(command.output()).doesNotContain("OutOfMemoryError", "\tat ");
            assertThat(exit).as(command.output()).isZero();
            assertThat(bytes(home.resolve("state"))).isLessThan(MAX_STATE_BYTES);
            var visited = server.visits().stream().map(Visit::host).collect(Collectors.toSet());
            assertThat(hosts.notMet(visited)).as("kinds that did nothing").isEmpty();
            return seen(server.visits(), seconds);
        }
    }

    private List<String> javaOptions() {
        return List.of(heap, "-cp", System.getProperty("java.class.path"));
    }

    private static Seen seen(List<Visit> visits, int seconds) {
        var healthy =
                visits.stream().filter(visit -> HostileHosts.isHealthy(visit.host())).toList();
        long first = healthy.stream().mapToLong(Visit::startNanos).min().orElseThrow();
        long until = first + Duration.ofSeconds(seconds).toNanos();
        return new Seen(
                healthy.stream().filter(visit -> visit.startNanos() < until).count(), visits);
    }

    private static void assertPolite(List<Visit> visits) {
        Map<String, Visit> last = new HashMap<>();
        for (Visit visit :
                visits.stream().sorted(Comparator.comparingLong(Visit::startNanos)).toList()) {
            assertThat(visit.path()).as("%s forbids it", visit.host()).isNotEqualTo("/no.html");
            var before = last.put(visit.host(), visit);
            // What the client broke off has ended for it before the server sees that.
            boolean isHostile = !HostileHosts.isHealthy(visit.host());
            if (before == null || isHostile) continue;
            assertThat(visit.startNanos() - before.endNanos())
                    .as("gap between %s and %s", before, visit)
                    .isGreaterThanOrEqualTo(DELAY.minus(TOLERANCE).toNanos());
        }
    }

    private static long bytes(Path dir) throws IOException {
        long bytes = 0;
        try (var files = Files.walk(dir)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) bytes += Files.size(file);
        }
        return bytes;
    }
}
