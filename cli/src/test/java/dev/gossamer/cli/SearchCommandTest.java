package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.index.IndexedPage;
import dev.gossamer.index.SearchIndex;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

final class SearchCommandTest {
    @TempDir Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int search(String... args) {
        var all = new String[args.length + 2];
        all[0] = "search";
        all[1] = folder.toString();
        System.arraycopy(args, 0, all, 2, args.length);
        return Main.run(all, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private void index() throws IOException {
        try (var index = SearchIndex.open(folder.resolve("index"))) {
            index.add(page("http://a.test/web", "On webs", "A spider spins its web."));
            index.add(page("http://b.test/\u001b[31m", "Other", "A spider jumps.\u001b[2J"));
            index.commit("all");
        }
    }

    private static IndexedPage page(String url, String title, String text) {
        return new IndexedPage(
                Url.of(url),
                Instant.parse("2026-11-15T08:00:00Z"),
                200,
                "text/html",
                "en",
                title,
                "",
                List.of(),
                text,
                0);
    }

    @Test
    void aWordMayBeginWithADash() throws IOException {
        index();
        assertThat(search("spider", "-spins")).as(err::toString).isZero();
        assertThat(out.toString()).contains("Other").doesNotContain("On webs", "Usage:");
    }

    @Test
    void namesWithTwoColonsAreNoFields() throws IOException {
        index();
        assertThat(search("std::vec::Vec")).as(err::toString).isZero();
    }

    @Test
    void theLimitHoldsForPostingsToo() throws IOException {
        index();
        assertThat(search("--postings", "spider", "--limit", "1")).isZero();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(out.toString())
                .contains("in 2 pages; the first 1 are shown (--limit shows more)");
    }

    @Test
    void resultsAreForPeople() throws IOException {
        index();
        assertThat(search("spins", "spider")).isZero();
        assertThat(out.toString().replaceAll("\\(\\d+ ms\\)", "(5 ms)"))
                .isEqualToNormalizingNewlines(
                        """
                         1. On webs
                            http://a.test/web  2026-11-15  en
                            A spider spins its web.

                        1 to 1 of 1 pages found among 2 (5 ms)
                        """);
    }

    @Test
    void whatAPageSaysCannotMoveTheCursor() throws IOException {
        index();
        assertThat(search("jumps")).isZero();
        assertThat(out.toString()).doesNotContain("\u001b").contains("A spider jumps. [2J");
    }

    @Test
    void jsonIsForPrograms() throws IOException {
        index();
        assertThat(search("--json", "--host", "a.test", "spider")).isZero();
        var json = JsonMapper.shared().readTree(out.toString());
        assertThat(json.get("matches").asInt()).isEqualTo(1);
        var hit = json.get("results").get(0);
        assertThat(hit.get("url").asString()).isEqualTo("http://a.test/web");
        assertThat(hit.get("marks").toString()).isEqualTo("[[2,8]]");
    }

    @Test
    void postingsAreListed() throws IOException {
        index();
        assertThat(search("--postings", "spider")).isZero();
        assertThat(out.toString()).contains("http://a.test/web  1").contains("stands in 2 pages");
    }

    @Test
    void aDamagedIndexIsToldWithTheWayOut() throws IOException {
        index();
        try (var files = Files.newDirectoryStream(folder.resolve("index"), "segments_*")) {
            for (Path file : files) Files.writeString(file, "no segments");
        }
        assertThat(search("spider")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("gossamer: the index in ")
                .contains("is damaged; delete that folder and build it again")
                .hasLineCount(1);
    }

    @Test
    void nothingFoundIsSaid() throws IOException {
        index();
        assertThat(search("elephant")).isZero();
        assertThat(out.toString()).startsWith("Nothing found in 2 pages");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"open | the quote that opens at character 1 is never closed",
                "colour:red | there is no field 'colour'",
                "--since soon word | --since is 'soon'",
                "--limit 0 word | the limit is 0",
                "--lang english word | 'english' is no language",
                "--postings two-words | is more than one word",
                "`` | say what to find",
                "--page 500 word | only the first"
            })
    void aMistakeGetsOneLineAndStatusTwo(String line, String told) throws IOException {
        index();
        assertThat(search(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("gossamer: ").contains(told);
        assertThat(err.toString().strip().lines()).hasSize(1);
    }

    /** D30: -hash was taken for -h. */
    @ParameterizedTest
    @ValueSource(strings = {"-hash", "-Version", "-x"})
    void aWordToLeaveOutIsNoOption(String word) throws IOException {
        index();
        assertThat(search("page", word)).as(err::toString).isZero();
        assertThat(out.toString()).doesNotContain("Usage:");
    }

    @Test
    void whereThereIsNoIndexTheWayToOneIsTold() throws IOException {
        Files.createDirectories(folder.resolve("warc/cdxj"));
        Files.writeString(folder.resolve("warc/a.warc"), "");
        assertThat(search("word")).isEqualTo(2);
        assertThat(err.toString())
                .contains("holds no search index")
                .contains("gossamer index " + folder);
    }
}
