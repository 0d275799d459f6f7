package dev.gossamer.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacedFileTest {
    @TempDir Path dir;

    @Test
    void newContentTakesThePlaceOfTheOldAndNothingElseIsLeft() throws Exception {
        Path file = dir.resolve("a");
        ReplacedFile.write(file, "the first, longer content".getBytes(UTF_8));
        ReplacedFile.write(file, "second".getBytes(UTF_8));
        assertThat(file).hasContent("second");
        assertThat(dir).isDirectoryContaining("glob:**/a").isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void whatACrashLeftBehindIsNotInTheWay() throws Exception {
        Files.writeString(dir.resolve("a.new"), "a half-written file, longer than the next one");
        ReplacedFile.write(dir.resolve("a"), "whole".getBytes(UTF_8));
        assertThat(dir.resolve("a")).hasContent("whole");
    }

    @Test
    void permissionsAreThoseThatWereAskedFor() throws Exception {
        Path file = dir.resolve("secret");
        Files.writeString(file, "world-readable");
        ReplacedFile.write(file, "secret".getBytes(UTF_8), "rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aFailureLeavesTheOldContent() throws Exception {
        Path file = Files.writeString(dir.resolve("a"), "old");
        assertThatThrownBy(() -> ReplacedFile.move(dir.resolve("missing"), file))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(file).hasContent("old");
    }
}
