package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.ResponseHead;
import dev.gossamer.http.Headers;
import dev.gossamer.http.HeaderField;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Reading heads and framing, without sockets. */
class HeadTest {
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

    /** However the bytes are cut into reads, scanner and stream agree on the same body. */
    @RepeatedTest(200)
    void chunksReadInAnyPiecesAreTheSame(org.junit.jupiter.api.RepetitionInfo repetition)
            throws Exception {
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
        byte[] bytes = wire.toString().getBytes(StandardCharsets.US_ASCII);
        var scanner = new ChunkScanner();
        int at = 0;
        while (at < bytes.length) {
            assertThat(scanner.isDone()).as("seed %d", seed).isFalse();
            int count = Math.min(1 + random.nextInt(20), bytes.length - at);
            var piece = Unpooled.wrappedBuffer(bytes, at, count);
            assertThat(scanner.scan(piece)).isEqualTo(count);
            at += count;
        }
        assertThat(scanner.isDone()).as("seed %d", seed).isTrue();
        var stream = new ChunkedInputStream(new ByteArrayInputStream(bytes));
        assertThat(new String(stream.readAllBytes(), StandardCharsets.US_ASCII))
                .as("seed %d", seed)
                .isEqualTo(body.toString());
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
        var scanner = new ChunkScanner();
        assertThat(scanner.scan(Unpooled.wrappedBuffer(head))).isLessThanOrEqualTo(head.length);
    }
}
