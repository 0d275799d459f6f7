package dev.gossamer.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppendedLinesTest {
    @TempDir Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void linesComeOneAfterTheOther(boolean isDurable) throws IOException {
        var file = folder.resolve("lines");
        AppendedLines.append(file, "one\n", isDurable);
        AppendedLines.append(file, "two\nthree\n", isDurable);
        assertThat(file).hasContent("one\ntwo\nthree\n");
        assertThat(Files.size(file)).isEqualTo(14);
    }

    @Test
    void aLineThatACrashCutIsEndedFirst() throws IOException {
        var file = folder.resolve("lines");
        Files.writeString(file, "one\ntw");
        AppendedLines.append(file, "three\n", true);
        assertThat(Files.readString(file)).isEqualTo("one\ntw\nthree\n");
    }
}
