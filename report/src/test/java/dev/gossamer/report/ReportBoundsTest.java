package dev.gossamer.report;

import static dev.gossamer.report.ReportIT.column;
import static dev.gossamer.report.ReportIT.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.CrawlDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report keeps does not grow with the crawl, and what is hostile stays text. */
class ReportBoundsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir private Path folder;

    @BeforeEach
    void crawl() throws IOException {
        Files.writeString(folder.resolve("crawl.yaml"), "seeds: [http://h0.test/]\n");
        Files.createDirectories(folder.resolve("state"));
    }

    private Report report() throws IOException {
        return ReportFiles.write(folder, folder, START);
    }

    @Test
    void manyHostsAndUrlsAreCutInTheReportAndWholeInTheCsv() throws IOException {
        int lines = HostTallies.MOST_HOSTS + 50;
        try (var log = Files.newBufferedWriter(folder.resolve("crawl.log"))) {
            for (int i = 0; i < lines; i++)
                log.write(
                        "%s 200 %d %d http://h%d.test/ - type/%d - noindex,depth:%d%n"
                                .formatted(START.plusSeconds(i), i, i % 977, i, i % 3000, i % 60));
        }
        var report = report();
        assertThat(table(report, "hosts").total()).isEqualTo(HostTallies.MOST_HOSTS + 1);
        assertThat(table(report, "hosts").rows()).hasSize(TableRows.KEPT);
        assertThat(table(report, "types").total()).isEqualTo(NameCounts.MOST_NAMES + 1);
        assertThat(table(report, "noindex").total()).isEqualTo(lines);
        assertThat(table(report, "slow").rows()).hasSize(TableRows.KEPT);
        assertThat(column(report, "large", "bytes").getFirst()).isEqualTo("" + (lines - 1));
        try (var rows = Files.lines(folder.resolve("report/noindex.csv"))) {
            assertThat(rows.count()).isEqualTo(lines + 1);
        }
        assertThat(Files.size(folder.resolve("report.html"))).isLessThan(2_000_000);
    }

    @Test
    void theSmallestGapIsFromOneRequestToTheNext() throws IOException {
        Files.writeString(
                folder.resolve("crawl.log"),
                """
                2026-01-01T00:00:00Z 200 5 500 http://h0.test/robots.txt - text/plain - -
                2026-01-01T00:00:02Z 200 5 100 http://h0.test/ - text/html - -
                2026-01-01T00:00:03.600Z timeout 0 100 http://h0.test/b - - - -
                2026-01-01T00:00:03Z nxdomain 0 100 dns:h9.test - - - -
                no line at all
                """);
        var report = report();
        assertThat(column(report, "gaps", "host")).containsExactly("h0.test");
        assertThat(column(report, "gaps", "smallestGap")).containsExactly("1.6");
        assertThat(column(report, "faults", "fault")).containsExactly("nxdomain", "timeout");
        assertThat(column(report, "hosts", "errors")).containsExactly("1");
        assertThat(column(report, "seeds", "result")).containsExactly("200");
    }

    @Test
    void linesThatAreOutOfOrderDoNotLookLikeHaste() {
        var gap = new SmallestGap();
        for (int i = 0; i < 100; i += 2) {
            gap.add(1000L * (i + 1));
            gap.add(1000L * i);
        }
        assertThat(gap.millis()).hasValue(1000);
        assertThat(new SmallestGap().millis()).isEmpty();
    }

    @Test
    void everyCellOfEveryTableIsEscapedAndThePageStaysSmall() throws IOException {
        String attack = "http://x/\"'><script>&\u202e\u0000" + "&".repeat(5000);
        var columns = new ArrayList<Column>();
        for (var kind : Column.Kind.values()) columns.add(new Column("c" + kind, kind));
        List<List<Cell>> rows =
                Collections.nCopies(1000, Collections.nCopies(columns.size(), Cell.of(attack)));
        var sections = new ArrayList<Section>();
        for (int i = 0; i < 30; i++)
            sections.add(
                    new Section(
                            "s" + i,
                            "s",
                            "",
                            List.of(new Chart.Bars("b", List.of(new Chart.Bar(attack, 1, true)))),
                            List.of(new Table("t" + i, "t", "n", columns, rows, 1000))));
        var report = new Report(attack, START, CrawlDirectory.open(folder).status(), sections);
        String html = report.toHtml();
        assertThat(html.length()).isLessThan(2_000_000);
        assertThat(html).doesNotContain("<script", "\"'>", "\u202e", "\u0000");
    }

    @Test
    void longTextsAreWholeInTheCsvAlone() {
        var rows = new ArrayList<Integer>();
        TableSink sink = (_, _, row) -> rows.add(row.getFirst().plain().length());
        var table = new TableRows("t", "t", "", sink, Column.text("text"));
        table.add(Cell.of("x".repeat(100_000)));
        assertThat(rows).containsExactly(100_000);
        assertThat(table.table().rows().getFirst().getFirst().plain())
                .hasSize(TableRows.KEPT_CHARS + 1);
    }

    @Test
    void aFormulaOfAStrangerIsNoneInCsv() throws IOException {
        Files.writeString(
                folder.resolve("crawl.log"),
                "2026-01-01T00:00:00Z 200 5 500 http://h0.test/ - =cmd|x!A1 - -\n");
        report();
        assertThat(Files.readString(folder.resolve("report/types.csv"))).contains("'=cmd|x!A1");
    }

    @Test
    void crawlWithoutAnythingHasAReport() throws IOException {
        var report = report();
        assertThat(column(report, "seeds", "result")).containsExactly("not requested");
        assertThat(report.toHtml()).contains("None.");
    }
}
