package dev.gossamer.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Any bytes are a WARC file with damage, and a CDXJ index with lines that are none. The first byte
 * of an input chooses the codec.
 */
class ArchiveFuzzer {
    private static final List<WarcOptions.Codec> CODECS = List.of(WarcOptions.Codec.values());

    @FuzzTest(maxDuration = "1m")
    void readsAnything(byte[] input) throws IOException {
        if (input.length == 0) return;
        Path dir = Files.createTempDirectory("archive-fuzzer");
        try {
            var suffix = CODECS.get((input[0] & 0xFF) % CODECS.size()).suffix;
            Path file = dir.resolve("g-20261115052505123-00000-h.warc" + suffix);
            Files.write(file, Arrays.copyOfRange(input, 1, input.length));
            var damages = new ArrayList<Damage>();
            int[] pages = new int[2];
            Archive.open(dir).forEach(_ -> pages[0]++, damages::add);
            try (var tail = ArchiveTail.open(Archive.open(dir), ArchivePosition.START)) {
                while (tail.next().isPresent()) pages[1]++;
                assertThat(tail.bytesBehind()).isZero();
            }
            assertThat(pages[0]).isEqualTo(pages[1]);
        } finally {
            try (var files = Files.newDirectoryStream(dir)) {
                for (Path file : files) Files.delete(file);
            }
            Files.delete(dir);
        }
    }

    @FuzzTest(maxDuration = "1m")
    void readsAnyIndexLine(byte[] input) {
        for (String line : new String(input, StandardCharsets.ISO_8859_1).split("\n")) {
            IndexEntry.isLine(line);
            IndexEntry.parse(line)
                    .ifPresent(entry -> assertThat(IndexEntry.parse(entry.line())).isPresent());
        }
    }
}
