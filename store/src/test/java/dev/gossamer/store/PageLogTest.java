package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.FailingDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages in plain files: what is in them, and what crashes and full disks leave. */
final class PageLogTest {
    private static final String HEAD = " 2026-11-15T05:25:05Z 200 text/html ";
    private static final String WHOLE = "http://a.test/1" + HEAD + "3\none\n";

    private static final PayloadDigest DIGEST = new PayloadDigest(new byte[20]);

    @TempDir private Path dir;

    private PageLog open() throws IOException {
        return PageLog.open(dir, PageLog.DEFAULT_FILE_BYTES);
    }

    private Path file(int number) {
        return dir.resolve("pages-%05d.pages".formatted(number));
    }

    private Optional<String> read(String url) throws IOException {
        return PageLog.read(dir, Url.of(url)).map(bytes -> new String(bytes, UTF_8));
    }

    private void write(String url, String content) throws IOException {
        try (var log = open()) {
            log.write(Captures.page(url, content));
        }
    }

    /** Leaves this content as a crash does, and opens the log. */
    private void repaired(String content) throws IOException {
        Files.writeString(OpenFile.openName(file(0)), content);
        open().close();
    }

    @Test
    void aPageIsALineAndItsContent() throws IOException {
        try (var log = open()) {
            log.write(Captures.page("http://a.test/1", "one"));
            log.write(Captures.page("http://a.test/2", ""));
            log.write(Captures.notModified("http://a.test/3", ""));
        }
        assertThat(file(0))
                .hasContent(
                        WHOLE
                                + "http://a.test/2"
                                + HEAD
                                + "0\n\n"
                                + "http://a.test/3 2026-11-15T05:25:05Z 304 unk 0\n\n");
        assertThat(read("http://a.test/2")).contains("");
    }

    @Test
    void theNewestPageOfAUrlIsRead() throws IOException {
        var old = Captures.page("http://a.test/", "old");
        var page = Captures.page("http://a.test/", "new");
        try (var log = open()) {
            log.write(page);
            log.write(
                    new Capture(
                            old.url(),
                            old.via(),
                            old.at().minusSeconds(60),
                            old.address(),
                            old.requestHead(),
                            old.responseHead(),
                            200,
                            "old".getBytes(UTF_8)));
        }
        assertThat(read("http://a.test/")).contains("new");
    }

    /** Both have the same key, and only one was asked for. */
    @Test
    void anotherUrlOfTheSameKeyIsAnotherPage() throws IOException {
        write("http://www.a.test/", "www");
        assertThat(read("http://a.test/")).isEmpty();
        assertThat(read("http://www.a.test/")).contains("www");
        assertThat(read("http://b.test/")).isEmpty();
    }

    @Test
    void aPageWithALineEndInItsContentComesBack() throws IOException {
        String content = "\nhttp://a.test/9" + HEAD + "5\n\nx\n\n";
        write("http://a.test/1", content);
        write("http://a.test/2", "after");
        assertThat(read("http://a.test/1")).contains(content);
        assertThat(read("http://a.test/2")).contains("after");
    }

    @Test
    void aFullFileIsFollowedByTheNext() throws IOException {
        try (var log = PageLog.open(dir, WHOLE.length() + 1)) {
            for (int i = 0; i < 5; i++) log.write(Captures.page("http://a.test/" + i, "one"));
            assertThat(file(0)).exists();
            assertThat(read("http://a.test/4")).contains("one");
        }
        assertThat(file(1)).exists();
        assertThat(file(2)).exists();
        for (int i = 0; i < 5; i++) assertThat(read("http://a.test/" + i)).contains("one");
        write("http://a.test/5", "five");
        assertThat(file(3)).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "http://a.test/2",
                "http://a.test/2" + HEAD + "3",
                "http://a.test/2" + HEAD + "3\n",
                "http://a.test/2" + HEAD + "3\ntwo",
                "http://a.test/2" + HEAD + "3\ntwo\0",
                "http://a.test/2" + HEAD + "3\n\0\0\0\0\0\0\0",
                "\0\0\0\0",
                "\0\0\n\0\n",
            })
    void aCrashCostsThePageThatWasBeingWritten(String torn) throws IOException {
        repaired(WHOLE + torn);
        assertThat(file(0)).hasContent(WHOLE);
        assertThat(OpenFile.openName(file(0))).doesNotExist();
    }

    /** The length of the file was on the disk, and what was written was not. */
    @Test
    void zerosOfAnyLengthBehindTheLastPageAreCut() throws IOException {
        repaired(WHOLE + "\0".repeat(1 << 18));
        assertThat(file(0)).hasContent(WHOLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"not a page\nx", "http://a.test/2" + HEAD + "3x\ntwo\n", "\n\n"})
    void aFileOfSomethingElseIsNotCut(String other) {
        assertThatThrownBy(() -> repaired(WHOLE + other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(OpenFile.openName(file(0)) + ": not a page log");
        assertThat(OpenFile.openName(file(0))).hasContent(WHOLE + other);
    }

    @Test
    void ofAFileThatWasCutTheIndexKnowsWhatIsStillThere() throws IOException {
        var log = open();
        log.write(Captures.page("http://a.test/1", "one").withDigest(DIGEST));
        log.write(Captures.page("http://a.test/2", "two"));
        log.sync();
        Path open = OpenFile.openName(file(0));
        Path crashed = Files.createDirectory(dir.resolve("crashed"));
        Files.createDirectory(crashed.resolve("cdxj"));
        Files.writeString(
                crashed.resolve(String.valueOf(open.getFileName())),
                Files.readString(open).substring(0, WHOLE.length() + 20));
        for (Path each : Jwarc.list(dir.resolve("cdxj")))
            Files.copy(each, crashed.resolve("cdxj").resolve(each.getFileName()));
        log.close();
        PageLog.open(crashed, PageLog.DEFAULT_FILE_BYTES).close();
        assertThat(PageLog.read(crashed, Url.of("http://a.test/1"))).isPresent();
        assertThat(PageLog.read(crashed, Url.of("http://a.test/2"))).isEmpty();
        assertThat(crashed.resolve("cdxj/index.cdxj")).content().contains(DIGEST.base32());
    }

    /** The page is on the disk before its line is. */
    @Test
    void aPageWhoseLineTheCrashCameBeforeIsFound() throws IOException {
        write("http://a.test/0", "zero");
        String second = "http://a.test/2" + HEAD + "4\ntwo\n\n";
        Files.writeString(OpenFile.openName(file(1)), WHOLE + second + "torn");
        open().close();
        assertThat(read("http://a.test/0")).contains("zero");
        assertThat(read("http://a.test/1")).contains("one");
        assertThat(read("http://a.test/2")).contains("two\n");
        assertThat(Files.readAllLines(dir.resolve("cdxj/index.cdxj"))).hasSize(3);
    }

    /** A line that is made anew has no digest, so it must not take the place of one that has. */
    @Test
    void aPageWhoseLineIsThereKeepsIt() throws IOException {
        var page = Captures.page("http://a.test/1", "one").withDigest(DIGEST);
        try (var log = open()) {
            log.write(page);
            log.write(page);
        }
        Path index = dir.resolve("cdxj/index.cdxj");
        var lines = Files.readAllLines(index);
        assertThat(lines).hasSize(2);
        Files.writeString(index, lines.getFirst() + "\n");
        Files.move(file(0), OpenFile.openName(file(0)));
        open().close();
        String anew = lines.getLast().replace("\"digest\": \"" + DIGEST.base32() + "\", ", "");
        assertThat(Files.readAllLines(index)).containsExactly(lines.getFirst(), anew);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-url 2026-11-15T05:25:05Z 200 unk 1\nx\n",
                "http://a.test/ yesterday 200 unk 1\nx\n",
                "http://a.test/ 2026-11-15T05:25:05Z OK unk 1\nx\n",
                "http://a.test/ 200 unk 1\nx\n",
            })
    void aLineOfAnotherFormIsKeptAndNotLookedUp(String odd) throws IOException {
        repaired(odd + WHOLE);
        assertThat(file(0)).hasContent(odd + WHOLE);
        assertThat(read("http://a.test/1")).contains("one");
        assertThat(read("http://a.test/")).isEmpty();
    }

    /** So that after a crash only the last log of a file must be looked at. */
    @Test
    void aLogOfTheIndexHoldsLinesOfOneFileAndNotTooMany() throws IOException {
        try (var log = PageLog.open(dir, 3L * WHOLE.length() - 1)) {
            for (int i = 1; i <= 4; i++) log.write(Captures.page("http://a.test/" + i, "one"));
            assertThat(openLogs()).containsExactly("pages-00001.pages@0.log.open");
        }
        try (var log = open()) {
            for (int i = 0; i <= IndexLog.MAX_LINES; i++)
                log.write(Captures.page("http://a.test/" + (1000 + i), "one"));
            long last = (WHOLE.length() + 3L) * IndexLog.MAX_LINES;
            assertThat(openLogs()).containsExactly("pages-00002.pages@" + last + ".log.open");
        }
        assertThat(read("http://a.test/2024")).contains("one");
    }

    private List<String> openLogs() throws IOException {
        return IndexLines.names(dir.resolve("cdxj")).stream()
                .filter(name -> name.endsWith(".open"))
                .toList();
    }

    @Test
    void aDiskThatDoesNotSyncIsReported() throws IOException {
        var disk = new FailingDisk(1);
        try (var log = PageLog.open(dir, PageLog.DEFAULT_FILE_BYTES, disk)) {
            log.write(Captures.page("http://a.test/1", "one"));
            disk.failWith(1);
            assertThatThrownBy(log::sync).hasMessageContaining("pages-00000.pages.open at");
            disk.failWith(0);
            log.sync();
        }
    }

    /** A page of zeros would look like one that was stored. */
    @ParameterizedTest
    @CsvSource({"0", "30", "46", "48"})
    void aPageThatIsCutIsNoPage(int bytes) throws IOException {
        write("http://a.test/1", "one");
        Files.writeString(file(0), WHOLE.substring(0, bytes));
        assertThatThrownBy(() -> read("http://a.test/1"))
                .isInstanceOf(IOException.class)
                .hasMessage(file(0) + " at 0: the page is cut");
    }

    @Test
    void aPageWhoseIndexLineCannotBeWrittenIsTakenBack() throws IOException {
        var disk = new FailingDisk(1);
        try (var log = PageLog.open(dir, PageLog.DEFAULT_FILE_BYTES, disk)) {
            disk.room(WHOLE.length() + 10);
            var page = Captures.page("http://a.test/1", "one");
            assertThatThrownBy(() -> log.write(page)).hasMessageContaining("No space");
            assertThat(OpenFile.openName(file(0))).isEmptyFile();
            disk.room(1 << 20);
            log.write(page);
        }
        assertThat(file(0)).hasContent(WHOLE);
        assertThat(read("http://a.test/1")).contains("one");
    }

    @Test
    void aMergeThatWasNotFinishedIsForgotten() throws IOException {
        write("http://a.test/1", "one");
        Path unfinished = Files.createFile(dir.resolve("cdxj/run-00000009.cdxj.tmp"));
        open().close();
        assertThat(unfinished).doesNotExist();
        assertThat(read("http://a.test/1")).contains("one");
    }
}
