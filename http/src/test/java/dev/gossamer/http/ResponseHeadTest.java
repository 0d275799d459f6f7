package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Reading heads and framing, without sockets. */
final class ResponseHeadTest {
    private static ResponseHead parse(String head) {
        return ResponseHead.parse(head.getBytes(StandardCharsets.UTF_8), 100);
    }

    @Test
    void foldedLinesAreJoined() {
        var headers =
                Headers.of(
                        "HTTP/1.1 200 OK\r\nA: one\r\n  two\r\n\tthree\r\nB: x\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
        assertThat(headers.first("a")).contains("one two three");
        assertThat(headers.fields())
                .containsExactly(new HeaderField("A", "one two three"), new HeaderField("B", "x"));
    }

    @Test
    void valuesAreUtf8OrLatin1() {
        byte[] head = "HTTP/1.1 200 OK\nA: é\nB: x\n\n".getBytes(StandardCharsets.UTF_8);
        assertThat(Headers.of(head).first("A")).contains("é");
        head = "HTTP/1.1 200 OK\nA: é\nB: x\n\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Headers.of(head).first("A")).contains("é");
    }

    @Test
    void viewAndListOfFieldsAreEqual() {
        var fields = List.of(new HeaderField("A", "1"), new HeaderField("a", "2"));
        var view =
                Headers.of(
                        "HTTP/1.1 200 OK\r\nA: 1\r\na:2\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
        assertThat(view).isEqualTo(new Headers(fields)).hasSameHashCodeAs(new Headers(fields));
        assertThat(view.all("A")).containsExactly("1", "2");
        assertThat(view).containsExactlyElementsOf(fields);
    }

    @Test
    void connectionIsKeptByVersionAndField() {
        assertThat(parse("HTTP/1.1 200 OK\r\n\r\n").isKeptAlive()).isTrue();
        assertThat(parse("HTTP/1.0 200 OK\r\n\r\n").isKeptAlive()).isFalse();
        assertThat(parse("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n\r\n").isKeptAlive())
                .isTrue();
        assertThat(parse("HTTP/1.1 200 OK\r\nconnection: x, Close\r\n\r\n").isKeptAlive())
                .isFalse();
    }

    @Test
    void blankBeforeTheColonIsReadOver() {
        assertThat(parse("HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\n").contentLength())
                .isEqualTo(5);
    }

    @Test
    void chunkedMustComeLast() {
        assertThat(parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n").isChunked())
                .isTrue();
        assertThat(parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n").isWhole())
                .isFalse();
    }

    @Test
    void listsOfTransferCodingsAreBounded() {
        String many = "a,".repeat(60_000) + "chunked,".repeat(15_000);
        var head = parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: " + many + "\r\n\r\n");
        assertThat(head.isWhole()).isFalse();
        assertThat(head.transferCodings()).hasSizeLessThan(20);
    }

    @Test
    void theStatusIsReadWhateverTheVersion() {
        assertThat(parse("HTTP/2 404\r\n\r\n").status()).isEqualTo(404);
        assertThat(parse("HTTP/2 404\r\n\r\n").isWhole()).isFalse();
        assertThat(parse("HTTP/1.1 200").status()).isEqualTo(200);
        assertThat(parse("HTTP/1.1  ").status()).isZero();
        assertThat(parse("").status()).isZero();
    }

    @Test
    void theHeadOfAMessageEndsWithItsEmptyLine() {
        for (String head :
                new String[] {"HTTP/1.1 200 OK\r\nA: b\r\n\r\n", "HTTP/1.1 200 OK\nA: b\n\n"}) {
            byte[] message = (head + "body\r\n\r\nmore").getBytes(StandardCharsets.US_ASCII);
            assertThat(ResponseHead.in(message))
                    .isEqualTo(head.getBytes(StandardCharsets.US_ASCII));
        }
        byte[] endless = "HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThat(ResponseHead.in(endless)).isEqualTo(endless);
    }

    /** Bytes at random, and good heads with bytes changed: no exception, ever. */
    @RepeatedTest(1000)
    void anyBytesAreReadWithoutException(org.junit.jupiter.api.RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        byte[] head =
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: a\r\n x\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);
        for (int i = random.nextInt(8); i > 0; i--) {
            head[random.nextInt(head.length - 2)] = (byte) random.nextInt(256);
        }
        head = java.util.Arrays.copyOf(head, 1 + random.nextInt(head.length));
        head[head.length - 1] = '\n';
        var parsed = ResponseHead.parse(head, 100);
        assertThat(parsed.isWhole() || !parsed.flaw().isEmpty()).isTrue();
        if (parsed.isWhole()) {
            assertThat(Headers.of(head).fields()).isNotNull();
            assertThat(Headers.of(head).first("content-length")).isNotNull();
        }
    }
}
