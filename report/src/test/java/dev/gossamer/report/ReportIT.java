package dev.gossamer.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.Status;
import dev.gossamer.simweb.SimScope;
import dev.gossamer.simweb.SimServer;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.Truth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Reports of crawls of a web whose truth is known. */
class ReportIT {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
    private static final Duration DELAY = Duration.ofMillis(20);

    @TempDir private Path folder;

    private Status crawl(SimServer server, Path home) throws Exception {
        return Crawl.of(server.seedUrls().toArray(String[]::new))
                .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                .set("allow-private", true)
                .set("scope", "any")
                .set("max-depth", 25)
                .delay(DELAY)
                .into(home)
                .run();
    }

    private static SimWebOptions web(long seed) {
        return SimWebOptions.usual()
                .withSeed(seed)
                .withSize(20, 400)
                .with("redirects", "0.05")
                .with("missing", "0.05")
                .with("duplicates", "0.05");
    }

    static Table table(Report report, String name) {
        return report.table(name).orElseThrow(() -> new AssertionError("no table " + name));
    }

    static List<String> column(Report report, String table, String column) {
        var found = table(report, table);
        int at = found.columns().stream().map(Column::name).toList().indexOf(column);
        return found.rows().stream().map(row -> row.get(at).plain()).toList();
    }

    private static Map<String, Long> counts(Report report, String table) {
        var counts = new TreeMap<String, Long>();
        for (var row : table(report, table).rows())
            counts.put(row.get(0).plain(), Long.valueOf(row.get(1).plain()));
        return counts;
    }

    private static Set<String> urls(Truth truth, Truth.Expect wanted) {
        var urls = new TreeSet<String>();
        truth.forEachRequired(
                (url, expect) -> {
                    if (expect == wanted) urls.add(url);
                });
        return urls;
    }

    @Test
    void numbersAddUpWithTheStatusAndTheTruth() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = SimServer.start(web(5))) {
            var status = crawl(server, home);
            var report = ReportFiles.write(home, home, NOW);
            assertThat(report.status()).isEqualTo(CrawlDirectory.open(home).status());
            assertThat(counts(report, "statuses")).isEqualTo(new TreeMap<>(status.status()));
            assertThat(counts(report, "faults")).isEqualTo(new TreeMap<>(status.errors()));
            assertThat(sum(counts(report, "statuses")) + sum(counts(report, "faults")))
                    .isEqualTo(status.requests());
            assertThat(sum(counts(report, "types"))).isEqualTo(status.pages());
            assertThat(sum(counts(report, "sizes"))).isEqualTo(status.pages());
            assertThat(sum(counts(report, "depths"))).isEqualTo(status.pages());
            assertThat(sum(counts(report, "hosts"))).isEqualTo(status.requests());
            assertThat(table(report, "duplicates").total()).isEqualTo(status.duplicates());
            assertThat(status.duplicates()).isPositive();
            assertThat(column(report, "skipped", "rule")).containsAll(status.dropped().keySet());

            var truth = server.web().truth(server.web().seedUrls(1), SimScope.ANY);
            var gone = urls(truth, Truth.Expect.GONE);
            assertThat(gone).isNotEmpty();
            assertThat(new TreeSet<>(column(report, "broken-links", "url"))).isEqualTo(gone);
            assertThat(column(report, "broken-links", "linkedFrom")).doesNotContain("");
            var moved = urls(truth, Truth.Expect.MOVED);
            assertThat(moved).isNotEmpty();
            var onAWay =
                    column(report, "redirects", "chain").stream()
                            .flatMap(chain -> List.of(chain.split(" ")).stream())
                            .collect(Collectors.toSet());
            assertThat(onAWay).containsAll(moved);

            var gaps = column(report, "gaps", "smallestGap");
            assertThat(gaps).isNotEmpty();
            assertThat(Double.parseDouble(gaps.getFirst())).isGreaterThanOrEqualTo(0.018);
            assertThat(column(report, "seeds", "result"))
                    .hasSameSizeAs(server.seedUrls())
                    .doesNotContain("not requested");
            assertThat(counts(report, "captures").get("with content")).isPositive();
            assertThat(column(report, "warc-files", "sha256"))
                    .allMatch(digest -> digest.matches("[0-9a-f]{64}"));
            assertFiles(home, report);
        }
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static void assertFiles(Path home, Report report) throws Exception {
        var json = JsonMapper.shared().readTree(Files.readString(home.resolve("report.json")));
        var plain = JsonMapper.shared().readTree(report.status().toJson());
        plain.properties()
                .forEach(each -> assertThat(json.get(each.getKey())).isEqualTo(each.getValue()));
        for (var section : report.sections())
            for (var table : section.tables()) {
                assertThat(json.path("tables").path(table.name()).path("total").asLong())
                        .isEqualTo(table.total());
                Path csv = home.resolve("report").resolve(table.name() + ".csv");
                try (var lines = Files.lines(csv)) {
                    assertThat(lines.count()).as(table.name()).isEqualTo(table.total() + 1);
                }
            }
        String html = Files.readString(home.resolve("report.html"));
        assertThat(html).contains("<svg", "default-src 'none'").doesNotContain("<script");
        assertThat(Files.size(home.resolve("report.html"))).isLessThan(2_000_000);
    }

    @Test
    void runningCrawlHasAReportToo() throws Exception {
        Path home = folder.resolve("crawl");
        try (var server = SimServer.start(web(6))) {
            var reports = new java.util.concurrent.CopyOnWriteArrayList<Report>();
            Crawl.of(server.seedUrls().toArray(String[]::new))
                    .set("dns", "127.0.0.1:" + server.dnsAddress().getPort())
                    .set("allow-private", true)
                    .set("scope", "any")
                    .set("max-pages", 100)
                    .delay(Duration.ZERO)
                    .into(home)
                    .onPage(
                            _ -> {
                                if (reports.isEmpty()) reports.add(made(home));
                            })
                    .run();
            assertThat(reports).isNotEmpty();
            assertThat(reports.getFirst().toHtml()).contains("running");
        }
    }

    private static Report made(Path home) {
        try {
            return Report.of(home, NOW, Report.Extent.WITHOUT_DIGESTS);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
