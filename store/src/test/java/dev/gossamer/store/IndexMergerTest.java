package dev.gossamer.store;

import static dev.gossamer.store.IndexLines.lines;
import static dev.gossamer.store.IndexLines.names;
import static dev.gossamer.store.IndexLines.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The thread that merges the index. */
@Timeout(60)
final class IndexMergerTest {
    @TempDir private Path dir;

    private void log(String name, int from, int to) throws IOException {
        write(dir.resolve(name), lines(from, to));
    }

    private void awaitNames(String... expected) throws IOException {
        while (!names(dir).equals(java.util.List.of(expected))) Thread.onSpinWait();
    }

    @Test
    void aLogIsSortedWhenItIsClosedAndAllAreMergedAtTheEnd() throws IOException {
        try (var merger = IndexMerger.start(new IndexFiles(dir))) {
            log("a@0.log", 1, 2);
            merger.logClosed();
            awaitNames("run-00000000.cdxj");
            log("a@200.log", 3, 4);
            merger.logClosed();
            awaitNames("run-00000000.cdxj", "run-00000001.cdxj");
            log("a@400.log", 5, 6);
        }
        assertThat(names(dir)).containsExactly("index.cdxj");
        assertThat(Files.readAllLines(dir.resolve("index.cdxj"))).isEqualTo(lines(1, 6));
    }

    @Test
    void withoutLogsItEndsAtOnce() throws IOException {
        IndexMerger.start(new IndexFiles(dir)).close();
        assertThat(names(dir)).isEmpty();
    }

    /** A folder in the place of the file that is to be written: no merge succeeds. */
    @Test
    void aMergeThatFailsIsReportedAtTheEndAndLosesNothing() throws IOException {
        Path inTheWay = Files.createDirectory(dir.resolve("run-00000000.cdxj.tmp"));
        var merger = IndexMerger.start(new IndexFiles(dir));
        log("a@0.log", 1, 2);
        merger.logClosed();
        assertThatThrownBy(merger::close).isInstanceOf(IOException.class);
        assertThat(dir.resolve("a@0.log")).exists();
        Files.delete(inTheWay);
        merger.close();
        assertThat(Files.readAllLines(dir.resolve("index.cdxj"))).isEqualTo(lines(1, 2));
    }

    /** Whether it waits for the thread at that moment or merges already. */
    @Test
    void whoIsInterruptedHearsOfItAndMergesLater() throws IOException {
        log("a@0.log", 1, 2);
        var merger = IndexMerger.start(new IndexFiles(dir));
        Thread.currentThread().interrupt();
        assertThatThrownBy(merger::close).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(dir.resolve("a@0.log")).exists();
        merger.close();
        assertThat(names(dir)).containsExactly("index.cdxj");
        assertThat(Files.readAllLines(dir.resolve("index.cdxj"))).isEqualTo(lines(1, 2));
    }
}
