package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.deflate.DeflateEncoder;
import dev.gossamer.files.DirectoryDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gzip members that we write are read by the JDK's zlib. */
final class GzipEncoderTest {
    @TempDir private Path dir;

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void membersComeBackWhereverTheirPackedPartBegins(long seed) throws IOException {
        var random = new Random(seed);
        try (var check = new RoundTrip(dir.resolve("x"))) {
            for (int round = 0; round < 200; round++) {
                int length = 20 + random.nextInt(round < 150 ? 3000 : 200_000);
                byte[] bytes = Captures.words(random, length).getBytes(UTF_8);
                check.comesBack(bytes, random, "seed " + seed + " round " + round);
            }
        }
    }

    @Test
    void emptyAndTinyRecordsComeBack() throws IOException {
        try (var check = new RoundTrip(dir.resolve("x"))) {
            for (int length = 0; length < 20; length++) {
                check.comesBack(new byte[length], new Random(length), "length " + length);
            }
        }
    }

    /** Writes gzip members with our encoder and reads them with the JDK's. */
    private static final class RoundTrip implements AutoCloseable {
        private final Path path;
        private final OpenFile file;
        private final GzipEncoder encoder = new GzipEncoder(DeflateEncoder.of(1));

        RoundTrip(Path path) throws IOException {
            this.path = path;
            file = OpenFile.create(DirectoryDisk::new, path, 1 << 12);
        }

        void comesBack(byte[] bytes, Random random, String what) throws IOException {
            file.uncommit(0);
            encoder.begin(file, bytes.length);
            int packed = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : -1;
            for (int at = 0; at < bytes.length; ) {
                if (packed >= 0 && at >= packed) {
                    encoder.packedFromHere();
                    packed = -1;
                }
                int n = Math.min(1 + random.nextInt(100_000), bytes.length - at);
                encoder.write(bytes, at, n);
                at += n;
            }
            encoder.end();
            file.commit();
            byte[] gzip = Files.readAllBytes(OpenFile.openName(path));
            assertThat(gzip.length).as(what).isLessThan(bytes.length + bytes.length / 1000 + 100);
            try (var in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
                assertThat(Arrays.equals(in.readAllBytes(), bytes)).as(what).isTrue();
            }
        }

        @Override
        public void close() throws IOException {
            encoder.close();
            file.close();
        }
    }
}
