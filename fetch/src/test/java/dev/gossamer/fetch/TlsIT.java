package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.SHORT;
import static dev.gossamer.fetch.Fetching.answer;
import static dev.gossamer.fetch.Fetching.content;
import static dev.gossamer.fetch.Fetching.fault;
import static dev.gossamer.fetch.Fetching.fetch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.http.Truncation;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsIT {
    private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    @TempDir static Path directory;
    private static Certificates good;
    private static Certificates expired;
    private static FetchOptions trusting;

    @BeforeAll
    static void makeCertificates() throws Exception {
        good = Certificates.make(directory, "good.test", "-1d");
        expired = Certificates.make(directory, "good.test", "-10d");
        trusting = Changed.with(OPTIONS, good.pem());
    }

    @AfterAll
    static void nothingLeaked() {
        LeakRecorder.assertNoLeaks();
    }

    private static String url(RawServer server, String host) {
        return "https://" + host + ":" + server.port() + "/";
    }

    private static RawServer serve(Certificates certificates, String... protocols)
            throws Exception {
        return RawServer.start(
                certificates.listener(protocols),
                peer -> {
                    while (peer.readRequest()) peer.write(HELLO);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void trustedServerAnswersAndIsToldTheName(String protocol) throws Exception {
        var told = new java.util.concurrent.CompletableFuture<String>();
        try (var server =
                RawServer.start(
                        good.listener(protocol),
                        peer -> {
                            peer.readRequest();
                            var session =
                                    (ExtendedSSLSession) ((SSLSocket) peer.socket).getSession();
                            told.complete(
                                    session.getProtocol() + session.getRequestedServerNames());
                            peer.write(HELLO);
                        })) {
            assertThat(content(fetch(trusting, url(server, "good.test")))).isEqualTo("hello");
            assertThat(told.get()).contains(protocol).contains("good.test");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void sessionIsResumedOnTheNextConnection(String protocol) throws Exception {
        var created = new java.util.concurrent.ConcurrentLinkedQueue<Long>();
        try (var server =
                        RawServer.start(
                                good.listener(protocol),
                                peer -> {
                                    peer.readRequest();
                                    created.add(
                                            ((SSLSocket) peer.socket)
                                                    .getSession()
                                                    .getCreationTime());
                                    peer.write(
                                            HELLO.replace(
                                                    "Content", "Connection: close\r\nContent"));
                                });
                var fetcher = HttpFetcher.open(trusting)) {
            for (int i = 0; i < 4; i++) {
                fetch(fetcher, Fetching.request(url(server, "good.test")));
                Thread.sleep(20); // sessions differ by the time they were made
            }
            assertThat(server.connections).hasValue(4);
            assertThat(created).hasSize(4);
            assertThat(created.stream().distinct().count()).isLessThan(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void noMoreSessionsAreRememberedThanAllowed(String protocol) throws Exception {
        var usual = FetchOptions.Connections.DEFAULT;
        var few = new FetchOptions.Connections(1, 99, 0, 0, usual.keptFor(), 3);
        try (var server = serve(good, protocol);
                var fetcher = HttpFetcher.open(Changed.with(Fetching.insecure(OPTIONS), few))) {
            for (int i = 0; i < 8; i++) {
                String url = url(server, "h" + i + ".test");
                assertThat(content(fetch(fetcher, Fetching.request(url)))).isEqualTo("hello");
            }
            assertThat(fetcher.tlsSessions()).isBetween(1, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void onlyHttp11IsOffered(String protocol) throws Exception {
        var offered = new java.util.concurrent.CompletableFuture<java.util.List<String>>();
        try (var server =
                RawServer.start(
                        good.listener(protocol),
                        peer -> {
                            ((SSLSocket) peer.socket)
                                    .setHandshakeApplicationProtocolSelector(
                                            (_, names) -> {
                                                offered.complete(names);
                                                return names.getFirst();
                                            });
                            while (peer.readRequest()) peer.write(HELLO);
                        })) {
            assertThat(content(fetch(trusting, url(server, "good.test")))).isEqualTo("hello");
            assertThat(offered.get()).containsExactly("http/1.1");
        }
    }

    @Test
    void certificateOfNobodyWeTrustIsRefused() throws Exception {
        try (var server = serve(good)) {
            assertThat(fetch(OPTIONS, url(server, "good.test")))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> {
                                assertThat(failed.fault()).isEqualTo(Fault.BAD_CERTIFICATE);
                                assertThat(failed.detail())
                                        .contains("self-signed or of an unknown authority");
                            });
            assertThat(content(fetch(Fetching.insecure(OPTIONS), url(server, "good.test"))))
                    .isEqualTo("hello");
        }
    }

    @Test
    void certificateForAnotherNameIsRefused() throws Exception {
        try (var server = serve(good)) {
            assertThat(fetch(trusting, url(server, "other.test")))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> {
                                assertThat(failed.fault()).isEqualTo(Fault.BAD_CERTIFICATE);
                                assertThat(failed.detail()).contains("for another name");
                            });
            assertThat(content(fetch(Fetching.insecure(trusting), url(server, "other.test"))))
                    .isEqualTo("hello");
        }
    }

    @Test
    void expiredCertificateIsRefused() throws Exception {
        try (var server = serve(expired)) {
            var options = Changed.with(OPTIONS, expired.pem());
            assertThat(fetch(options, url(server, "good.test")))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> {
                                assertThat(failed.fault()).isEqualTo(Fault.BAD_CERTIFICATE);
                                assertThat(failed.detail()).contains("expired");
                            });
            assertThat(content(fetch(Fetching.insecure(options), url(server, "good.test"))))
                    .isEqualTo("hello");
        }
    }

    /** What a server may say instead of a handshake. */
    @SuppressWarnings("ImmutableEnumChecker")
    enum BadHandshake {
        PLAIN_HTTP(Misbehaviour.says("HTTP/1.1 400 Bad Request\r\n\r\n")),
        GARBAGE(Misbehaviour.says("\1\2\3\4\5\6\7\10")),
        CLOSE(_ -> {}),
        RESET(
                peer -> {
                    peer.socket.getInputStream().read();
                    peer.reset();
                }),
        /** Alert 70: only versions that nobody should speak any more. */
        PROTOCOL_VERSION(Misbehaviour.says("\25\3\1\0\2\2\106")),
        /** Alert 40: no cipher in common, or the like. */
        HANDSHAKE_FAILURE(Misbehaviour.says("\25\3\3\0\2\2\50")),
        /** Alert 112: no such name here. */
        UNRECOGNISED_NAME(Misbehaviour.says("\25\3\3\0\2\2\160")),
        HALF_A_RECORD(Misbehaviour.says("\26\3\3\100\0"));

        final RawServer.Script script;

        BadHandshake(RawServer.Script script) {
            this.script = script;
        }
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.EnumSource
    void handshakeThatFailsIsAFault(BadHandshake bad) throws Exception {
        try (var server = RawServer.start(bad.script);
                var fetcher = HttpFetcher.open(trusting)) {
            var outcome = fetch(fetcher, Fetching.request(url(server, "good.test")));
            assertThat(fault(outcome)).isEqualTo(Fault.TLS_FAILED);
            assertThat(fetcher.openConnections()).isZero();
        }
    }

    @Test
    void handshakeThatNeverEndsTimesOut() throws Exception {
        var patience = Duration.ofSeconds(20);
        var options =
                Changed.with(
                        OPTIONS,
                        new FetchOptions.Timeouts(patience, SHORT, patience, patience, patience));
        try (var server = RawServer.start(RawServer.Peer::awaitClose)) {
            assertThat(fault(fetch(options, url(server, "good.test"))))
                    .isEqualTo(Fault.TLS_TIMEOUT);
        }
    }

    @Test
    void bodyCutByTheConnectionIsMarked() throws Exception {
        try (var server =
                RawServer.start(
                        good.listener(),
                        peer -> {
                            peer.readRequest();
                            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
                        })) {
            var body = answer(fetch(trusting, url(server, "good.test"))).body();
            assertThat(body.truncation()).contains(Truncation.DISCONNECT);
            assertThat(body.wire()).hasSize(5);
        }
    }
}
