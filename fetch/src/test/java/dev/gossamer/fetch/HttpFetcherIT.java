package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.answer;
import static dev.gossamer.fetch.Fetching.content;
import static dev.gossamer.fetch.Fetching.fault;
import static dev.gossamer.fetch.Fetching.fetch;
import static dev.gossamer.fetch.Fetching.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.Truncation;
import dev.gossamer.url.Url;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The ordinary ways of HTTP/1.1. */
class HttpFetcherIT {
    private static final String HELLO =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";

    @Test
    void headsAreKeptExactly() throws Exception {
        try (var server = RawServer.answering(HELLO)) {
            var answer = answer(fetch(OPTIONS, server.url("/a?b=c")));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers().first("CONTENT-type")).contains("text/plain");
            assertThat(new String(answer.responseHead(), StandardCharsets.US_ASCII))
                    .isEqualTo(HELLO.substring(0, HELLO.length() - 5));
            assertThat(new String(answer.requestHead(), StandardCharsets.US_ASCII))
                    .isEqualTo(server.requests().getFirst())
                    .startsWith("GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n");
            assertThat(content(answer)).isEqualTo("hello");
            assertThat(answer.body().truncation()).isEmpty();
        }
    }

    @Test
    void oneConnectionServesManyRequests() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(OPTIONS)) {
            for (int i = 0; i < 20; i++) {
                assertThat(content(fetch(fetcher, request(server.url("/" + i)))))
                        .isEqualTo("hello");
            }
            assertThat(server.connections).hasValue(1);
            assertThat(fetcher.openConnections()).isEqualTo(1);
        }
    }

    @Test
    void keptConnectionsToSomeAddressesAreClosedOnDemand() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(OPTIONS)) {
            fetch(fetcher, request(server.url("/")));
            fetcher.closeIdle(address -> !address.isLoopbackAddress());
            assertThat(fetcher.openConnections()).isEqualTo(1);
            fetcher.closeIdle(InetAddress::isLoopbackAddress);
            assertThat(fetcher.openConnections()).isZero();
            assertThat(content(fetch(fetcher, request(server.url("/"))))).isEqualTo("hello");
            assertThat(server.connections).hasValue(2);
        }
    }

    @Test
    void closedFetcherHasNoConnectionsToClose() {
        var fetcher = HttpFetcher.open(OPTIONS);
        fetcher.close();
        fetcher.closeIdle(InetAddress::isLoopbackAddress);
    }

    @Test
    void connectionIsNotKeptWhenTheServerSaysClose() throws Exception {
        try (var server =
                        RawServer.answering(
                                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
                var fetcher = HttpFetcher.open(OPTIONS)) {
            for (int i = 0; i < 3; i++) fetch(fetcher, request(server.url("/")));
            assertThat(server.connections).hasValue(3);
            assertThat(fetcher.openConnections()).isZero();
        }
    }

    @Test
    void staleConnectionIsReplacedOnce() throws Exception {
        try (var server =
                        RawServer.start(
                                peer -> {
                                    if (peer.readRequest()) peer.write(HELLO);
                                    peer.readRequest(); // and hangs up without an answer
                                });
                var fetcher = HttpFetcher.open(OPTIONS)) {
            for (int i = 0; i < 3; i++) {
                assertThat(content(fetch(fetcher, request(server.url("/"))))).isEqualTo("hello");
            }
            assertThat(server.connections).hasValue(3);
        }
    }

    @Test
    void chunkedBodyKeepsItsFramingOnTheWireOnly() throws Exception {
        String framed = "5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: t\r\n\r\n";
        try (var server =
                RawServer.answering(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + framed)) {
            var answer = answer(fetch(OPTIONS, server.url("/")));
            assertThat(new String(answer.body().wire(), StandardCharsets.US_ASCII))
                    .isEqualTo(framed);
            assertThat(content(answer)).isEqualTo("hello world");
        }
    }

    @Test
    void bodyWithoutLengthEndsWithTheConnection() throws Exception {
        try (var server = RawServer.closing(bytes("HTTP/1.0 200 OK\r\n\r\nall of it"))) {
            var outcome = fetch(OPTIONS, server.url("/"));
            assertThat(content(outcome)).isEqualTo("all of it");
            assertThat(answer(outcome).body().truncation()).isEmpty();
        }
    }

    @Test
    void gzipIsDecodedOnDemand() throws Exception {
        byte[] zipped = gzip("x".repeat(10_000));
        var head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + zipped.length;
        try (var server =
                RawServer.start(
                        peer -> {
                            peer.readRequest();
                            peer.write(head + "\r\n\r\n");
                            peer.write(zipped);
                        })) {
            var answer = answer(fetch(OPTIONS, server.url("/")));
            assertThat(answer.body().wire()).isEqualTo(zipped);
            assertThat(content(answer)).isEqualTo("x".repeat(10_000));
        }
    }

    @Test
    void addressThatIsNotPublicIsRefused() throws Exception {
        try (var server = RawServer.answering(HELLO)) {
            assertThat(fault(fetch(Changed.with(OPTIONS, Guard.PUBLIC), server.url("/"))))
                    .isEqualTo(Fault.FORBIDDEN_ADDRESS);
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    void nextAddressIsTriedWhenOneRefuses() throws Exception {
        var nobody = InetAddress.getByName("127.0.0.9");
        var options = Changed.with(OPTIONS, Guard.ALL);
        try (var server = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(options)) {
            var request =
                    new Request(
                            Url.of("http://two.example:" + server.port() + "/"),
                            List.of(nobody, Fetching.LOOPBACK),
                            List.of(),
                            100);
            assertThat(answer(fetch(fetcher, request)).address()).isEqualTo(Fetching.LOOPBACK);
        }
    }

    @Test
    void theNextAddressPassesTheGuardToo() throws Exception {
        var nobody = InetAddress.getByName("127.0.0.9");
        var options = Changed.with(OPTIONS, Guard.admitting(Fetching.everyPort(nobody)));
        try (var server = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(options)) {
            var request =
                    new Request(
                            Url.of("http://two.example:" + server.port() + "/"),
                            List.of(nobody, Fetching.LOOPBACK),
                            List.of(),
                            100);
            assertThat(fault(fetch(fetcher, request))).isEqualTo(Fault.FORBIDDEN_ADDRESS);
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    void anAdmittedAddressIsRefusedAtAnotherPort() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var other = RawServer.answering(HELLO)) {
            var admitted = new InetSocketAddress(Fetching.LOOPBACK, server.port());
            var options = Changed.with(OPTIONS, Guard.admitting(List.of(admitted)));
            answer(fetch(options, server.url("/")));
            assertThat(fault(fetch(options, other.url("/")))).isEqualTo(Fault.FORBIDDEN_ADDRESS);
            assertThat(other.connections).hasValue(0);
        }
    }

    @Test
    void aNameInTheUrlIsNeverLookedUpAgain() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(OPTIONS)) {
            // What "localhost" means to others now does not matter: the address was decided before.
            var nobody = InetAddress.getByName("127.0.0.9");
            var url = Url.of("http://localhost:" + server.port() + "/");
            var pinned = new Request(url, List.of(nobody), List.of(), 100);
            assertThat(fault(fetch(fetcher, pinned))).isEqualTo(Fault.FORBIDDEN_ADDRESS);
            var none = new Request(url, List.of(), List.of(), 100);
            assertThat(fault(fetch(fetcher, none))).isEqualTo(Fault.DNS_FAILED);
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    void bodyAboveTheLimitIsCutAndMarked() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(OPTIONS)) {
            var request =
                    new Request(Url.of(server.url("/")), List.of(Fetching.LOOPBACK), List.of(), 3);
            var body = answer(fetch(fetcher, request)).body();
            assertThat(body.wire()).isEqualTo(bytes("hel"));
            assertThat(body.truncation()).contains(Truncation.LENGTH);
        }
    }

    @Test
    void bodyThatIsNotWantedIsNotDownloaded() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(OPTIONS)) {
            var request =
                    new Request(
                            Url.of(server.url("/")),
                            List.of(Fetching.LOOPBACK),
                            List.of(),
                            100,
                            (status, headers) ->
                                    status != 200
                                            || headers.first("content-type")
                                                    .filter("text/html"::equals)
                                                    .isPresent());
            assertThat(fetch(fetcher, request))
                    .isInstanceOfSatisfying(
                            Outcome.Declined.class,
                            declined -> assertThat(declined.status()).isEqualTo(200));
            assertThat(fetcher.openConnections()).isZero();
        }
    }

    @Test
    void requestsUnderWayEndWhenTheFetcherIsClosed() throws Exception {
        try (var server = RawServer.start(RawServer.Peer::awaitClose)) {
            var fetcher = HttpFetcher.open(OPTIONS);
            var outcome = new java.util.concurrent.CompletableFuture<Outcome>();
            fetcher.fetch(request(server.url("/")), outcome::complete);
            fetcher.close();
            assertThat(fault(outcome.get())).isEqualTo(Fault.CANCELLED);
            assertThat(fault(fetch(fetcher, request(server.url("/"))))).isEqualTo(Fault.CANCELLED);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] gzip(String text) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes(text));
        }
        return out.toByteArray();
    }
}
