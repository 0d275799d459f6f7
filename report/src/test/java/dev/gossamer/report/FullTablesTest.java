package dev.gossamer.report;

import static dev.gossamer.report.ReportIT.column;
import static dev.gossamer.report.ReportIT.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.index.IndexedPage;
import dev.gossamer.index.SearchIndex;
import dev.gossamer.links.Edge;
import dev.gossamer.links.LinkStore;
import dev.gossamer.links.PageLinks;
import dev.gossamer.url.Url;
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

/** The CSV files have every row, however many there are; the report keeps the first ones. */
class FullTablesTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MANY = 21_000;

    @TempDir private Path folder;

    @BeforeEach
    void crawl() throws IOException {
        Files.writeString(folder.resolve("crawl.yaml"), "seeds: [http://h0.test/]\n");
        Files.createDirectories(folder.resolve("state"));
    }

    private long csvRows(String table) throws IOException {
        try (var lines = Files.lines(folder.resolve("report").resolve(table + ".csv"))) {
            return lines.count() - 1;
        }
    }

    private static Url url(String path) {
        return Url.of("http://h0.test/" + path);
    }

    private static PageLinks page(Url url, int status, Edge... edges) {
        return new PageLinks(url, AT, status, List.of(edges));
    }

    private static Edge edge(String path, Edge.Kind kind) {
        return new Edge(url(path), kind, "");
    }

    private void assertFull(Report report, Report shown, String table, long rows)
            throws IOException {
        assertThat(csvRows(table)).as(table).isEqualTo(rows);
        assertThat(table(report, table).total()).as(table).isEqualTo(rows);
        // Who wants no CSV waits for the first rows alone, and is told the same number.
        assertThat(table(shown, table).total()).as(table).isEqualTo(rows);
        assertThat(table(shown, table).rows()).isEqualTo(table(report, table).rows());
    }

    @Test
    void linksRedirectsAndOrphans() throws IOException {
        var failed = new StringBuilder();
        try (var store = LinkStore.open(folder.resolve("links"))) {
            for (int i = 0; i < MANY; i++) {
                failed.append(AT).append(" timeout 0 9 ").append(url("dead" + i));
                failed.append(" - - - -\n");
                store.add(page(url("from" + i), 301, edge("to" + i, Edge.Kind.REDIRECT)));
                store.add(page(url("alone" + i), 200, edge("dead" + i, Edge.Kind.NAVIGATE)));
            }
            int holders = LinkTables.MOST_HOLDERS + 5;
            for (int i = 0; i < holders; i++)
                store.add(page(url("alone" + i), 200, edge("popular", Edge.Kind.NAVIGATE)));
            failed.append(AT).append(" 200 9 9 http://h0.test/robots.txt - - - -\n");
            failed.append(AT).append(" refused 0 9 ").append(url("popular")).append(" - - - -\n");
            store.commit("1");
        }
        Files.writeString(folder.resolve("crawl.log"), failed);
        var report = ReportFiles.write(folder, folder, AT);
        var shown = Report.of(folder, AT, Report.Extent.WITHOUT_DIGESTS);
        int named = LinkTables.MOST_HOLDERS;
        // The pages that were fetched again link to the popular one alone.
        assertFull(report, shown, "broken-links", named + MANY - (named + 5));
        assertFull(report, shown, "redirects", MANY);
        assertFull(report, shown, "orphans", MANY);
        assertThat(column(shown, "broken-links", "url"))
                .startsWith(
                        Collections.nCopies(LinkTables.KEPT_HOLDERS, url("popular").toString())
                                .toArray(String[]::new))
                .hasSize(TableRows.KEPT);
        assertThat(report.toHtml()).contains("all of them are in report/orphans.csv");
    }

    private static IndexedPage titled(Url url, String title) {
        return new IndexedPage(
                url, AT, 200, "text/html", "en", title, "", List.of(), "some words", 0);
    }

    @Test
    void titles() throws IOException {
        int titles = 6_000;
        try (var index = SearchIndex.open(folder.resolve("index"))) {
            var pages = new ArrayList<String>();
            for (int i = 0; i < titles; i++) pages.addAll(List.of("title " + i, "title " + i));
            for (int i = 0; i < 50; i++) pages.add("the usual one");
            for (int i = 0; i < pages.size(); i++) index.add(titled(url("p" + i), pages.get(i)));
            index.commit("1");
        }
        var report = ReportFiles.write(folder, folder, AT);
        var shown = Report.of(folder, AT, Report.Extent.WITHOUT_DIGESTS);
        assertFull(report, shown, "duplicate-titles", titles * 2L + 50);
        assertThat(table(shown, "duplicate-titles").rows()).hasSize(TableRows.KEPT);
        assertThat(column(shown, "duplicate-titles", "title").subList(0, TitleTables.KEPT_PAGES))
                .containsOnly("the usual one");
    }
}
