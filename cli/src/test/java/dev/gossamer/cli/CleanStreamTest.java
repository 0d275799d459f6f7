package dev.gossamer.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CleanStreamTest {
    private static String cleaned(String text) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var clean = new CleanStream(out)) {
            clean.write(text.getBytes(UTF_8));
        }
        return out.toString(UTF_8);
    }

    @Test
    void controlCharactersAreTakenOutAndTextOfAnyScriptStays() throws IOException {
        assertThat(cleaned("X: \u001b[31m\u009b1m\u202e日本語\r\n\tend"))
                .isEqualTo("X:  [31m 1m 日本語\n\tend");
        String longLine = "ü".repeat(100_000);
        assertThat(cleaned(longLine)).isEqualTo(longLine);
    }

    @Test
    void whatHasANulInItIsNoText() {
        assertThat(CleanStream.isBinary("plain\ttext".getBytes(UTF_8))).isFalse();
        assertThat(CleanStream.isBinary(new byte[] {'%', 0, 'x'})).isTrue();
    }
}
