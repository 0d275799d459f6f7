package dev.gossamer.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading heads and framing, without sockets. */
final class ResponseHeadTest {
    private static final Charset US_ASCII = StandardCharsets.US_ASCII;

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

    @Test
    void aHeadMayHaveAsManyFieldsAsItsLimit() {
        byte[] two = "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nD: e\r\n\r\n".getBytes(US_ASCII);
        assertThat(ResponseHead.parse(two, 2).hasTooManyFields()).isFalse();
        assertThat(ResponseHead.parse(two, 1).hasTooManyFields()).isTrue();
        byte[] none = "HTTP/1.1 200 OK\n\n".getBytes(US_ASCII);
        assertThat(ResponseHead.parse(none, 0).hasTooManyFields()).isFalse();
        byte[] noColon = "HTTP/1.1 200 OK\nA\n\n".getBytes(US_ASCII);
        assertThat(ResponseHead.parse(noColon, 0).hasTooManyFields()).isTrue();
    }

    /** What makes two readers see two heads, and what is no answer of HTTP/1 at all. */
    @ParameterizedTest
    @CsvSource({
        "'HTTP/1.1 200 OK\r\nA: b\r\n\r\n', ''",
        "'HTTP/1.0 200 OK\n\n', ''",
        "'HTTP/1.9 200 OK\n\n', ''",
        "'HTTP/1.1 200\r\n\r\n', ''",
        "'HTTP/1.1 200\n\n', ''",
        "'HTTP/1.1\t200\tOK\n\n', ''",
        "'HTTP/1.1 100 x\n\n', ''",
        "'HTTP/1.1 999 x\n\n', ''",
        "'HTTP/1.1 200 OK\r\r\n\r\n', ''",
        "'HTTP/1.1 200 OK\r', ''",
        "'HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n', zero byte in head",
        "'HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n', bare CR in head",
        "'HTTX/1.1 200 OK\n\n', not HTTP",
        "'http/1.1 200 OK\n\n', not HTTP",
        "'HTTP/1.1 20', not HTTP",
        "'HTTP/2.0 200 OK\n\n', unknown version",
        "'HTTP/1,1 200 OK\n\n', unknown version",
        "'HTTP/1.x 200 OK\n\n', unknown version",
        "'HTTP/1./ 200 OK\n\n', unknown version",
        "'HTTP/1.: 200 OK\n\n', unknown version",
        "'HTTP/1.1 20 OK\n\n', no status of three digits",
        "'HTTP/1.1 2000 OK\n\n', no status of three digits",
        "'HTTP/1.1 200x\n\n', no status of three digits",
        "'HTTP/1.1 2a0 OK\n\n', no status of three digits",
        "'HTTP/1.1 099 OK\n\n', no status of three digits",
        "'HTTP/1.1 OK\n\n', no status of three digits",
    })
    void theFlawOfAHeadIsNamed(String head, String flaw) {
        assertThat(parse(head).flaw()).isEqualTo(flaw);
        assertThat(parse(head).isWhole()).isEqualTo(flaw.isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5, ''",
        "007, 7, ''",
        "0, 0, ''",
        "00, 0, ''",
        "'5, 5', 5, ''",
        "'5, 6', 5, contradicting Content-Length",
        "'5, 05', 5, contradicting Content-Length",
        "'5,', 5, contradicting Content-Length",
        "',5', -1, contradicting Content-Length",
        "'', -1, ''",
        "',', -1, ''",
        "+5, -1, ''",
        "-5, -1, ''",
        "5x, -1, ''",
        "/, -1, ''",
        ":, -1, ''",
        "909, 909, ''",
        "999999999999999999, 999999999999999999, ''",
        "0999999999999999999, 999999999999999999, ''",
        "1000000000000000000, 9223372036854775807, ''",
        "99999999999999999999, 9223372036854775807, ''",
    })
    void aLengthIsANumberOrNone(String value, long length, String flaw) {
        var head = parse("HTTP/1.1 200 OK\r\nContent-Length: " + value + "\r\n\r\n");
        assertThat(head.contentLength()).isEqualTo(length);
        assertThat(head.flaw()).isEqualTo(flaw);
    }

    @Test
    void lengthsOfTwoFieldsMustAgree() {
        String field = "Content-Length: 5\r\n";
        assertThat(parse("HTTP/1.1 200 OK\r\n" + field + field + "\r\n").isWhole()).isTrue();
        String other = "content-length: 6\r\n";
        assertThat(parse("HTTP/1.1 200 OK\r\n" + field + other + "\r\n").isWhole()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'chunked', 'chunked', ''",
        "'identity, chunked', 'chunked', ''",
        "'identity', '', ''",
        "'gzip, , chunked', 'gzip chunked', ''",
        "'chunked, chunked', 'chunked', ''",
        "'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p', 'a b c d e f g h i j k l m n o p', ''",
        "'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,identity', 'a b c d e f g h i j k l m n o p', ''",
        "'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q', 'a b c d e f g h i j k l m n o p', too many transfer codings",
        "'chunked, gzip', 'chunked gzip', chunked is not the last coding",
    })
    void transferCodingsAreInTheirOrder(String value, String codings, String flaw) {
        var head = parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: " + value + "\r\n\r\n");
        assertThat(String.join(" ", head.transferCodings())).isEqualTo(codings);
        assertThat(head.flaw()).isEqualTo(flaw);
    }

    @ParameterizedTest
    @CsvSource({
        "100, true, true",
        "101, false, true",
        "103, true, true",
        "199, true, true",
        "200, false, false",
        "204, false, true",
        "304, false, true",
        "404, false, false",
    })
    void someAnswersHaveNoBodyAndSomeAreFollowedByAnother(
            int status, boolean isInterim, boolean hasNoBody) {
        var head = parse("HTTP/1.1 " + status + " x\r\n\r\n");
        assertThat(head.isInterim()).isEqualTo(isInterim);
        assertThat(head.hasNoBody()).isEqualTo(hasNoBody);
    }

    @ParameterizedTest
    @CsvSource({"'', true", "HTT, true", "HTTP/, true", "HTTP/1, true", "HTX, false", "G, false"})
    void garbageIsToldByItsFirstBytes(String text, boolean mayBegin) {
        byte[] bytes = text.getBytes(US_ASCII);
        assertThat(ResponseHead.mayBegin(bytes, bytes.length)).isEqualTo(mayBegin);
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
