package dev.gossamer.store;

import static dev.gossamer.store.IndexLines.names;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that holds what was committed, whatever the disk does. */
final class OpenFileTest {
    private static final int BUFFER = 8;

    @TempDir private Path dir;

    private final FailingDisk disk = new FailingDisk(1);
    private Path path = Path.of("");
    private Path open = Path.of("");

    @BeforeEach
    void paths() {
        path = dir.resolve("a.txt");
        open = dir.resolve("a.txt.open");
    }

    private OpenFile create() throws IOException {
        return OpenFile.create(disk, path, BUFFER);
    }

    private static void put(OpenFile file, String text) throws IOException {
        file.put(text.getBytes(UTF_8), 0, text.length());
    }

    private static void append(OpenFile file, String text) throws IOException {
        file.append(text.getBytes(UTF_8));
    }

    @Test
    void itBearsASuffixUntilItIsClosed() throws IOException {
        var file = create();
        assertThat(file.file()).isEqualTo(path);
        append(file, "hello");
        assertThat(open).hasContent("hello");
        file.close();
        assertThat(names(dir)).containsExactly("a.txt");
        assertThat(path).hasContent("hello");
    }

    /** Shorter than the buffer, as long, and several times as long. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 16, 17, 100})
    void whatIsPutIsThereWhenItIsCommitted(int bytes) throws IOException {
        var file = create();
        String text = "x".repeat(bytes);
        put(file, text);
        assertThat(file.position()).isEqualTo(bytes);
        assertThat(file.committedBytes()).isZero();
        file.commit();
        assertThat(open).hasContent(text);
        assertThat(file.committedBytes()).isEqualTo(bytes);
        put(file, "y");
        assertThat(file.position()).isEqualTo(bytes + 1);
    }

    @Test
    void aPartOfAnArrayIsPut() throws IOException {
        var file = create();
        file.put("0123456789abcdef".getBytes(UTF_8), 3, 11);
        file.commit();
        assertThat(open).hasContent("3456789abcd");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 30})
    void whatWasNotCommittedIsDropped(int bytes) throws IOException {
        var file = create();
        append(file, "kept");
        put(file, "x".repeat(bytes));
        file.close();
        assertThat(path).hasContent("kept");
    }

    @Test
    void whatWasCommittedCanBeTakenBack() throws IOException {
        var file = create();
        append(file, "kept");
        append(file, "taken back, and more than the buffer");
        put(file, "x");
        assertThat(file.isWrittenBehind(4)).isTrue();
        file.uncommit(4);
        assertThat(open).hasContent("kept");
        assertThat(file.position()).isEqualTo(4);
        assertThat(file.isWrittenBehind(4)).isFalse();
        append(file, ".");
        file.close();
        assertThat(path).hasContent("kept.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "never committed"})
    void aFileWithoutContentIsDeleted(String text) throws IOException {
        var file = create();
        put(file, text);
        file.close();
        assertThat(names(dir)).isEmpty();
    }

    @Test
    void aFileThatCannotBeMadeIsNamed() {
        disk.broken(true);
        assertThatThrownBy(this::create)
                .isInstanceOf(IOException.class)
                .hasMessage(open + ": cannot be created: broken");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 8, 9, 15})
    void anAppendForWhichThereIsNoRoomLeavesNothing(long room) throws IOException {
        var file = create();
        append(file, "kept");
        disk.room(room);
        assertThatThrownBy(() -> append(file, "0123456789abcdef"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(open + " at ")
                .hasMessageContaining("write failed")
                .hasMessageContaining("No space");
        assertThat(open).hasContent("kept");
        assertThat(file.isWrittenBehind(4)).as("a reader may have seen a part").isTrue();
        disk.room(100);
        append(file, " and more");
        file.close();
        assertThat(path).hasContent("kept and more");
    }

    /** The disk takes nothing back, so the file is cut before anything is written to it again. */
    @Test
    void whatCouldNotBeCutAtOnceIsCutLater() throws IOException {
        var file = create();
        append(file, "kept");
        disk.room(10);
        disk.broken(true);
        assertThatThrownBy(() -> append(file, "0123456789abcdef")).isInstanceOf(IOException.class);
        assertThat(Files.size(open)).isGreaterThan(4);
        assertThatThrownBy(() -> append(file, "x")).hasMessageContaining("open again failed");
        assertThatThrownBy(file::force).hasMessageContaining("at 4: open again failed");
        assertThatThrownBy(file::close).isInstanceOf(IOException.class);
        disk.broken(false);
        file.close();
        assertThat(path).hasContent("kept");
    }

    @Test
    void aFileThatCouldNotBeSyncedIsOpenedAgain() throws IOException {
        var file = create();
        append(file, "kept");
        var before = file.onDisk();
        disk.failWith(1);
        assertThatThrownBy(file::force).hasMessageContaining("at 4: sync failed");
        disk.failWith(0);
        file.force();
        assertThat(file.onDisk()).isNotSameAs(before);
        append(file, ".");
        file.close();
        assertThat(path).hasContent("kept.");
    }

    /** Whatever fails and however often, closing it once more is enough. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void closingIsTriedUntilItSucceeds(long seed) throws IOException {
        var flaky = new FailingDisk(seed);
        for (int i = 0; i < 50; i++) {
            Path each = dir.resolve(i + ".txt");
            var file = OpenFile.create(flaky, each, BUFFER);
            append(file, "kept");
            put(file, "dropped, as it was not committed");
            flaky.failWith(0.5);
            int tries = 1;
            for (; !isClosed(file); tries++) assertThat(tries).isLessThan(1000);
            flaky.failWith(0);
            assertThat(each).as("seed %d, file %d", seed, i).hasContent("kept");
            assertThat(OpenFile.openName(each)).doesNotExist();
        }
        assertThat(flaky.failures()).isGreaterThan(25);
    }

    private static boolean isClosed(OpenFile file) {
        try {
            file.close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
