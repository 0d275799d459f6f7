package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where records end, by their framing alone, and which are torn. */
class RecordBoundsTest {
    @TempDir Path folder = Path.of("");

    private OptionalLong end(String name, byte[] content, long start) throws IOException {
        var file = folder.resolve(name);
        Files.write(file, content);
        try (var bounds = RecordBounds.open(file)) {
            assertThat(bounds.fileBytes()).isEqualTo(content.length);
            return bounds.endOfRecordAt(start);
        }
    }

    private static byte[] join(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    /** A record is found whole, behind another too, and torn wherever it is cut. */
    private void assertFramed(String name, byte[] record) throws IOException {
        byte[] two = join(record, record);
        assertThat(end(name, record, 0)).hasValue(record.length);
        assertThat(end(name, two, 0)).hasValue(record.length);
        assertThat(end(name, two, record.length)).hasValue(two.length);
        int step = Math.max(1, record.length / 20);
        for (int cut = record.length - 1; cut > 0; cut -= cut > record.length - 15 ? 1 : step)
            assertThat(end(name, Arrays.copyOf(record, cut), 0)).as("cut at %d", cut).isEmpty();
        assertThat(end(name, record, record.length)).isEmpty();
    }

    private static byte[] gzip(byte[] content) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        new Random(7).nextBytes(noise);
        return noise;
    }

    /** Smaller and larger than what is read, and than what is unpacked, at a time. */
    @ParameterizedTest
    @ValueSource(ints = {0, 10, 5_000, 40_000, 300_000})
    void membersOfGzipEndWithTheirLength(int bytes) throws IOException {
        assertFramed("a.warc.gz", gzip(noise(bytes)));
        assertFramed("a.warc.gz.open", gzip(new byte[bytes]));
    }

    @Test
    void aMemberWhoseHeadOrSumIsWrongIsTorn() throws IOException {
        byte[] record = gzip(noise(100));
        var wrong = new int[] {0, 1, 2, 3};
        for (int at : wrong) {
            byte[] damaged = record.clone();
            damaged[at] ^= 1;
            assertThat(end("a.warc.gz", damaged, 0)).as("byte %d", at).isEmpty();
        }
        for (int at = 1; at <= 8; at++) {
            byte[] damaged = record.clone();
            damaged[record.length - at] ^= (byte) 0x80;
            assertThat(end("a.warc.gz", damaged, 0)).as("byte %d from the end", at).isEmpty();
        }
    }

    /** The lengths at which a frame has another field for its size, and blocks of each kind. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 65_791, 65_792, 300_000})
    void framesOfZstandardEndWithTheirBlocks(int bytes) throws IOException {
        for (boolean hasSum : new boolean[] {true, false})
            for (boolean hasSize : new boolean[] {true, false})
                for (byte[] content : new byte[][] {noise(bytes), new byte[bytes]})
                    try (var zstd = new ZstdCompressCtx()) {
                        zstd.setChecksum(hasSum).setContentSize(hasSize).setLevel(1);
                        assertFramed("a.warc.zst", zstd.compress(content));
                    }
    }

    @Test
    void framesOfAStreamHaveAWindow() throws IOException {
        var out = new ByteArrayOutputStream();
        try (var zstd = new ZstdOutputStream(out)) {
            zstd.write(noise(3000));
        }
        assertFramed("a.warc.zst.open", out.toByteArray());
    }

    @Test
    void whatIsNoFrameIsTorn() throws IOException {
        try (var zstd = new ZstdCompressCtx()) {
            byte[] record = zstd.compress(noise(100));
            for (int at = 0; at < 4; at++) {
                byte[] damaged = record.clone();
                damaged[at] ^= 1;
                assertThat(end("a.warc.zst", damaged, 0)).as("byte %d", at).isEmpty();
            }
        }
    }

    private static byte[] plain(String header, String block) {
        return (header + "\r\n\r\n" + block + "\r\n\r\n").getBytes(US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WARC/1.1\r\nContent-Length: 5",
                "warc/1.0\r\nA: b\r\nCONTENT-LENGTH:5  \r\nC: d",
                "WARC/1.1\r\nX-Content-Length: 9\r\nContent-Length: 05"
            })
    void plainRecordsEndBehindTheirBlock(String header) throws IOException {
        assertFramed("a.warc", plain(header, "h\n\r\no"));
    }

    @Test
    void aRecordMayHaveAnEmptyBlock() throws IOException {
        assertFramed("a.warc", plain("WARC/1.1\r\nContent-Length: 0", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WARX/1.1\r\nContent-Length: 5",
                "WARC/1.1\r\nContent-Type: 5",
                "WARC/1.1\r\nContent-Length: five",
                "WARC/1.1\r\nContent-Length: -5",
                "WARC/1.1\r\nContent-Length: ",
                "WARC/1.1\r\nContent-Length: 4",
                "WARC/1.1\r\nContent-Length: 6",
                "WARC/1.1\r\nContent-Length: 9223372036854775807",
                "Content-Length: 5"
            })
    void whatIsNoHeaderOfARecordIsTorn(String header) throws IOException {
        byte[] more = plain("WARC/1.1\r\nContent-Length: 5", "hello");
        assertThat(end("a.warc", join(plain(header, "hello"), more), 0)).isEmpty();
    }

    @Test
    void aHeaderEndsWithinItsLimit() throws IOException {
        String start = "WARC/1.1\r\nContent-Length: 5\r\nA: ";
        String longest = start + "x".repeat((1 << 20) - start.length() - 3);
        assertThat(end("a.warc", plain(longest, "hello"), 0)).isPresent();
        assertThat(end("a.warc", plain(longest + "x", "hello"), 0)).isEmpty();
    }
}
