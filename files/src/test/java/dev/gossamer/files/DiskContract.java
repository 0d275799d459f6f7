package dev.gossamer.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The behaviour that every disk must have, real or not. */
public abstract class DiskContract {
    /** Returns an empty disk. */
    protected abstract Disk disk() throws IOException;

    private static void write(Disk.File file, long offset, String text) throws IOException {
        byte[] padded = ("__" + text + "__").getBytes(StandardCharsets.US_ASCII);
        file.write(offset, padded, 2, text.length());
    }

    private static String read(Disk.File file, long offset, int length) throws IOException {
        byte[] to = new byte[length + 2];
        int read = file.read(offset, to, 1, length);
        assertThat(to[0]).isZero();
        assertThat(to[length + 1]).isZero();
        return new String(to, 1, read, StandardCharsets.US_ASCII);
    }

    @Test
    void whatIsWrittenIsReadAgainAtItsPlace() throws IOException {
        var disk = disk();
        try (var file = disk.create("journal-1")) {
            write(file, 0, "hello");
            write(file, 5, " world");
            write(file, 1, "E");
            assertThat(file.bytes()).isEqualTo(11);
            assertThat(read(file, 0, 11)).isEqualTo("hEllo world");
            assertThat(read(file, 6, 3)).isEqualTo("wor");
            file.sync();
        }
        try (var file = disk.open("journal-1")) {
            assertThat(file.bytes()).isEqualTo(11);
            assertThat(read(file, 0, 5)).isEqualTo("hEllo");
            write(file, 11, "!");
            assertThat(file.bytes()).isEqualTo(12);
        }
    }

    @Test
    void aReadEndsWithTheFile() throws IOException {
        try (var file = disk().create("journal-1")) {
            write(file, 0, "abc");
            assertThat(read(file, 1, 10)).isEqualTo("bc");
            assertThat(file.read(3, new byte[4], 0, 4)).isLessThanOrEqualTo(0);
            assertThat(file.read(100, new byte[4], 0, 4)).isLessThanOrEqualTo(0);
        }
    }

    @Test
    void aFileIsCutAndGrowsAgain() throws IOException {
        try (var file = disk().create("journal-1")) {
            write(file, 0, "abcdef");
            file.truncate(2);
            assertThat(file.bytes()).isEqualTo(2);
            write(file, 2, "X");
            assertThat(read(file, 0, 10)).isEqualTo("abX");
        }
    }

    @Test
    void createEmptiesWhatWasThere() throws IOException {
        var disk = disk();
        try (var file = disk.create("journal-1")) {
            write(file, 0, "old");
        }
        try (var file = disk.create("journal-1")) {
            assertThat(file.bytes()).isZero();
        }
        assertThat(disk.list()).containsExactly("journal-1");
    }

    @Test
    void aRenameReplaces() throws IOException {
        var disk = disk();
        try (var file = disk.create("snapshot.new")) {
            write(file, 0, "new");
            file.sync();
        }
        try (var file = disk.create("snapshot-1")) {
            write(file, 0, "older");
        }
        disk.rename("snapshot.new", "snapshot-1");
        disk.syncNames();
        assertThat(disk.list()).containsExactly("snapshot-1");
        try (var file = disk.open("snapshot-1")) {
            assertThat(read(file, 0, 10)).isEqualTo("new");
        }
    }

    @Test
    void whatIsDeletedIsGone() throws IOException {
        var disk = disk();
        disk.create("journal-1").close();
        disk.create("journal-2").close();
        disk.delete("journal-1");
        disk.syncNames();
        assertThat(disk.list()).containsExactly("journal-2");
        assertThatThrownBy(() -> disk.open("journal-1")).isInstanceOf(IOException.class);
    }

    @Test
    void anOpenFileIsReadAfterItWasDeleted() throws IOException {
        var disk = disk();
        try (var file = disk.create("seen-1")) {
            write(file, 0, "still here");
            disk.delete("seen-1");
            assertThat(read(file, 0, 20)).isEqualTo("still here");
        }
    }

    @Test
    void aMessageCanNameTheFile() throws IOException {
        assertThat(disk().place("journal-7")).endsWith("journal-7");
    }
}
