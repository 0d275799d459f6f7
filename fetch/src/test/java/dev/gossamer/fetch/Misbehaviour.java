package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.Truncation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/** Ways in which servers misbehave over plain HTTP, and what must come of each. */
@SuppressWarnings("ImmutableEnumChecker")
enum Misbehaviour {
    NEVER_ANSWERS(
            RawServer.Peer::awaitClose, failed(Fault.FIRST_BYTE_TIMEOUT), Misbehaviour::impatient),
    STALLS_IN_HEAD(
            peer -> {
                peer.write("HTTP/1.1 200 OK\r\nContent-");
                peer.awaitClose();
            },
            failed(Fault.IDLE_TIMEOUT),
            Misbehaviour::impatient),
    DRIPS_HEAD(
            peer -> drip(peer, "HTTP/1.1 200 OK\r\nX: "),
            failed(Fault.TOO_SLOW),
            Misbehaviour::hurried),
    STALLS_IN_BODY(
            peer -> {
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
                peer.awaitClose();
            },
            cut(Truncation.TIME, Fault.IDLE_TIMEOUT),
            Misbehaviour::impatient),
    DRIPS_BODY(
            peer -> drip(peer, "HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n"),
            cut(Truncation.TIME, Fault.TOO_SLOW),
            Misbehaviour::hurried),
    TAKES_FOREVER(
            peer -> drip(peer, "HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n"),
            cut(Truncation.TIME, Fault.TOTAL_TIMEOUT),
            Misbehaviour::patientExceptInTotal),
    ENDLESS_BODY(
            peer -> endlessly(peer, "HTTP/1.1 200 OK\r\n\r\n", "x".repeat(8192)),
            cut(Truncation.LENGTH)),
    ENDLESS_CHUNKS(
            peer ->
                    endlessly(
                            peer,
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                            "1\r\nx\r\n".repeat(200)),
            cut(Truncation.LENGTH)),
    ENDLESS_CHUNK_EXTENSION(
            peer ->
                    endlessly(
                            peer,
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;",
                            "x".repeat(1000)),
            cut(Truncation.LENGTH)),
    ENDLESS_TRAILERS(
            peer ->
                    endlessly(
                            peer,
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
                            "X: y\r\n".repeat(200)),
            cut(Truncation.LENGTH)),
    ENDLESS_HEAD_LINE(
            peer -> endlessly(peer, "HTTP/1.1 200 OK\r\nX: ", "x".repeat(1000)),
            failed(Fault.HEAD_TOO_LARGE)),
    HEADER_FLOOD(
            peer -> peer.write("HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(1001) + "\r\n"),
            failed(Fault.TOO_MANY_FIELDS)),
    INTERIM_FLOOD(
            peer -> endlessly(peer, "", "HTTP/1.1 103 Early Hints\r\n\r\n"),
            failed(Fault.TOO_MANY_INTERIM)),
    BOMB(
            peer -> zipped(peer, gzip(new byte[50_000_000]), "gzip"),
            flawed(DecodedBody.Flaw.TOO_DENSE)),
    NESTED_BOMB(
            peer -> zipped(peer, gzip(gzip(new byte[50_000_000])), "gzip, gzip"),
            flawed(DecodedBody.Flaw.TOO_DENSE)),
    ENCODINGS_WITHOUT_END(
            peer -> zipped(peer, new byte[] {1}, "gzip, gzip, gzip, gzip, gzip, gzip"),
            flawed(DecodedBody.Flaw.TOO_MANY_ENCODINGS)),
    UNKNOWN_ENCODING(
            peer -> zipped(peer, new byte[] {1}, "rot13"),
            flawed(DecodedBody.Flaw.UNKNOWN_ENCODING)),
    BROKEN_GZIP(
            peer -> zipped(peer, new byte[] {31, -117, 8, 0}, "gzip"),
            flawed(DecodedBody.Flaw.CORRUPT)),
    GZIP_CUT_SHORT(
            peer -> zipped(peer, java.util.Arrays.copyOf(gzip(new byte[5000]), 15), "gzip"),
            flawed(DecodedBody.Flaw.CORRUPT)),
    BAD_CHUNK_SIZE(chunked("5\r\nhello\r\nxyz\r\n"), cut(Truncation.UNSPECIFIED, Fault.BAD_ANSWER)),
    CHUNK_LONGER_THAN_SAID(
            chunked("5\r\nhelloworld\r\n0\r\n\r\n"), cut(Truncation.UNSPECIFIED, Fault.BAD_ANSWER)),
    CHUNK_SIZE_OVERFLOWS(
            chunked("fffffffffffffffff\r\nhello"), cut(Truncation.UNSPECIFIED, Fault.BAD_ANSWER)),
    NEGATIVE_CHUNK_SIZE(chunked("-5\r\nhello"), cut(Truncation.UNSPECIFIED, Fault.BAD_ANSWER)),
    CHUNKS_WITHOUT_END(
            chunked("5\r\nhello\r\n"), cut(Truncation.DISCONNECT, Fault.CONNECTION_LOST)),
    SAYS_MORE_THAN_IT_SENDS(
            says("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"),
            cut(Truncation.DISCONNECT, Fault.CONNECTION_LOST)),
    SAYS_EXABYTES(
            says("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nhello"),
            cut(Truncation.DISCONNECT, Fault.CONNECTION_LOST)),
    SENDS_MORE_THAN_IT_SAYS(
            says("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, there is more"),
            answers(200, "hello")),
    TWO_LENGTHS(
            says("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello"),
            failed(Fault.BAD_ANSWER)),
    NEGATIVE_LENGTH(
            says("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello"), answers(200, "hello")),
    LENGTH_IS_NO_NUMBER(
            says("HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello"), answers(200, "hello")),
    BODY_AFTER_NO_CONTENT(says("HTTP/1.1 204 No Content\r\n\r\nhello"), answers(204, "")),
    LF_ONLY(says("HTTP/1.1 200 OK\nContent-Length: 5\n\nhello"), answers(200, "hello")),
    NO_REASON(says("HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello"), answers(200, "hello")),
    STATUS_999(says("HTTP/1.1 999 Who\r\nContent-Length: 5\r\n\r\nhello"), answers(999, "hello")),
    STATUS_OF_TWO_DIGITS(says("HTTP/1.1 20 OK\r\n\r\n"), failed(Fault.BAD_ANSWER)),
    HTTP_0_9(says("<html>hello</html>"), failed(Fault.BAD_ANSWER)),
    HTTP_2(says("HTTP/2 200\r\n\r\n"), failed(Fault.BAD_ANSWER)),
    GARBAGE(says("\0\1\2\3\4\5\6\7"), failed(Fault.BAD_ANSWER)),
    SPEAKS_TLS(says("\25\3\1\0\2\2\12"), failed(Fault.BAD_ANSWER)),
    ZERO_BYTE_IN_HEAD(says("HTTP/1.1 200 OK\r\nX: \0\r\n\r\n"), failed(Fault.BAD_ANSWER)),
    BARE_CR_IN_HEAD(says("HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n"), failed(Fault.BAD_ANSWER)),
    LINES_WITHOUT_COLON(
            says("HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 5\r\n\r\nhello"),
            answers(200, "hello")),
    SWITCHES_PROTOCOL(says("HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nxxx"), answers(101, "")),
    EARLY_HINTS(
            says(
                    "HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
            answers(200, "hello")),
    CLOSES_AT_ONCE(_ -> {}, failed(Fault.CONNECTION_LOST)),
    CLOSES_IN_HEAD(says("HTTP/1.1 200 OK\r\nContent-"), failed(Fault.CONNECTION_LOST)),
    RESETS_AT_ONCE(RawServer.Peer::reset, failed(Fault.CONNECTION_LOST)),
    RESETS_IN_HEAD(resets("HTTP/1.1 200 OK\r\nX"), failed(Fault.CONNECTION_LOST)),
    RESETS_IN_BODY(
            resets("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"),
            cut(Truncation.DISCONNECT, Fault.CONNECTION_LOST)),
    RESETS_IN_CHUNK(
            resets("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\nhello"),
            cut(Truncation.DISCONNECT, Fault.CONNECTION_LOST)),
    RESETS_BODY_WITHOUT_LENGTH(
            resets("HTTP/1.1 200 OK\r\n\r\nhello"),
            cut(Truncation.DISCONNECT, Fault.CONNECTION_LOST)),
    REDIRECTS_TO_ITSELF(
            says("HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"),
            answers(301, "")),
    SETS_COOKIES(
            says(
                    "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nSet-Cookie: ;;;\r\nContent-Length: 0\r\n\r\n"),
            answers(200, "")),
    NO_TYPE(says("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), answers(200, "hello")),
    WRONG_TYPE(
            says("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 5\r\n\r\nhello"),
            answers(200, "hello")),
    MALFORMED_TYPE(
            says("HTTP/1.1 200 OK\r\nContent-Type: ;;=/\r\nContent-Length: 5\r\n\r\nhello"),
            answers(200, "hello"));

    /** Checks an outcome. */
    interface Expectation {
        void check(Outcome outcome) throws IOException;
    }

    final RawServer.Script script;
    final Expectation expectation;
    private final UnaryOperator<FetchOptions> tuning;

    Misbehaviour(RawServer.Script script, Expectation expectation) {
        this(script, expectation, UnaryOperator.identity());
    }

    Misbehaviour(
            RawServer.Script script, Expectation expectation, UnaryOperator<FetchOptions> tuning) {
        this.script = script;
        this.expectation = expectation;
        this.tuning = tuning;
    }

    FetchOptions options() {
        return tuning.apply(Fetching.OPTIONS);
    }

    /** Gives up soon when it hears nothing. */
    private static FetchOptions impatient(FetchOptions options) {
        var total = Duration.ofSeconds(20);
        return Changed.with(options, new FetchOptions.Timeouts(total, total, SHORT, SHORT, total));
    }

    /** Wants a thousand bytes a second. */
    private static FetchOptions hurried(FetchOptions options) {
        return Changed.with(
                options, new FetchOptions.Limits(16 << 10, 1000, 8, 1000, SHORT, 200, 5));
    }

    private static FetchOptions patientExceptInTotal(FetchOptions options) {
        var patience = Duration.ofSeconds(20);
        return Changed.with(
                options, new FetchOptions.Timeouts(patience, patience, patience, patience, SHORT));
    }

    static RawServer.Script says(String answer) {
        return peer -> peer.write(answer);
    }

    static RawServer.Script chunked(String body) {
        return says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body);
    }

    private static RawServer.Script resets(String answer) {
        return peer -> {
            peer.write(answer);
            Thread.sleep(50); // so that the bytes are read before the reset overtakes them
            peer.reset();
        };
    }

    /** Twenty bytes a second. */
    private static void drip(RawServer.Peer peer, String start) throws Exception {
        peer.write(start);
        while (true) {
            peer.write("x");
            Thread.sleep(50);
        }
    }

    private static void endlessly(RawServer.Peer peer, String start, String more) throws Exception {
        peer.write(start);
        while (true) peer.write(more);
    }

    private static void zipped(RawServer.Peer peer, byte[] body, String encoding) throws Exception {
        peer.write("HTTP/1.1 200 OK\r\nContent-Encoding: " + encoding + "\r\nContent-Length: ");
        peer.write(body.length + "\r\n\r\n");
        peer.write(body);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static Expectation failed(Fault fault) {
        return outcome ->
                assertThat(outcome)
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                it -> assertThat(it.fault()).isEqualTo(fault));
    }

    private static Expectation cut(Truncation how, Fault... cause) {
        return outcome -> {
            try (var body = Fetching.answer(outcome).body()) {
                assertThat(body.truncation()).contains(how);
                assertThat(body.cause())
                        .isEqualTo(cause.length == 0 ? Optional.empty() : Optional.of(cause[0]));
                assertThat(body.wire()).hasSizeLessThanOrEqualTo(1 << 20);
            }
        };
    }

    private static Expectation flawed(DecodedBody.Flaw flaw) {
        return outcome -> {
            try (var body = Fetching.answer(outcome).body()) {
                assertThat(body.decode(100 << 20).flaw()).contains(flaw);
            }
        };
    }

    private static Expectation answers(int status, String content) {
        return outcome -> {
            assertThat(Fetching.answer(outcome).status()).isEqualTo(status);
            assertThat(Fetching.answer(outcome).body().truncation()).isEmpty();
            assertThat(Fetching.content(outcome)).isEqualTo(content);
        };
    }
}
