package dev.gossamer.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.files.Checksum;
import dev.gossamer.files.DamagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
    @TempDir private Path dir;

    @Test
    void withoutAFileItIsEmpty() throws IOException {
        assertThat(Manifest.isIn(dir)).isFalse();
        assertThat(Manifest.read(dir)).isEqualTo(new Manifest("", List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7",
                " spaces at both ends ",
                "checksum 1",
                "segment x",
                "ümläut 日本",
                "a\tb"
            })
    void positionAndSegmentsAreReadAgain(String position) throws IOException {
        var manifest = new Manifest(position, List.of("00000003.seg", "00000001.seg"));
        manifest.write(dir);
        assertThat(Manifest.isIn(dir)).isTrue();
        assertThat(Manifest.read(dir)).isEqualTo(manifest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "\n", "a\rb", "\r"})
    void aPositionOfSeveralLinesIsRefused(String position) {
        assertThatThrownBy(() -> new Manifest(position, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line break");
    }

    @Test
    void theSegmentsCannotBeChangedFromOutside() {
        var segments = new ArrayList<>(List.of("00000001.seg"));
        var manifest = new Manifest("", segments);
        segments.clear();
        assertThat(manifest.segments()).containsExactly("00000001.seg");
    }

    @Test
    void theNewOneReplacesTheOld() throws IOException {
        new Manifest("1", List.of("00000001.seg")).write(dir);
        new Manifest("2", List.of()).write(dir);
        assertThat(Manifest.read(dir)).isEqualTo(new Manifest("2", List.of()));
    }

    @Test
    void everyCutAndEveryFlippedBitIsFound() throws IOException {
        new Manifest("1", List.of("00000001.seg")).write(dir);
        var file = dir.resolve("manifest");
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> Manifest.read(dir))
                    .as("cut to %d", length)
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining(file.toString());
        }
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, flipped);
            assertThatThrownBy(() -> Manifest.read(dir))
                    .as("bit %d", bit)
                    .isInstanceOf(DamagedFileException.class);
        }
    }

    @Test
    void aFileOfAnotherVersionIsRefusedAsSuch() throws IOException {
        String text = "gossamer links 2\nposition 1\n";
        Files.writeString(dir.resolve("manifest"), text + "checksum " + Checksum.of(text) + "\n");
        assertThatThrownBy(() -> Manifest.read(dir))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(DamagedFileException.class)
                .hasMessageContaining("not written by this version");
    }

    @Test
    void aFileOfAChecksumAloneIsOfAnotherVersion() throws IOException {
        Files.writeString(dir.resolve("manifest"), "checksum " + Checksum.of("") + "\n");
        assertThatThrownBy(() -> Manifest.read(dir))
                .hasMessageContaining("not written by this version");
    }

    /** The lines are part of the format, which other programs may read. */
    @Test
    void itIsLinesOfText() throws IOException {
        new Manifest("at 5", List.of("00000001.seg", "00000002.seg")).write(dir);
        assertThat(Files.readAllLines(dir.resolve("manifest")))
                .startsWith(
                        "gossamer links 1",
                        "position at 5",
                        "segment 00000001.seg",
                        "segment 00000002.seg")
                .hasSize(5);
    }
}
