package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stores and exporters that write text: JSON Lines, page log, URLs, edges, Markdown. */
final class TextStoresTest {
    private static final PageFacts FACTS =
            new PageFacts(
                    "A \"title\"\u0001",
                    "two\nlines \ud83d\ude00 \ud83d",
                    List.of(Url.of("http://a.test/x"), Url.of("http://b.test/")));

    @TempDir private Path dir;

    @Test
    void jsonLineHoldsTheChosenFieldsOfAPage() throws IOException {
        var page = Captures.page("http://a.test/", "x").withPage(FACTS);
        try (var store = JsonLinesStore.open(dir, PageField.ALL)) {
            store.write(page);
            store.write(Captures.page("http://a.test/2", "y"));
        }
        assertThat(Files.readAllLines(dir.resolve("pages-00000.jsonl")))
                .containsExactly(
                        "{\"url\":\"http://a.test/\",\"time\":\"2026-11-15T05:25:05.123Z\",\"status\":200,"
                                + "\"type\":\"text/html\",\"via\":\"http://a.test/\","
                                + "\"title\":\"A \\\"title\\\"\\u0001\",\"text\":\"two\\nlines \ud83d\ude00 \\ud83d\","
                                + "\"links\":[\"http://a.test/x\",\"http://b.test/\"]}",
                        "{\"url\":\"http://a.test/2\",\"time\":\"2026-11-15T05:25:05.123Z\",\"status\":200,"
                                + "\"type\":\"text/html\",\"via\":\"http://a.test/2\"}");
        assertThat(PageField.line(Set.of(PageField.STATUS), page)).isEqualTo("{\"status\":200}\n");
    }

    @Test
    void jsonLinesRollOverAndACrashCostsTheTornLineOnly() throws IOException {
        try (var store = JsonLinesStore.open(dir, PageField.ALL, 300, DirectoryDisk::new)) {
            for (int i = 0; i < 10; i++) store.write(Captures.page("http://a.test/" + i, "x"));
        }
        Path last = Jwarc.list(dir).getLast();
        Path open = Files.move(last, dir.resolve(last.getFileName() + ".open"));
        truncate(open, Files.size(open) - 5);
        JsonLinesStore.open(dir, PageField.ALL).close();
        int lines = 0;
        for (Path file : Jwarc.list(dir)) lines += Files.readAllLines(file).size();
        assertThat(lines).isEqualTo(9);
    }

    @Test
    void pageLogGivesBackTheContentOfEveryUrlWhileWritingAndAfter() throws Exception {
        int pages = 500;
        try (var store = PageLog.open(dir, 20_000);
                var threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < pages; i++) {
                var page = Captures.page("http://a.test/" + i, "content\n" + i);
                done.add(
                        threads.submit(
                                () -> {
                                    store.write(page);
                                    return page;
                                }));
            }
            for (var one : done) one.get();
            assertPages(pages);
        }
        assertPages(pages);
        assertThat(Jwarc.list(dir)).hasSizeGreaterThan(2);
    }

    private void assertPages(int pages) throws IOException {
        for (int i = 0; i < pages; i += 7) {
            assertThat(PageLog.read(dir, Url.of("http://a.test/" + i)))
                    .as("page %d", i)
                    .contains(("content\n" + i).getBytes(UTF_8));
        }
    }

    @Test
    void pageLogDecodesContentAndCutsATornTail() throws IOException {
        byte[] gzip = WarcStoreTest.gzip("hello");
        try (var store = PageLog.open(dir, PageLog.DEFAULT_FILE_BYTES)) {
            store.write(Captures.of("http://a.test/", "Content-Encoding: gzip\r\n", gzip));
            store.write(Captures.page("http://a.test/2", "torn"));
        }
        Path file = dir.resolve("pages-00000.pages");
        assertThat(Files.readString(file))
                .startsWith("http://a.test/ 2026-11-15T05:25:05Z 200 unk 5\nhello\n");
        Path open = Files.move(file, dir.resolve("pages-00000.pages.open"));
        truncate(open, Files.size(open) - 3);
        try (var store = PageLog.open(dir, PageLog.DEFAULT_FILE_BYTES)) {
            store.write(Captures.page("http://a.test/3", "after"));
        }
        assertThat(Files.readString(file)).endsWith("hello\n");
        assertThat(PageLog.read(dir, Url.of("http://a.test/"))).contains("hello".getBytes(UTF_8));
        assertThat(PageLog.read(dir, Url.of("http://a.test/3"))).contains("after".getBytes(UTF_8));
    }

    /** A length that leads backwards would be read for ever; one beyond the file is torn. */
    @ParameterizedTest
    @CsvSource({"-30", "-9223372036854775808", "9223372036854775807", "1", "0"})
    void aDamagedLengthEndsAPageLog(String length) throws IOException {
        String whole = "http://a.test/ 2026-11-15T05:25:05Z 200 unk 5\nhello\n";
        String damaged = "http://a.test/2 2026-11-15T05:25:05Z 200 unk " + length + "\n";
        Files.writeString(dir.resolve("pages-00000.pages.open"), whole + damaged);
        PageLog.open(dir, PageLog.DEFAULT_FILE_BYTES).close();
        assertThat(Files.readString(dir.resolve("pages-00000.pages"))).isEqualTo(whole);
    }

    private static void truncate(Path file, long bytes) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }
}
