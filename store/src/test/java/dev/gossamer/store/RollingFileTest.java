package dev.gossamer.store;

import static dev.gossamer.store.IndexLines.names;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One file after another, each of bounded size. */
final class RollingFileTest {
    @TempDir private Path dir;

    private final FailingDisk disk = new FailingDisk(1);

    private RollingFile in(long maxFileBytes) throws IOException {
        return RollingFile.in(disk, dir, "pages", ".txt", maxFileBytes);
    }

    private static void append(RollingFile files, String text) throws IOException {
        files.current().append(text.getBytes(UTF_8));
    }

    @Test
    void aFileThatHasReachedItsSizeIsClosedBeforeTheNext() throws IOException {
        var files = in(4);
        append(files, "abc");
        append(files, "d");
        assertThat(names(dir)).containsExactly("pages-00000.txt.open");
        append(files, "efghijk");
        append(files, "l");
        files.close();
        assertThat(names(dir))
                .containsExactly("pages-00000.txt", "pages-00001.txt", "pages-00002.txt");
        assertThat(dir.resolve("pages-00000.txt")).hasContent("abcd");
        assertThat(dir.resolve("pages-00001.txt")).hasContent("efghijk");
        assertThat(dir.resolve("pages-00002.txt")).hasContent("l");
    }

    @Test
    void whereNothingWasWrittenThereIsNoFile() throws IOException {
        var files = in(4);
        files.sync();
        files.close();
        assertThat(names(dir)).isEmpty();
        files.current();
        files.close();
        assertThat(names(dir)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "pages-00007.txt, pages-00008.txt",
        "pages-00007.txt.open, pages-00008.txt",
        "pages-99999.txt, pages-100000.txt",
        "pages-100000.txt, pages-100001.txt",
        "pages-7.txt, pages-00000.txt",
        "other-00007.txt, pages-00000.txt",
        "pages-00007.json, pages-00000.txt",
    })
    void numbersGoOnFromTheHighest(String there, String next) throws IOException {
        Files.createFile(dir.resolve(there));
        assertThat(in(4).current().file()).isEqualTo(dir.resolve(next));
    }

    @Test
    void aFileHoldsAtLeastAByte() throws IOException {
        assertThatThrownBy(() -> in(0)).hasMessage("maxFileBytes 0");
        assertThat(in(1).current().file()).isEqualTo(dir.resolve("pages-00000.txt"));
    }

    /** Until then nothing more is written, and nothing is written twice. */
    @Test
    void aFullFileThatCannotBeClosedIsClosedLater() throws IOException {
        var files = in(4);
        append(files, "abcd");
        disk.failNextSyncOfNames();
        assertThatThrownBy(() -> append(files, "e")).hasMessageContaining("close failed");
        append(files, "e");
        files.close();
        assertThat(names(dir)).containsExactly("pages-00000.txt", "pages-00001.txt");
        assertThat(dir.resolve("pages-00001.txt")).hasContent("e");
    }

    @Test
    void aDiskThatDoesNotSyncIsReported() throws IOException {
        var files = in(4);
        append(files, "a");
        disk.failWith(1);
        assertThatThrownBy(files::sync).hasMessageContaining("pages-00000.txt.open at 1");
    }
}
