package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * It does not matter into which pieces a chunked body is cut, and the stream gives the same data.
 * An input is the size of the pieces, then the body.
 */
class ChunkFramingFuzzer {
    private record Reading(byte[] data, boolean isDone, boolean isBad) {
        boolean isSameAs(Reading other) {
            return Arrays.equals(data, other.data)
                    && isDone == other.isDone
                    && isBad == other.isBad;
        }
    }

    @FuzzTest(maxDuration = "1m")
    void piecesDoNotMatter(byte[] input) {
        if (input.length < 2) return;
        byte[] wire = Arrays.copyOfRange(input, 1, input.length);
        var whole = read(wire, wire.length);
        assertThat(read(wire, 1 + (input[0] & 63)).isSameAs(whole)).isTrue();
        var streamed =
                new Codings(List.of("chunked"))
                        .decode(wire, wire.length, 1 << 20, Codings.Limits.DEFAULT);
        assertThat(streamed.bytes()).isEqualTo(whole.data);
    }

    private static Reading read(byte[] wire, int pieceBytes) {
        var framing = new ChunkFraming();
        var data = new ByteArrayOutputStream();
        for (int at = 0; at < wire.length; at += pieceBytes) {
            var piece = ByteBuffer.wrap(wire, at, Math.min(pieceBytes, wire.length - at));
            for (int count = framing.next(piece); count > 0; count = framing.next(piece)) {
                data.write(wire, piece.position(), count);
                piece.position(piece.position() + count);
            }
        }
        return new Reading(data.toByteArray(), framing.isDone(), framing.isBad());
    }
}
