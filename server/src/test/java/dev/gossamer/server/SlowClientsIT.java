package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients that send a few bytes at a time, never read, or send what no one wants. */
@Execution(ExecutionMode.CONCURRENT)
class SlowClientsIT {
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long RARE_NANOS = Duration.ofMillis(2_400).toNanos();
    private static final int MOST_PIECES = 900;

    @TempDir Path folder = Path.of("");
    private GossamerServer server;

    @BeforeEach
    void start() throws IOException {
        var usual = ServerLimits.DEFAULT;
        var impatient =
                new ServerLimits.Patience(
                        Duration.ofSeconds(3), Duration.ofSeconds(2), Duration.ofSeconds(2));
        server =
                GossamerServer.start(
                        ServerOptions.in(folder.resolve("crawls"))
                                .port(0)
                                .token(Optional.of(folder.resolve("token")))
                                .limits(
                                        new ServerLimits(
                                                usual.headBytes(),
                                                usual.bodyBytes(),
                                                usual.listBytes(),
                                                usual.connections(),
                                                usual.handlers(),
                                                usual.eventClients(),
                                                impatient)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Socket socket() throws IOException {
        return new Socket(server.socket().getAddress(), server.socket().getPort());
    }

    private String head(String line) {
        return "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                .formatted(line, server.socket().getPort(), server.token().orElseThrow());
    }

    /** Returns whether the server hangs up while bytes are sent one by one. */
    private static boolean isCut(Socket socket, byte piece) {
        return isCut(socket, piece, PAUSE_NANOS, MOST_PIECES);
    }

    private static boolean isCut(Socket socket, byte piece, long pauseNanos, int pieces) {
        try {
            for (int i = 0; i < pieces; i++) {
                socket.getOutputStream().write(piece);
                socket.getOutputStream().flush();
                LockSupport.parkNanos(pauseNanos);
            }
        } catch (IOException e) {
            return true;
        }
        return false;
    }

    @Test
    void aDribbledHeadIsCut() throws IOException {
        try (var socket = socket()) {
            socket.getOutputStream()
                    .write((head("GET /healthz") + "X: ").getBytes(StandardCharsets.US_ASCII));
            assertThat(isCut(socket, (byte) 'x')).isTrue();
        }
        assertThat(RawCall.get(server, "/healthz").send().status()).isEqualTo(200);
    }

    @Test
    void aDribbledBodyIsCut() throws IOException {
        try (var socket = socket()) {
            String head =
                    head("POST /api/v1/crawls")
                            + "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            assertThat(isCut(socket, (byte) ' ')).isTrue();
        }
        assertThat(RawCall.get(server, "/healthz").send().status()).isEqualTo(200);
    }

    /** Each byte comes within the idle time, and after the patience. */
    @Test
    void aByteNowAndThenIsCut() throws IOException {
        try (var first = socket();
                var head = socket()) {
            first.getOutputStream().write('G');
            head.getOutputStream()
                    .write((head("GET /healthz") + "X: ").getBytes(StandardCharsets.US_ASCII));
            assertThat(isCut(first, (byte) 'E', RARE_NANOS, 8)).isTrue();
            assertThat(isCut(head, (byte) 'x', RARE_NANOS, 8)).isTrue();
        }
    }

    @Test
    void aSecondServerOfTheSameFolderIsRefused() throws IOException {
        var same = ServerOptions.in(folder.resolve("crawls")).port(0).token(Optional.empty());
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> GossamerServer.start(same).close())
                .withMessageContaining("another server runs for");
        server.close();
        GossamerServer.start(same).close();
    }

    @Test
    void aReaderThatNeverReadsIsCut() throws IOException {
        Path crawl = folder.resolve("crawls/big");
        Files.createDirectories(crawl.resolve("state"));
        Files.writeString(crawl.resolve("crawl.yaml"), "seeds:\n  - http://a.test/\n");
        Files.write(crawl.resolve("crawl.log"), new byte[64 << 20]);
        try (var socket = socket()) {
            socket.setReceiveBufferSize(4096);
            String head = head("GET /api/v1/crawls/big/files/crawl.log") + "\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            Path log = folder.resolve("crawls/.gossamer/server.log");
            ServedWeb.await(
                    "the download is given up",
                    () -> Files.exists(log) && Files.readString(log).contains("{+name}"));
        }
        assertThat(RawCall.get(server, "/healthz").send().status()).isEqualTo(200);
    }

    @Test
    void hugeDeepAndMalformedJsonIsRefused() throws IOException {
        String deep = "{\"settings\":" + "[".repeat(5000) + "]".repeat(5000) + "}";
        String[] bodies = {
            "",
            "{",
            "[]",
            "null",
            "{\"a\":1}{",
            "{\"name\":\"a\",\"name\":\"b\"}",
            deep,
            "{\"name\":" + "9".repeat(2000) + "}",
            "\u0000",
            "{\"settings\":{\"seeds\":\"\uD800\"}}"
        };
        for (String body : bodies) {
            var answer =
                    RawCall.of(server, "POST", "/api/v1/crawls")
                            .body("application/json", body.getBytes(StandardCharsets.UTF_8))
                            .send();
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
        }
        var huge =
                RawCall.of(server, "POST", "/api/v1/crawls")
                        .body("application/json", new byte[2 << 20])
                        .send();
        assertThat(huge.status()).isEqualTo(413);
        var form =
                RawCall.of(server, "POST", "/api/v1/crawls")
                        .body(
                                "application/x-www-form-urlencoded",
                                "a=b".getBytes(StandardCharsets.UTF_8))
                        .send();
        assertThat(form.status()).isEqualTo(415);
    }

    @Test
    void requestsThatBreakHttpAreRefused() throws IOException {
        String port = String.valueOf(server.socket().getPort());
        String[] requests = {
            "GET /healthz HTTP/1.1\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nHost: evil.test\r\n\r\n",
            "POST /api/v1/crawls HTTP/1.1\r\nHost: 127.0.0.1:"
                    + port
                    + "\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:"
                    + port
                    + "\r\nX: "
                    + "x".repeat(1 << 20)
                    + "\r\n\r\n",
            "GARBAGE\r\n\r\n"
        };
        for (String request : requests) {
            var answer = RawCall.send(server, request.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(answer.status())
                    .as(request.lines().findFirst().orElse(""))
                    .isIn(0, 400, 431);
        }
    }
}
