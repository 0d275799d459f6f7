package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read again with DuckDB. */
final class ParquetPagesTest {
    @TempDir private Path dir;

    private static ArchivedPage page(String url, int status) {
        byte[] head =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);
        return new ArchivedPage(
                url, Instant.parse("2026-11-15T05:25:05Z"), status, false, head, new byte[0]);
    }

    private Path write(Set<PageField> fields, List<ArchivedPage> pages, Exporter.PageReader reader)
            throws IOException {
        Path file = dir.resolve("pages.parquet");
        try (var parquet = new ParquetPages(Files.newOutputStream(file), fields, reader)) {
            for (var page : pages) parquet.page(page);
        }
        return file;
    }

    /** Rows of the answer, fields joined with a bar. */
    private static List<String> query(String sql) throws SQLException {
        var rows = new ArrayList<String>();
        try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                var row = new ArrayList<String>();
                for (int i = 1; i <= columns; i++) row.add(String.valueOf(result.getObject(i)));
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    @Test
    void everyFieldIsReadBackByAnotherReader() throws Exception {
        var facts =
                new PageFacts(
                        "T\u00eftle",
                        "two\nlines",
                        List.of(Url.of("http://a.test/x"), Url.of("http://b.test/")));
        Path file =
                write(
                        PageField.ALL,
                        List.of(page("http://a.test/", 200), page("http://a.test/2", 404)),
                        page -> page.status() == 200 ? Optional.of(facts) : Optional.empty());
        assertThat(
                        query(
                                "select url, epoch_ms(time), status, type, title, text, len(links), links[2] from '"
                                        + file
                                        + "'"))
                .containsExactly(
                        "http://a.test/|1794720305000|200|text/html|T\u00eftle|two\nlines|2|http://b.test/",
                        "http://a.test/2|1794720305000|404|text/html|||0|null");
        assertThat(query("describe select * from '" + file + "'"))
                .extracting(row -> row.split("\\|")[0] + " " + row.split("\\|")[1])
                .containsExactly(
                        "url VARCHAR",
                        "time TIMESTAMP",
                        "status INTEGER",
                        "type VARCHAR",
                        "via VARCHAR",
                        "digest VARCHAR",
                        "title VARCHAR",
                        "text VARCHAR",
                        "links VARCHAR[]");
    }

    @Test
    void manyPagesMakeSeveralGroupsAndPagesOfAColumn() throws Exception {
        var random = new Random(5);
        var pages = new ArrayList<ArchivedPage>();
        for (int i = 0; i < 120_000; i++) pages.add(page("http://a.test/" + i, 200));
        var links = new ArrayList<List<Url>>();
        for (int i = 0; i < 20; i++) {
            var some = new ArrayList<Url>();
            for (int k = 0; k < i; k++) some.add(Url.of("http://b.test/" + random.nextInt(1000)));
            links.add(some);
        }
        int[] at = {0};
        Path file =
                write(
                        Set.of(PageField.URL, PageField.STATUS, PageField.LINKS),
                        pages,
                        page -> Optional.of(new PageFacts("", "", links.get(at[0]++ % 20))));
        assertThat(
                        query(
                                "select count(*), count(distinct url), sum(status), sum(len(links)) from '"
                                        + file
                                        + "'"))
                .containsExactly("120000|120000|24000000|" + 6000L * 190);
        assertThat(query("select max(row_group_id) from parquet_metadata('" + file + "')"))
                .containsExactly("1");
        assertThat(
                        query(
                                "select len(links) from '"
                                        + file
                                        + "' where url in ('http://a.test/0', 'http://a.test/119999')"))
                .containsExactly("0", "19");
    }

    @Test
    void fileWithoutPagesIsWholeToo() throws Exception {
        Path file = write(PageField.ALL, List.of(), page -> Optional.empty());
        assertThat(query("select count(*) from '" + file + "'")).containsExactly("0");
    }
}
