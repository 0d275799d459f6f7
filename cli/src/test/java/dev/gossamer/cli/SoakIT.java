package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.cli.HostileHosts.Kind;
import dev.gossamer.cli.HostileServer.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A trap of 100,000 links a page and a domain in which every name exists, for as long as one likes
 * ({@code build/soak}), in a heap of 512 MB: other sites are crawled whole, each page of them once,
 * and the state stays within its part of the disk.
 */
@EnabledIfSystemProperty(named = "soak.minutes", matches = "[0-9]+")
class SoakIT {
    private static final int MINUTES = Integer.getInteger("soak.minutes", 1);

    /** Of each healthy host; it could be asked for half as many again. */
    private static final int PAGES = 40 * MINUTES;

    private static final int WILD_ADDRESSES = 16;
    private static final long MAX_STATE_BYTES = 1L << 30;

    @TempDir Path folder = Path.of("");

    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void othersAreCrawledWhole() throws Exception {
        var hosts =
                new HostileHosts(EnumSet.of(Kind.TRAP, Kind.ENDLESS_NAMES), PAGES, WILD_ADDRESSES);
        var home = folder.resolve("crawl");
        try (var server = HostileServer.start(hosts::script, hosts::address);
                var command = new CommandProcess(folder, javaOptions())) {
            hosts.listensOn(server.port());
            var process =
                    command.start(
                            HostileHosts.crawl(
                                    server,
                                    home,
                                    "--max-time",
                                    MINUTES + "m",
                                    "--max-state",
                                    MAX_STATE_BYTES + "",
                                    "--no-links",
                                    "--no-index"));
            long largest = 0;
            for (int i = 0; !process.waitFor(5, TimeUnit.SECONDS); i++) {
                assertThat(i).as("five seconds each").isLessThan((MINUTES + 2) * 12);
                largest = Math.max(largest, bytes(home.resolve("state")));
            }
            assertThat(process.exitValue()).as(command.output()).isZero();
            assertThat(command.output()).doesNotContain("OutOfMemoryError", "\tat ");
            tell(server.visits(), largest, Files.readString(home.resolve("report.json")));
            assertThat(largest).isLessThan(MAX_STATE_BYTES);
            for (int i = 0; i < HostileHosts.HEALTHY; i++) assertWhole(server.visits(), i);
        }
    }

    private static List<String> javaOptions() {
        return List.of("-Xmx512m", "-cp", System.getProperty("java.class.path"));
    }

    private static void assertWhole(List<Visit> visits, int host) {
        var paths =
                visits.stream()
                        .filter(visit -> visit.host().equals(HostileHosts.healthy(host)))
                        .map(Visit::path)
                        .collect(Collectors.toCollection(ArrayList::new));
        paths.removeIf(path -> path.equals("/robots.txt") || path.equals("/sitemap.xml"));
        assertThat(paths).hasSize(PAGES + 1);
        assertThat(new HashSet<>(paths)).hasSize(PAGES + 1);
    }

    private static void tell(List<Visit> visits, long stateBytes, String report) {
        var names = visits.stream().map(Visit::host).collect(Collectors.toSet());
        System.out.printf(
                "%d minutes: %d requests to %d hosts, state at most %d MB%n%s%n",
                MINUTES, visits.size(), names.size(), stateBytes >> 20, report);
    }

    private static long bytes(Path dir) throws IOException {
        long bytes = 0;
        try (var files = Files.newDirectoryStream(dir)) {
            for (var file : files) bytes += size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
        return bytes;
    }

    /** Files come and go while it runs. */
    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
