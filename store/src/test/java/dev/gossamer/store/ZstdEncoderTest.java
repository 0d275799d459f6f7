package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.gossamer.files.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each record is one frame, with its length and a check sum. */
final class ZstdEncoderTest {
    private static final int BUFFER = 1 << 17;

    @TempDir private Path dir;

    private final FailingDisk disk = new FailingDisk(1);
    private Path path = Path.of("");

    @BeforeEach
    void path() {
        path = dir.resolve("x");
    }

    private OpenFile create() throws IOException {
        return OpenFile.create(disk, path, 1 << 10);
    }

    private static byte[] words(int bytes) {
        return Captures.words(new Random(bytes), bytes).getBytes(UTF_8);
    }

    /** Writes a record in pieces. */
    private static void encode(ZstdEncoder encoder, OpenFile file, byte[] record, int piece)
            throws IOException {
        encoder.begin(file, record.length);
        for (int at = 0; at < record.length; at += piece)
            encoder.write(record, at, Math.min(piece, record.length - at));
        encoder.packedFromHere();
        encoder.end();
        file.commit();
    }

    private byte[] frame(int level, byte[] record, int piece) throws IOException {
        try (var encoder = new ZstdEncoder(level)) {
            var file = create();
            encode(encoder, file, record, piece);
            return Files.readAllBytes(OpenFile.openName(path));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1023, 1024, BUFFER - 1, BUFFER, BUFFER + 1, 3 * BUFFER + 5})
    void aRecordOfAnyLengthComesBack(int bytes) throws IOException {
        byte[] record = words(bytes);
        for (int piece : new int[] {1000, BUFFER, 4 * BUFFER}) {
            byte[] frame = frame(1, record, piece);
            assertThat(Zstd.getFrameContentSize(frame)).isEqualTo(bytes);
            assertThat(Zstd.decompress(frame, bytes)).isEqualTo(record);
        }
    }

    @Test
    void aFrameThatIsDamagedIsToldByItsSum() throws IOException {
        byte[] noise = new byte[5000];
        new Random(7).nextBytes(noise);
        byte[] frame = frame(1, noise, 1000);
        frame[frame.length / 2] ^= 1;
        assertThatThrownBy(() -> Zstd.decompress(frame, noise.length))
                .hasMessageContaining("checksum");
    }

    @Test
    void oneEncoderWritesManyFrames() throws IOException {
        try (var encoder = new ZstdEncoder(3);
                var file = create()) {
            for (int bytes : new int[] {10, 200_000, 0, 3000}) {
                long start = file.position();
                byte[] record = words(bytes);
                encode(encoder, file, record, 777);
                byte[] all = Files.readAllBytes(OpenFile.openName(path));
                byte[] frame = java.util.Arrays.copyOfRange(all, (int) start, all.length);
                assertThat(Zstd.decompress(frame, bytes)).isEqualTo(record);
            }
        }
    }

    @Test
    void aHigherLevelMakesALongRecordShorter() throws IOException {
        byte[] record = words(100_000);
        int fastest = frame(-7, record, 1000).length;
        int fast = frame(1, record, 1000).length;
        int small = frame(9, record, 1000).length;
        assertThat(small).isLessThan(fast);
        assertThat(fast).isLessThan(fastest);
    }

    /** Of a few lines the level makes no difference, but where it asks for more speed yet. */
    @Test
    void shortRecordsAreWrittenFast() throws IOException {
        byte[] lines = words(1023);
        assertThat(frame(9, lines, 1000)).isEqualTo(frame(1, lines, 1000));
        assertThat(frame(-7, lines, 1000)).isNotEqualTo(frame(1, lines, 1000));
        byte[] longer = words(1024);
        assertThat(frame(9, longer, 2000)).isNotEqualTo(frame(-1, longer, 2000));
    }

    /** A frame that could not be written disturbs no later one. */
    @Test
    void theNextRecordIsWholeAfterAFullDisk() throws IOException {
        byte[] noise = new byte[50_000];
        new Random(7).nextBytes(noise);
        try (var encoder = new ZstdEncoder(1);
                var file = create()) {
            disk.room(3000);
            assertThatThrownBy(() -> encode(encoder, file, noise, 1000))
                    .hasMessageContaining("No space");
            file.uncommit(0);
            disk.room(1 << 20);
            encode(encoder, file, noise, 1000);
            byte[] frame = Files.readAllBytes(OpenFile.openName(path));
            assertThat(Zstd.decompress(frame, noise.length)).isEqualTo(noise);
        }
    }

    @Test
    void withoutABeginningThereIsNoEnd() {
        try (var encoder = new ZstdEncoder(1)) {
            assertThatThrownBy(encoder::end).isInstanceOf(IllegalStateException.class);
        }
    }
}
