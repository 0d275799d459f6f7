package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerTypeTest {
    private static byte[] head(String fields) {
        return ("HTTP/1.1 200 OK\r\n" + fields + "\r\n").getBytes(US_ASCII);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cOnTent-tYpe:\t Text/HTML ;charset=x | text/html",
                "X-Content-Type: no/no | unk",
                "Content-Type: what is this | unk",
                "Content-Type: | unk"
            })
    void typeAsIndexesNameIt(String field, String type) {
        assertThat(AnswerType.indexed(head(field + "\r\n"))).isEqualTo(type);
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
        assertThat(AnswerType.isPacked(head(field + "\r\n"))).isEqualTo(isPacked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "\r\n", "5\r\nhelloX", "5x\r\nhello", "fffffffffffffffff\r\n"})
    void theDigestOfBrokenChunksIsOfTheRawBytes(String body) throws IOException {
        byte[] bytes = body.getBytes(US_ASCII);
        var raw = new CaptureBody.InMemory(bytes);
        assertThat(PayloadDigest.of(head("Transfer-Encoding: chunked\r\n"), raw))
                .isEqualTo(PayloadDigest.of(head(""), raw));
    }

    /** The crawl undid both and the archive one: a digest over chunk framing. */
    @Test
    void theDigestIsOfTheDataHoweverManyFieldsNameTheCodings() throws IOException {
        var framed = new CaptureBody.InMemory("3\r\nabc\r\n0\r\n\r\n".getBytes(US_ASCII));
        var plain = PayloadDigest.of(head(""), new CaptureBody.InMemory("abc".getBytes(US_ASCII)));
        for (String fields :
                new String[] {
                    "Transfer-Encoding: chunked\r\n",
                    "Transfer-Encoding : chunked\r\n",
                    "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
                    "Transfer-Encoding:\r\n chunked\r\n"
                }) {
            assertThat(PayloadDigest.of(head(fields), framed)).as(fields).isEqualTo(plain);
        }
    }

    @Test
    void digestReadsBackFromItsText() throws IOException {
        var digest = PayloadDigest.of(head(""), new CaptureBody.InMemory("abc".getBytes(US_ASCII)));
        assertThat(digest.base32()).isEqualTo("VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
        assertThat(Base32.decodeSha1(digest.base32())).contains(digest.sha1());
        assertThat(Base32.decodeSha1("VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE1")).isEmpty();
    }
}
