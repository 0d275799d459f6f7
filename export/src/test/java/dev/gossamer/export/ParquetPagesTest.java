package dev.gossamer.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.store.ArchivedPage;
import dev.gossamer.store.PageField;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read again with DuckDB. */
final class ParquetPagesTest {
    @TempDir private Path dir;

    private static ArchivedPage page(String url, int status, String body) {
        byte[] head =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);
        return new ArchivedPage(
                url,
                Instant.parse("2026-11-15T05:25:05Z"),
                status,
                false,
                head,
                body.getBytes(StandardCharsets.UTF_8));
    }

    private Path write(Set<PageField> fields, List<ArchivedPage> pages) throws IOException {
        Path file = dir.resolve("pages.parquet");
        var decoder = new PageDecoder(new PageReading("gossamer", 1 << 20));
        try (var parquet = new ParquetPages(Files.newOutputStream(file), fields)) {
            for (var page : pages) parquet.write(decoder.open(page));
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
        String html =
                "<title>T\u00eftle</title><p>two<p>lines<a href=/x></a><a href=http://b.test></a>";
        Path file =
                write(
                        ArchiveExport.FIELDS,
                        List.of(
                                page("http://a.test/", 200, html),
                                page("http://a.test/2", 404, "")));
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
                        "digest VARCHAR",
                        "title VARCHAR",
                        "text VARCHAR",
                        "links VARCHAR[]");
    }

    @Test
    void manyPagesMakeSeveralGroupsAndPagesOfAColumn() throws Exception {
        var random = new Random(5);
        var pages = new ArrayList<ArchivedPage>();
        for (int i = 0; i < 120_000; i++) {
            var links = new StringBuilder();
            for (int k = 0; k < i % 20; k++) {
                links.append("<a href=http://b.test/").append(random.nextInt(1000)).append("></a>");
            }
            pages.add(page("http://a.test/" + i, 200, links.toString()));
        }
        Path file = write(Set.of(PageField.URL, PageField.STATUS, PageField.LINKS), pages);
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
        Path file = write(ArchiveExport.FIELDS, List.of());
        assertThat(query("select count(*) from '" + file + "'")).containsExactly("0");
    }
}
