package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.answer;
import static dev.gossamer.fetch.Fetching.fetch;
import static dev.gossamer.fetch.Fetching.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.DecodedBody;
import dev.gossamer.http.Truncation;
import dev.gossamer.http.HeaderField;
import dev.gossamer.fetch.FetchOptions.Cookies;
import dev.gossamer.fetch.FetchOptions.Credentials;
import dev.gossamer.fetch.FetchOptions.Site;
import dev.gossamer.fetch.FetchOptions.Spill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent to one host only, and large bodies. */
class SiteIT {
    private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private static String unauthorized(String challenge) {
        return "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nWWW-Authenticate: "
                + challenge
                + "\r\n\r\nno";
    }

    private static FetchOptions options(String host, Site site) {
        return Changed.with(OPTIONS, Map.of(host, site));
    }

    private static String origin(RawServer server) {
        return server.url("/").toString();
    }

    private static Site anna() {
        return new Site(Optional.of(new Credentials("anna", "secret")), List.of());
    }

    /** Lets in who carries an Authorization field that starts as said. */
    private static RawServer doorkeeper(String challenge, String pass) throws Exception {
        return RawServer.start(
                peer -> {
                    while (peer.readRequest()) {
                        boolean isLetIn = peer.lastRequest().contains("\r\nAuthorization: " + pass);
                        peer.write(isLetIn ? EMPTY : unauthorized(challenge));
                    }
                });
    }

    @Test
    void basicCredentialsAreSentOnceAskedForAndThenAlways() throws Exception {
        try (var server = doorkeeper("Basic realm=\"x\"", "Basic YW5uYTpzZWNyZXQ=");
                var fetcher = HttpFetcher.open(options(origin(server), anna()))) {
            for (int i = 0; i < 3; i++) {
                assertThat(answer(fetch(fetcher, request(server.url("/")))).status())
                        .isEqualTo(200);
            }
            assertThat(server.requests()).hasSize(4);
            assertThat(server.connections).hasValue(1);
        }
    }

    @Test
    void digestIsPreferredAndCountsItsUses() throws Exception {
        String challenge = "Basic realm=\"x\", Digest realm=\"x\", nonce=\"abc\", qop=\"auth\"";
        try (var server = doorkeeper(challenge, "Digest username=\"anna\"");
                var fetcher = HttpFetcher.open(options(origin(server), anna()))) {
            for (int i = 0; i < 2; i++) {
                assertThat(answer(fetch(fetcher, request(server.url("/a")))).status())
                        .isEqualTo(200);
            }
            assertThat(server.requests().get(1)).contains("nc=00000001", "uri=\"/a\"");
            assertThat(server.requests().get(2)).contains("nc=00000002");
            assertThat(server.requests().toString()).doesNotContain("secret", "Basic");
        }
    }

    @Test
    void refusedCredentialsAreNotSentAgainAndAgain() throws Exception {
        try (var server = doorkeeper("Digest realm=\"x\", nonce=\"abc\"", "never");
                var fetcher = HttpFetcher.open(options(origin(server), anna()))) {
            assertThat(answer(fetch(fetcher, request(server.url("/")))).status()).isEqualTo(401);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void credentialsOfOneHostAreNotSentToAnother() throws Exception {
        try (var server = doorkeeper("Basic realm=\"x\"", "Basic");
                var fetcher = HttpFetcher.open(options("http://other.example", anna()))) {
            assertThat(answer(fetch(fetcher, request(server.url("/")))).status()).isEqualTo(401);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void fieldsOfAHostAndOfTheRequestAreSent() throws Exception {
        var site = new Site(Optional.empty(), List.of(new HeaderField("X-Key", "k")));
        try (var server = RawServer.answering(EMPTY);
                var fetcher = HttpFetcher.open(options(origin(server), site))) {
            var conditional =
                    new Request(
                            request(server.url("/")).url(),
                            List.of(Fetching.LOOPBACK),
                            List.of(new HeaderField("If-None-Match", "\"v1\"")),
                            100);
            fetch(fetcher, conditional);
            assertThat(server.requests().getFirst())
                    .contains("\r\nX-Key: k\r\n", "\r\nIf-None-Match: \"v1\"\r\n");
        }
    }

    /** Another port or scheme of the same host may be somebody else's. */
    @Test
    void secretsGoToTheOriginTheyAreSetForAlone() throws Exception {
        var site =
                new Site(
                        Optional.of(new Credentials("anna", "secret")),
                        List.of(new HeaderField("X-Key", "k17")));
        try (var server = doorkeeper("Basic realm=\"x\"", "Basic YW5uYTpzZWNyZXQ=");
                var other = doorkeeper("Basic realm=\"x\"", "Basic")) {
            for (String origin :
                    List.of("https://127.0.0.1", origin(server).replace("http:", "https:"))) {
                try (var fetcher = HttpFetcher.open(options(origin, site))) {
                    assertThat(answer(fetch(fetcher, request(server.url("/")))).status())
                            .isEqualTo(401);
                }
            }
            try (var fetcher = HttpFetcher.open(options(origin(server), site))) {
                assertThat(answer(fetch(fetcher, request(server.url("/")))).status())
                        .isEqualTo(200);
                assertThat(answer(fetch(fetcher, request(other.url("/")))).status()).isEqualTo(401);
            }
            assertThat(other.requests().toString()).doesNotContain("Basic", "k17");
        }
    }

    @Test
    void secretsAreNotPartOfTheArchivedHead() throws Exception {
        var site =
                new Site(
                        Optional.of(new Credentials("anna", "secret")),
                        List.of(new HeaderField("X-Key", "k17")));
        try (var server = doorkeeper("Basic realm=\"x\"", "Basic YW5uYTpzZWNyZXQ=");
                var fetcher = HttpFetcher.open(options(origin(server), site))) {
            var plain = request(server.url("/"));
            var request =
                    new Request(
                            plain.url(),
                            plain.addresses(),
                            List.of(new HeaderField("cookie", "id=7")),
                            100);
            var answer = answer(fetch(fetcher, request));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(new String(answer.requestHead(), StandardCharsets.ISO_8859_1))
                    .contains(
                            "\r\nX-Key: withheld\r\n",
                            "\r\nAuthorization: Basic withheld\r\n",
                            "\r\ncookie: withheld\r\n\r\n")
                    .doesNotContain("k17", "YW5u", "id=7");
            assertThat(server.requests().getLast()).contains("X-Key: k17\r\n", "cookie: id=7");
        }
    }

    @Test
    void notModifiedHasNoBody() throws Exception {
        try (var server =
                        RawServer.answering(
                                "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n");
                var fetcher = HttpFetcher.open(OPTIONS)) {
            for (int i = 0; i < 2; i++) {
                assertThat(answer(fetch(fetcher, request(server.url("/")))).status())
                        .isEqualTo(304);
            }
            assertThat(server.connections).hasValue(1);
        }
    }

    @Test
    void cookiesComeBackOnlyWhereTheJarIsOn() throws Exception {
        String answer = EMPTY.replace("Content", "Set-Cookie: id=7; Path=/a\r\nContent");
        for (var jar : List.of(Cookies.OFF, Cookies.ON)) {
            try (var server = RawServer.answering(answer);
                    var fetcher = HttpFetcher.open(Changed.with(OPTIONS, jar))) {
                for (String path : List.of("/a", "/a/b", "/b")) {
                    fetch(fetcher, request(server.url(path)));
                }
                assertThat(server.requests().get(1).contains("\r\nCookie: id=7\r\n"))
                        .isEqualTo(jar.equals(Cookies.ON));
                assertThat(server.requests().get(2)).doesNotContain("Cookie");
            }
        }
    }

    @Test
    void largeBodyLiesInAFileUntilItIsClosed(@TempDir Path directory) throws Exception {
        String text = "0123456789".repeat(20_000);
        try (var server =
                        RawServer.answering(
                                "HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + text);
                var fetcher =
                        HttpFetcher.open(Changed.with(OPTIONS, new Spill(directory, 50_000)))) {
            var body = answer(fetch(fetcher, request(server.url("/")))).body();
            try (var files = Files.list(directory)) {
                assertThat(files).hasSize(1);
            }
            assertThat(body.wireBytes()).isEqualTo(200_000);
            assertThat(
                            new String(
                                    body.content(1 << 20),
                                    java.nio.charset.StandardCharsets.US_ASCII))
                    .isEqualTo(text);
            assertThat(body.decode(10).flaw()).contains(DecodedBody.Flaw.TOO_LONG);
            body.close();
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void bodiesGoToDiskEarlierWhenMemoryIsShort(@TempDir Path directory) throws Exception {
        String text = "x".repeat(100_000);
        try (var server =
                        RawServer.answering(
                                "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + text);
                var fetcher =
                        HttpFetcher.open(Changed.with(OPTIONS, new Spill(directory, 1 << 20, 0)))) {
            try (var body = answer(fetch(fetcher, request(server.url("/")))).body()) {
                assertThat(directory).isNotEmptyDirectory();
                assertThat(body.wire()).hasSize(100_000);
            }
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void bodiesTakeMemoryUntilTheyAreClosed(@TempDir Path directory) throws Exception {
        String text = "x".repeat(50_000);
        var spill = new Spill(directory, 1 << 20, 100_000);
        try (var server =
                        RawServer.answering(
                                "HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n" + text);
                var fetcher = HttpFetcher.open(Changed.with(OPTIONS, oneLane(), spill))) {
            var first = answer(fetch(fetcher, request(server.url("/")))).body();
            var second = answer(fetch(fetcher, request(server.url("/")))).body();
            var third = answer(fetch(fetcher, request(server.url("/")))).body();
            assertThat(List.of(first.file(), second.file())).containsOnly(Optional.empty());
            assertThat(third.file()).isPresent();
            assertThat(third.wire()).hasSize(50_000);
            for (var body : List.of(first, first, second, third)) body.close();
            var fourth = answer(fetch(fetcher, request(server.url("/")))).body();
            assertThat(fourth.file()).isEmpty();
            assertThat(directory).isEmptyDirectory();
        }
    }

    private static FetchOptions.Connections oneLane() {
        return new FetchOptions.Connections(1, 10, 1, 1, java.time.Duration.ofSeconds(9));
    }

    @Test
    void bodyOfACallbackThatThrowsIsDeleted(@TempDir Path directory) throws Exception {
        try (var server =
                        RawServer.answering(
                                "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n"
                                        + "x".repeat(200));
                var fetcher = HttpFetcher.open(Changed.with(OPTIONS, new Spill(directory, 100)))) {
            fetcher.fetch(
                    request(server.url("/")),
                    _ -> {
                        throw new IllegalStateException("a mistake of the caller's");
                    });
            // On the same connection, so after the first has ended.
            answer(fetch(fetcher, request(server.url("/")))).body().close();
            for (int i = 0; i < 1000 && !isEmpty(directory); i++) Thread.sleep(10);
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void bodyThatIsCutOffOrGivenUpLeavesNoFile(@TempDir Path directory) throws Exception {
        String half = "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n" + "x".repeat(200);
        try (var server =
                RawServer.start(
                        peer -> {
                            peer.readRequest();
                            peer.write(half);
                            peer.awaitClose();
                        })) {
            var outcome = new java.util.concurrent.CompletableFuture<Outcome>();
            try (var fetcher = HttpFetcher.open(Changed.with(OPTIONS, new Spill(directory, 100)))) {
                fetcher.fetch(request(server.url("/")), outcome::complete);
                for (int i = 0; i < 1000 && isEmpty(directory); i++) Thread.sleep(10);
                assertThat(directory).isNotEmptyDirectory();
            }
            assertThat(Fetching.fault(outcome.get())).isEqualTo(Fault.CANCELLED);
            assertThat(directory).isEmptyDirectory();
        }
        try (var server =
                        RawServer.closing(
                                half.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                var fetcher = HttpFetcher.open(Changed.with(OPTIONS, new Spill(directory, 100)))) {
            var body = answer(fetch(fetcher, request(server.url("/")))).body();
            assertThat(body.truncation()).contains(Truncation.DISCONNECT);
            assertThat(body.file()).isPresent();
            body.close();
            assertThat(directory).isEmptyDirectory();
        }
    }

    private static boolean isEmpty(Path directory) throws java.io.IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    @Test
    void bodyThatCannotBeSpilledIsAFault(@TempDir Path directory) throws Exception {
        Path blocked = Files.writeString(directory.resolve("file"), "not a directory");
        try (var server =
                        RawServer.answering(
                                "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n"
                                        + "x".repeat(200));
                var fetcher = HttpFetcher.open(Changed.with(OPTIONS, new Spill(blocked, 100)))) {
            assertThat(Fetching.fault(fetch(fetcher, request(server.url("/")))))
                    .isEqualTo(Fault.SPILL_FAILED);
            assertThat(fetcher.openConnections()).isZero();
        }
    }
}
