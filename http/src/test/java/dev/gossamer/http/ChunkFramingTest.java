package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChunkFramingTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String stripped(ChunkFraming framing, byte[] wire, int pieceBytes) {
        var data = new ByteArrayOutputStream();
        for (int at = 0; at < wire.length; at += pieceBytes) {
            var piece = ByteBuffer.wrap(wire, at, Math.min(pieceBytes, wire.length - at));
            for (int count = framing.next(piece); count > 0; count = framing.next(piece)) {
                data.write(wire, piece.position(), count);
                piece.position(piece.position() + count);
            }
        }
        return data.toString(StandardCharsets.US_ASCII);
    }

    /** However the bytes are cut, the pieces and the stream give the same body. */
    @RepeatedTest(200)
    void chunksReadInAnyPiecesAreTheSame(RepetitionInfo repetition) throws IOException {
        long seed = repetition.getCurrentRepetition();
        var random = new Random(seed);
        var body = new StringBuilder();
        var wire = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            String chunk = "x".repeat(1 + random.nextInt(40));
            String end = random.nextBoolean() ? "\r\n" : "\n";
            body.append(chunk);
            wire.append(Integer.toHexString(chunk.length()));
            wire.append(random.nextBoolean() ? ";a=b" : "").append(end).append(chunk).append(end);
        }
        wire.append("0\r\n").append(random.nextBoolean() ? "T: t\r\n" : "").append("\r\n");
        byte[] bytes = bytes(wire.toString());
        var framing = new ChunkFraming();
        assertThat(stripped(framing, bytes, 1 + random.nextInt(20)))
                .as("seed %d", seed)
                .isEqualTo(body.toString());
        assertThat(framing.isDone()).as("seed %d", seed).isTrue();
        var stream = new ChunkedInputStream(new ByteArrayInputStream(bytes));
        assertThat(new String(stream.readAllBytes(), StandardCharsets.US_ASCII))
                .as("seed %d", seed)
                .isEqualTo(body.toString());
    }

    @Test
    void whatComesAfterTheBodyIsLeft() {
        var piece = ByteBuffer.wrap(bytes("1\r\nx\r\n0\r\n\r\nHTTP/1.1 200 OK"));
        var framing = new ChunkFraming();
        assertThat(framing.next(piece)).isEqualTo(1);
        piece.position(piece.position() + 1);
        assertThat(framing.next(piece)).isZero();
        assertThat(framing.isDone()).isTrue();
        assertThat(StandardCharsets.US_ASCII.decode(piece).toString()).isEqualTo("HTTP/1.1 200 OK");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "\r\n",
                "-5\r\n",
                "5\r\nhelloX",
                "5x\r\nhello",
                "ffffffffffffffff\r\n",
                "0\r\n\0"
            })
    void badFramingEndsTheBody(String wire) {
        for (int pieceBytes : new int[] {1, 1000}) {
            var framing = new ChunkFraming();
            stripped(framing, bytes(wire + "\r\n0\r\n\r\n"), pieceBytes);
            assertThat(framing.isBad()).isTrue();
            assertThat(framing.isDone()).isFalse();
            framing.reset();
            assertThat(stripped(framing, bytes("1\r\nx\r\n0\r\n\r\n"), pieceBytes)).isEqualTo("x");
            assertThat(framing.isDone()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5\r\n", "5\r\nhel", "5\r\nhello", "5\r\nhello\r\n"})
    void aBodyThatIsCutGivesWhatItHas(String wire) {
        var framing = new ChunkFraming();
        stripped(framing, bytes(wire), 3);
        assertThat(framing.isBad()).isFalse();
        assertThat(framing.isDone()).isFalse();
        var stream = new ChunkedInputStream(new ByteArrayInputStream(bytes(wire)));
        assertThatThrownBy(stream::readAllBytes).isInstanceOf(EOFException.class);
    }

    /** A body may lie in a file, where each read is a system call. */
    @ParameterizedTest
    @ValueSource(strings = {"1\r\nx\r\n", "1;eeeeeeeeeeeeeeeeeeee\r\nx\r\n", "1\nx\n"})
    void theSourceIsReadInBlocks(String chunk) throws IOException {
        byte[] wire = bytes(chunk.repeat(200_000) + "0\r\n\r\n");
        var reads = new int[1];
        InputStream counted =
                new FilterInputStream(new ByteArrayInputStream(wire)) {
                    @Override
                    public int read() {
                        throw new AssertionError("read byte by byte");
                    }

                    @Override
                    public int read(byte[] into, int offset, int length) throws IOException {
                        reads[0]++;
                        return super.read(into, offset, length);
                    }
                };
        try (var stream = new ChunkedInputStream(counted)) {
            assertThat(stream.readAllBytes()).hasSize(200_000);
        }
        assertThat(reads[0]).isLessThan(wire.length / 8192 + 3);
    }

    @Test
    void aBodyIsFramedAsOneChunk() {
        assertThat(ChunkFraming.oneChunk(bytes("x".repeat(20))))
                .asString()
                .isEqualTo("14\r\n" + "x".repeat(20) + "\r\n0\r\n\r\n");
        assertThat(ChunkFraming.oneChunk(new byte[0])).asString().isEqualTo("0\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "A",
                "0a",
                "00000000000000a",
                "a;b=c",
                "a ;b",
                "a\t",
                "a;b\r;c",
                "a;\r\r"
            })
    void aSizeIsHexadecimalAndWhatFollowsItIsPassedOver(String size) {
        for (int pieceBytes : new int[] {1, 3, 1000}) {
            var framing = new ChunkFraming();
            byte[] wire = bytes(size + "\r\n0123456789\r\n0\r\n\r\n");
            assertThat(stripped(framing, wire, pieceBytes)).isEqualTo("0123456789");
            assertThat(framing.isDone()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"000000000000000a", "g", "/", ":", "`", "@", "G", "1/", "1:", "1g", " 1"})
    void whatIsNoSizeIsBad(String size) {
        var framing = new ChunkFraming();
        assertThat(stripped(framing, bytes(size + "\r\n0123456789\r\n"), 1000)).isEmpty();
        assertThat(framing.isBad()).isTrue();
    }

    @Test
    void theLastChunkBeginsBeforeTheBodyIsDone() {
        var framing = new ChunkFraming();
        stripped(framing, bytes("1\r\nx\r\n0\r"), 1000);
        assertThat(framing.isAtLastChunk()).isFalse();
        stripped(framing, bytes("\n"), 1000);
        assertThat(framing.isAtLastChunk()).isTrue();
        assertThat(framing.isDone()).isFalse();
        stripped(framing, bytes("A: b\r\nC: d\n\r"), 1000);
        assertThat(framing.isAtLastChunk()).isTrue();
        assertThat(framing.isDone()).isFalse();
        stripped(framing, bytes("\n"), 1000);
        assertThat(framing.isAtLastChunk()).isTrue();
        assertThat(framing.isDone()).isTrue();
    }

    /** What one body left behind does not count for the next. */
    @ParameterizedTest
    @ValueSource(strings = {"5", "5\r\nab", "0\r\nA: b", "5;x", "5\r\nhello"})
    void anotherBodyBeginsAnew(String before) {
        var framing = new ChunkFraming();
        stripped(framing, bytes(before), 1000);
        framing.reset();
        assertThat(stripped(framing, bytes("1\r\nx\r\n0\r\n\r\n"), 1000)).isEqualTo("x");
        assertThat(framing.isDone()).isTrue();
    }
}
