package dev.gossamer.store;

import static dev.gossamer.store.IndexLines.line;
import static dev.gossamer.store.IndexLines.lines;
import static dev.gossamer.store.IndexLines.names;
import static dev.gossamer.store.IndexLines.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs become runs, and runs one file, with every line once and in order. */
final class IndexFilesTest {
    private static final String WHOLE = "index.cdxj";

    @TempDir private Path dir;
    private IndexFiles files = new IndexFiles(Path.of(""));

    @BeforeEach
    void folder() {
        files = new IndexFiles(dir);
    }

    private List<String> read(String name) throws IOException {
        return Files.readAllLines(dir.resolve(name));
    }

    private void log(String name, List<String> lines) throws IOException {
        write(dir.resolve(name), lines);
    }

    private void runs(int count) throws IOException {
        for (int i = 0; i < count; i++) files.writeRun(List.of(line(i)));
    }

    @Test
    void aFolderThatIsNotThereHasNoFiles() throws IOException {
        var none = new IndexFiles(dir.resolve("none"));
        assertThat(none.all()).isEmpty();
        assertThat(none.isEmpty()).isTrue();
        none.deleteUnfinished();
    }

    @Test
    void filesAreToldByTheirNames() throws IOException {
        for (var name :
                List.of("b.cdxj", "a.cdxj", "x@0.log", "x@9.log.open", "c.cdxj.tmp", "other.txt"))
            Files.createFile(dir.resolve(name));
        assertThat(files.runs()).containsExactly(dir.resolve("a.cdxj"), dir.resolve("b.cdxj"));
        assertThat(files.closedLogs()).containsExactly(dir.resolve("x@0.log"));
        assertThat(files.openLogs()).containsExactly(dir.resolve("x@9.log.open"));
        assertThat(files.all()).hasSize(4);
        assertThat(files.isEmpty()).isTrue();
        files.deleteUnfinished();
        assertThat(names(dir))
                .containsExactly("a.cdxj", "b.cdxj", "other.txt", "x@0.log", "x@9.log.open");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.cdxj", "x@0.log", "x@0.log.open"})
    void aByteInAnyOfThemIsAnIndex(String name) throws IOException {
        Files.writeString(dir.resolve(name), "x");
        assertThat(files.isEmpty()).isFalse();
    }

    @Test
    void closedLogsAreSortedIntoARun() throws IOException {
        log("a@0.log", List.of(line(3), line(1)));
        log("b@0.log", List.of(line(2), line(1)));
        log("c@0.log.open", List.of(line(4)));
        files.tidy();
        assertThat(names(dir)).containsExactly("c@0.log.open", "run-00000000.cdxj");
        assertThat(read("run-00000000.cdxj")).isEqualTo(lines(1, 3));
    }

    @Test
    void withoutLogsNothingIsWritten() throws IOException {
        files.tidy();
        files.mergeAll();
        assertThat(names(dir)).isEmpty();
    }

    @Test
    void runsAreNumberedFromTheHighest() throws IOException {
        write(dir.resolve("run-00000041.cdxj"), lines(1, 1));
        write(dir.resolve(WHOLE), lines(2, 2));
        files.writeRun(lines(3, 3));
        assertThat(names(dir)).containsExactly(WHOLE, "run-00000041.cdxj", "run-00000042.cdxj");
    }

    @Test
    void sevenRunsStayAndEightAreMerged() throws IOException {
        runs(7);
        files.tidy();
        assertThat(files.runs()).hasSize(7);
        runs(1);
        files.tidy();
        assertThat(names(dir)).containsExactly("run-00000008.cdxj");
        assertThat(read("run-00000008.cdxj")).isEqualTo(lines(0, 6));
    }

    /** A large run is not written again for every few small ones. */
    @Test
    void runsAreMergedWithThoseOfTheirSize() throws IOException {
        int large = (1 << 20) / line(0).length() + 10;
        files.writeRun(lines(100, 100 + large));
        runs(7);
        files.tidy();
        assertThat(files.runs()).hasSize(8);
        runs(1);
        files.tidy();
        assertThat(names(dir)).containsExactly("run-00000000.cdxj", "run-00000009.cdxj");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void everyLineIsInTheWholeOnceAndInOrder(long seed) throws IOException {
        var random = new Random(seed);
        var all = lines(0, 400);
        for (int file = 0; file < 12; file++) {
            var some = new ArrayList<>(all.subList(file * 30, file * 30 + 41));
            Collections.shuffle(some, random);
            if (random.nextBoolean()) files.writeRun(some);
            else log("x@" + file + ".log", some);
            if (random.nextInt(3) == 0) files.tidy();
        }
        files.mergeAll();
        assertThat(names(dir)).containsExactly(WHOLE);
        assertThat(read(WHOLE)).as("seed %d", seed).isEqualTo(lines(0, 370));
    }

    @Test
    void aRunAloneIsTheWholeAsItIs() throws IOException {
        files.writeRun(lines(1, 3));
        files.mergeAll();
        assertThat(names(dir)).containsExactly(WHOLE);
        files.mergeAll();
        assertThat(read(WHOLE)).isEqualTo(lines(1, 3));
    }

    /** A crash between a merge and the deletion of what was merged leaves both. */
    @Test
    void linesThatACrashLeftTwiceAreMergedIntoOne() throws IOException {
        write(dir.resolve(WHOLE), lines(1, 5));
        write(dir.resolve("run-00000000.cdxj"), lines(2, 3));
        write(dir.resolve("run-00000001.cdxj"), lines(4, 6));
        log("a@0.log", lines(6, 7));
        files.mergeAll();
        assertThat(names(dir)).containsExactly(WHOLE);
        assertThat(read(WHOLE)).isEqualTo(lines(1, 7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "\u00fc 20261115052505 {}", "k 20261115052505 {\"torn", "\0\0"})
    void whatIsNoLineIsLeftOutOfARun(String other) throws IOException {
        files.writeRun(List.of(line(2), other, line(1)));
        files.writeRun(List.of(other));
        files.mergeAll();
        assertThat(read(WHOLE)).isEqualTo(lines(1, 2));
    }

    @Test
    void everyEntryIsHandedOnFromRunsAndLogs() throws IOException {
        files.writeRun(lines(1, 2));
        log("a@0.log", List.of(line(3), "no line"));
        log("a@300.log.open", List.of(line(4), line(5).substring(0, 40)));
        var found = new ArrayList<String>();
        files.forEachEntry(entry -> found.add(entry.line()));
        assertThat(found).isEqualTo(lines(1, 4));
    }

    /** A file may be merged into another while somebody reads the list. */
    @Test
    void aFileThatIsGoneMeanwhileHasNoLines() throws IOException {
        var found = new ArrayList<String>();
        IndexFiles.forEachLine(dir.resolve("gone.cdxj"), found::add);
        assertThat(found).isEmpty();
    }

    @Test
    void whateverBytesAreInAFileItIsRead() throws IOException {
        byte[] bytes = {(byte) 0xff, (byte) 0xfe, '\n', 0, '\n', (byte) 0xc3, '\n'};
        Files.write(dir.resolve("a.cdxj"), bytes);
        var found = new ArrayList<String>();
        IndexFiles.forEachLine(dir.resolve("a.cdxj"), found::add);
        assertThat(found).containsExactly("\u00ff\u00fe", "\0", "\u00c3");
    }
}
