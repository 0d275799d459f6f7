package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The crawl's own files in state/, damaged in every byte. */
class StateFilesTest {
    @TempDir Path folder = Path.of("");

    @Test
    void aFlippedByteInRootsIsRefusedOrATornEnd() throws IOException {
        Path file = folder.resolve("roots");
        var roots = RootsFile.open(file);
        roots.add("a.example");
        roots.add("b.example");
        assertThat(RootsFile.open(file).roots()).containsExactly("a.example", "b.example");
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length - 1; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 0x10;
            Files.write(file, damaged);
            assertThatThrownBy(() -> RootsFile.open(file))
                    .as("byte %d", i)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("roots: damaged at offset ");
        }
    }

    @Test
    void rootsTornAnywhereHoldWhatWasWhole() throws IOException {
        Path file = folder.resolve("roots");
        var roots = RootsFile.open(file);
        roots.add("a.example");
        roots.add("b.example");
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            var torn = RootsFile.open(file);
            assertThat("a.example b.example").startsWith(String.join(" ", torn.roots()));
            torn.add("c.example");
            assertThat(RootsFile.open(file).roots()).endsWith("c.example");
        }
    }

    @Test
    void aDamagedStatusIsRefusedWithItsName() throws IOException {
        var home = CrawlDirectory.create(folder.resolve("crawl"));
        Files.writeString(home.configuration(), "seeds: [\"http://a.test/\"]\n");
        home.save(Status.NOTHING.as(Status.State.stopped));
        Path file = home.state().resolve("status.json");
        byte[] whole = Files.readAllBytes(file);
        assertThat(home.status().state()).isEqualTo(Status.State.stopped);
        for (int i = 0; i < whole.length - 1; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 0x10;
            assertRefused(home, file, damaged, "byte " + i);
            assertRefused(home, file, Arrays.copyOf(whole, i), "torn at " + i);
        }
    }

    private static void assertRefused(CrawlDirectory home, Path file, byte[] damaged, String what)
            throws IOException {
        Files.write(file, damaged);
        assertThatThrownBy(home::status)
                .as(what)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("status.json: damaged");
    }
}
