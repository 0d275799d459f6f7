package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.Headers;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gossamer.fetch.ResponseReader.Progress;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Any bytes at all are an answer or none, and it does not matter into which pieces the network cut
 * them. Replays its inputs in every build; with JAZZER_FUZZ=1 in the environment it looks for new
 * ones for a minute. An input is the size of the pieces, then what the server says.
 */
class ResponseReaderFuzzer {
    private static final BodyMemory MEMORY =
            new BodyMemory(new FetchOptions.Spill(Path.of("unused"), 1 << 20), 1);

    /** What came of an answer. */
    private record Reading(Progress end, int status, long bodyBytes, byte[] content) {
        boolean isSameAs(Reading other) {
            return end == other.end
                    && status == other.status
                    && bodyBytes == other.bodyBytes
                    && Arrays.equals(content, other.content);
        }
    }

    @FuzzTest(maxDuration = "1m")
    void piecesDoNotMatter(byte[] input) throws IOException {
        if (input.length < 2 || input.length > 60_000) return;
        byte[] said = Arrays.copyOfRange(input, 1, input.length);
        var whole = read(said, said.length);
        var pieces = read(said, 1 + (input[0] & 63));
        assertThat(pieces.isSameAs(whole)).as("%s and %s", whole, pieces).isTrue();
    }

    private static Reading read(byte[] said, int pieceBytes) throws IOException {
        var reader = new ResponseReader(FetchOptions.Limits.DEFAULT, MEMORY);
        reader.begin(50_000);
        var progress = Progress.MORE;
        for (int at = 0; at < said.length && progress == Progress.MORE; at += pieceBytes) {
            var piece = Unpooled.wrappedBuffer(said, at, Math.min(pieceBytes, said.length - at));
            progress = reader.read(piece);
            if (progress == Progress.HEAD) progress = reader.read(piece);
        }
        if (!reader.hasHead()) return new Reading(progress, 0, 0, new byte[0]);
        var headers = Headers.of(reader.head().bytes());
        assertThat(headers.fields()).isNotNull();
        try (var body = reader.finish(Optional.empty(), Optional.empty())) {
            int status = reader.head().status();
            return new Reading(progress, status, body.wireBytes(), body.decode(1 << 20).bytes());
        }
    }
}
