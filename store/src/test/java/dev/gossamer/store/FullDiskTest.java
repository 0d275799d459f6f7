package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.Disk;
import dev.gossamer.files.FailingDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that runs full, or breaks, never leaves a torn record behind. */
final class FullDiskTest {
    @TempDir private Path dir;

    private static FailingDisk disk(long room) {
        var disk = new FailingDisk(1);
        disk.room(room);
        return disk;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5, 300, 1200, 1500, 4000, 9000})
    void failedWriteIsCutAwayAndTheNextGoesOnWhenThereIsRoom(long room) throws Exception {
        var disk = disk(room);
        var written = new ArrayList<String>();
        try (var store = open(disk)) {
            for (int i = 0; i < 10; i++) {
                String url = "http://a.test/" + i;
                try {
                    store.write(Captures.page(url, Captures.words(new Random(i), 3000)));
                    written.add(url);
                } catch (IOException e) {
                    assertThat(e)
                            .hasMessageContaining(".open at ")
                            .hasMessageContaining("No space");
                    if (i >= 6) disk.room(1 << 20);
                }
            }
        }
        assertThat(written).contains("http://a.test/9");
        assertThat(Jwarc.readAll(dir))
                .filteredOn(r -> r.type().equals("response"))
                .extracting(r -> r.field("WARC-Target-URI"))
                .containsExactlyElementsOf(written);
        assertThat(Jwarc.readAll(dir).getFirst().type()).isEqualTo("warcinfo");
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void fileThatCannotEvenBeCutIsCutLater() throws Exception {
        var disk = disk(3000);
        try (var store = open(disk)) {
            store.write(Captures.page("http://a.test/1", "x"));
            disk.broken(true);
            var large = Captures.page("http://a.test/2", Captures.words(new Random(2), 90_000));
            assertThatThrownBy(() -> store.write(large)).isInstanceOf(IOException.class);
            disk.room(1 << 20);
            assertThatThrownBy(() -> store.write(large)).hasMessageContaining("open again");
            disk.broken(false);
            store.write(large);
        }
        // Two files, each with a record of its own: see the next test.
        assertThat(Jwarc.readAll(dir)).hasSize(6);
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    /** Whoever reads along may have seen what was taken back, and stand behind the file's end. */
    @Test
    void aFileFromWhichSomethingWasTakenBackDoesNotGrowAgain() throws Exception {
        var disk = disk(3000);
        try (var store = open(disk)) {
            store.write(Captures.page("http://a.test/1", "x"));
            var large = Captures.page("http://a.test/2", Captures.words(new Random(2), 90_000));
            assertThatThrownBy(() -> store.write(large)).isInstanceOf(IOException.class);
            disk.room(1 << 20);
            store.write(large);
            store.write(Captures.page("http://a.test/3", "x"));
        }
        assertThat(Jwarc.files(dir)).hasSize(2);
        assertThat(Jwarc.read(Jwarc.files(dir).getFirst())).hasSize(3);
        assertThat(Jwarc.validate(dir)).endsWith("exit 0");
    }

    @Test
    void interruptedWorkerFailsButTheStoreGoesOn() throws Exception {
        try (var store = open(DirectoryDisk::new)) {
            store.write(Captures.page("http://a.test/1", "x"));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> store.write(Captures.page("http://a.test/2", "y")))
                    .isInstanceOf(IOException.class);
            assertThat(Thread.interrupted()).isTrue();
            store.write(Captures.page("http://a.test/3", "z"));
        }
        assertThat(Jwarc.readAll(dir)).hasSize(6);
    }

    /** The name is the new one by then; a second attempt to close must not create the old one. */
    @Test
    void aFileWhoseNewNameIsNotDurableYetIsClosedOnce() throws Exception {
        var disk = new FailingDisk(1);
        var file = OpenFile.create(disk, dir.resolve("a.txt"), 64);
        file.append("hello".getBytes(StandardCharsets.UTF_8));
        disk.failNextSyncOfNames();
        assertThatThrownBy(file::close).hasMessageContaining("close failed");
        file.close();
        assertThat(dir.resolve("a.txt")).hasContent("hello");
        assertThat(dir.resolve("a.txt.open")).doesNotExist();
    }

    private WarcStore open(Disk.Opener disks) throws IOException {
        return WarcStore.open(dir, WarcOptions.DEFAULT.withWriters(1), disks, new Random(7));
    }
}
