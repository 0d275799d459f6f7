package dev.gossamer.store;

import static dev.gossamer.store.IndexLines.entry;
import static dev.gossamer.store.IndexLines.line;
import static dev.gossamer.store.IndexLines.lines;
import static dev.gossamer.store.IndexLines.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of one writer, line by line. */
final class IndexLogTest {
    @TempDir private Path dir;

    private final FailingDisk disk = new FailingDisk(1);
    private final AtomicInteger closed = new AtomicInteger();
    private IndexLog log = new IndexLog(disk, new IndexFiles(Path.of("")), () -> {});

    @BeforeEach
    void open() {
        log = new IndexLog(disk, new IndexFiles(dir), closed::incrementAndGet);
    }

    private void add(int number) throws IOException {
        log.add(entry(number));
    }

    @Test
    void aLineIsThereAtOnceInALogNamedAfterItsPlace() throws IOException {
        add(7);
        assertThat(dir.resolve("a.warc.gz@700.log.open")).hasContent(line(7) + "\n");
        add(8);
        log.close();
        assertThat(names(dir)).containsExactly("a.warc.gz@700.log");
        assertThat(Files.readAllLines(dir.resolve("a.warc.gz@700.log"))).isEqualTo(lines(7, 8));
        assertThat(closed).hasValue(1);
    }

    @Test
    void theNextLineBeginsAnotherLog() throws IOException {
        add(1);
        log.close();
        add(2);
        log.close();
        assertThat(names(dir)).containsExactly("a.warc.gz@100.log", "a.warc.gz@200.log");
        assertThat(closed).hasValue(2);
    }

    @Test
    void aLogWithoutLinesIsNone() throws IOException {
        log.sync();
        log.close();
        assertThat(names(dir)).isEmpty();
        assertThat(log.openFile()).isEmpty();
        assertThat(closed).hasValue(0);
    }

    @Test
    void itIsFullWhenItWouldTakeLongToSearch() throws IOException {
        for (int i = 0; i < IndexLog.MAX_LINES - 1; i++) add(i);
        assertThat(log.isFull()).isFalse();
        add(IndexLog.MAX_LINES);
        assertThat(log.isFull()).isTrue();
        log.close();
        assertThat(log.isFull()).isFalse();
    }

    /** What was written in part is taken back, and the line is written again as a whole. */
    @Test
    void aLineForWhichThereIsNoRoomLeavesNothing() throws IOException {
        add(1);
        disk.room(20);
        assertThatThrownBy(() -> add(2)).hasMessageContaining("No space");
        assertThat(Files.readAllLines(dir.resolve("a.warc.gz@100.log.open")))
                .isEqualTo(lines(1, 1));
        disk.room(1 << 20);
        add(2);
        assertThat(log.openFile()).isPresent();
        log.close();
        assertThat(Files.readAllLines(dir.resolve("a.warc.gz@100.log"))).isEqualTo(lines(1, 2));
    }

    @Test
    void aLogThatCouldNotBeClosedIsClosedLater() throws IOException {
        add(1);
        disk.failNextSyncOfNames();
        assertThatThrownBy(() -> log.close()).isInstanceOf(IOException.class);
        assertThat(closed).hasValue(0);
        log.close();
        assertThat(closed).hasValue(1);
        assertThat(names(dir)).containsExactly("a.warc.gz@100.log");
    }

    @Test
    void aDiskThatDoesNotSyncIsReported() throws IOException {
        add(1);
        disk.failWith(1);
        assertThatThrownBy(() -> log.sync()).hasMessageContaining("a.warc.gz@100.log.open at");
        disk.failWith(0);
        log.sync();
    }
}
