package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpHeadTest {
    private static byte[] head(String fields) {
        return ("HTTP/1.1 200 OK\r\n" + fields + "\r\n").getBytes(US_ASCII);
    }

    @Test
    void fieldIsFoundWhateverItsCaseAndNeverInsideAnother() {
        byte[] head = head("X-Content-Type: no\r\ncOnTent-tYpe:\t Text/HTML ;charset=x\r\n");
        assertThat(HttpHead.field(head, "content-type")).contains("Text/HTML ;charset=x");
        assertThat(HttpHead.mediaType(head)).isEqualTo("text/html");
        assertThat(HttpHead.field(head, "content")).isEmpty();
        assertThat(HttpHead.field(new byte[0], "content")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Encoding: gzip, true",
        "Content-Encoding: identity, false",
        "Content-Encoding:, false",
        "Content-Type: image/png, true",
        "Content-Type: video/x, true",
        "Content-Type: text/html, false"
    })
    void packedBodiesAreTold(String field, boolean isPacked) {
        assertThat(HttpHead.isPacked(head(field + "\r\n"))).isEqualTo(isPacked);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100})
    void chunksComeOutTheSameHoweverTheBodyIsCut(int piece) throws IOException {
        byte[] wire =
                "A\r\n0123456789\r\n1 ;a=\"b\"\r\nx\r\n000\r\nTrailer: 1\r\n\r\n"
                        .getBytes(US_ASCII);
        var out = new ByteArrayOutputStream();
        var chunks = new Dechunker(out::write);
        for (int at = 0; at < wire.length; at += piece) {
            chunks.accept(wire, at, Math.min(piece, wire.length - at));
        }
        assertThat(chunks.isSound()).isTrue();
        assertThat(out.toString(US_ASCII)).isEqualTo("0123456789x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "\r\n", "5\r\nhelloX", "5x\r\nhello", "fffffffffffffffff\r\n"})
    void brokenChunksAreNoticedAndTheDigestIsOfTheRawBytes(String body) throws IOException {
        byte[] bytes = body.getBytes(US_ASCII);
        var chunks = new Dechunker((b, from, n) -> {});
        chunks.accept(bytes, 0, bytes.length);
        assertThat(chunks.isSound()).isFalse();
        var raw = new WireBody.InMemory(bytes);
        assertThat(PayloadDigest.of(head("Transfer-Encoding: chunked\r\n"), raw))
                .isEqualTo(PayloadDigest.of(head(""), raw));
    }

    @Test
    void digestReadsBackFromItsText() throws IOException {
        var digest = PayloadDigest.of(head(""), new WireBody.InMemory("abc".getBytes(US_ASCII)));
        assertThat(digest.base32()).isEqualTo("VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
        assertThat(Base32.decodeSha1(digest.base32())).contains(digest.sha1());
        assertThat(Base32.decodeSha1("VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE1")).isEmpty();
    }
}
