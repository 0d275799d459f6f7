package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.content;
import static dev.gossamer.fetch.Fetching.fault;
import static dev.gossamer.fetch.Fetching.fetch;
import static dev.gossamer.fetch.Fetching.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.fetch.FetchOptions.Credentials;
import dev.gossamer.fetch.FetchOptions.Proxy;
import dev.gossamer.url.Url;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ProxyIT {
    private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private static final Optional<Credentials> ANNA =
            Optional.of(new Credentials("anna", "secret"));

    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

    @AfterAll
    static void nothingLeaked() {
        LeakRecorder.assertNoLeaks();
    }

    private static FetchOptions through(RawServer proxy, Proxy.Kind kind) {
        return Changed.with(OPTIONS, new Proxy(kind, "127.0.0.1", proxy.port(), ANNA));
    }

    @Test
    void connectTunnelsToThePinnedAddressWithCredentials() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var proxy =
                        RawServer.start(peer -> connectProxy(peer, "Basic realm=x", "Basic YW5"));
                var fetcher = HttpFetcher.open(through(proxy, Proxy.Kind.CONNECT))) {
            for (int i = 0; i < 2; i++) {
                var outcome = fetch(fetcher, request("http://s" + i + ".example:" + server.port()));
                assertThat(content(outcome)).isEqualTo("hello");
            }
            assertThat(proxy.requests()).hasSize(3); // the first was sent without credentials
            assertThat(proxy.requests().getFirst())
                    .startsWith("CONNECT 127.0.0.1:" + server.port());
            assertThat(server.requests().getFirst()).contains("Host: s0.example");
        }
    }

    @Test
    void connectAnswersADigestChallengeAndKeepsThePassword() throws Exception {
        String challenge = "Digest realm=\"p\", nonce=\"n1\", qop=\"auth\", algorithm=SHA-256";
        try (var server = RawServer.answering(HELLO);
                var proxy =
                        RawServer.start(
                                peer ->
                                        connectProxy(
                                                peer, challenge, "Digest username=\"anna\""))) {
            assertThat(
                            content(
                                    fetch(
                                            through(proxy, Proxy.Kind.CONNECT),
                                            "http://site.example:" + server.port() + "/")))
                    .isEqualTo("hello");
            assertThat(proxy.requests().get(1))
                    .containsIgnoringCase("proxy-authorization: Digest")
                    .contains("uri=\"127.0.0.1:" + server.port() + "\"", "nc=00000001");
            assertThat(proxy.requests().toString()).doesNotContain("secret", "Basic");
            assertThat(server.requests().toString()).doesNotContain("anna");
        }
    }

    /** Stands for the proxy and the server behind it. */
    private static RawServer forwardProxy(String challenge, String pass) throws IOException {
        return RawServer.start(
                peer -> {
                    while (peer.readRequest()) {
                        boolean isLetIn =
                                peer.lastRequest().contains("\r\nProxy-Authorization: " + pass);
                        peer.write(
                                isLetIn
                                        ? HELLO
                                        : "HTTP/1.1 407 Who\r\nProxy-Authenticate: "
                                                + challenge
                                                + "\r\nContent-Length: 2\r\n\r\nno");
                    }
                });
    }

    @Test
    void plainHttpIsAskedInAbsoluteForm() throws Exception {
        try (var proxy = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(through(proxy, Proxy.Kind.HTTP))) {
            for (int i = 0; i < 2; i++) {
                var answer =
                        Fetching.answer(fetch(fetcher, request("http://site.example:81/a?b=c")));
                assertThat(content(answer)).isEqualTo("hello");
                assertThat(new String(answer.requestHead(), StandardCharsets.US_ASCII))
                        .startsWith("GET /a?b=c HTTP/1.1\r\nHost: site.example:81\r\n");
            }
            assertThat(proxy.requests().getFirst())
                    .startsWith(
                            "GET http://site.example:81/a?b=c HTTP/1.1\r\nHost: site.example:81\r\n")
                    .doesNotContain("Authorization");
            assertThat(proxy.connections).hasValue(1);
        }
    }

    @Test
    void forwardingProxyIsToldCredentialsOnceItAsks() throws Exception {
        for (String scheme : List.of("Basic", "Digest")) {
            String challenge = scheme + " realm=\"p\", nonce=\"n1\"";
            try (var proxy = forwardProxy(challenge, scheme);
                    var fetcher = HttpFetcher.open(through(proxy, Proxy.Kind.HTTP))) {
                for (int i = 0; i < 3; i++) {
                    var outcome = fetch(fetcher, request("http://site.example/"));
                    assertThat(content(outcome)).isEqualTo("hello");
                    assertThat(
                                    new String(
                                            Fetching.answer(outcome).requestHead(),
                                            StandardCharsets.US_ASCII))
                            .doesNotContain("Authorization");
                }
                assertThat(proxy.requests()).hasSize(4);
                assertThat(proxy.connections).hasValue(1);
                if (scheme.equals("Digest")) {
                    assertThat(proxy.requests().get(1)).contains("uri=\"http://site.example/\"");
                }
            }
        }
    }

    @Test
    void proxyThatRefusesIsSaidToBeThat() throws Exception {
        for (var kind : List.of(Proxy.Kind.HTTP, Proxy.Kind.CONNECT)) {
            for (String field : List.of("", "Proxy-Authenticate: Basic realm=\"p\"\r\n")) {
                try (var proxy =
                        RawServer.answering(
                                "HTTP/1.1 407 Who are you\r\n"
                                        + field
                                        + "Content-Length: 0\r\n\r\n")) {
                    assertThat(fault(fetch(through(proxy, kind), "http://site.example/")))
                            .isEqualTo(Fault.PROXY_FAILED);
                    assertThat(proxy.requests()).hasSize(field.isEmpty() ? 1 : 2);
                }
            }
        }
    }

    @Test
    void proxyThatIsNotThereIsSaidToBeThat() throws Exception {
        var options =
                Changed.with(
                        OPTIONS, new Proxy(Proxy.Kind.SOCKS5, "127.0.0.1", 1, Optional.empty()));
        assertThat(fault(fetch(options, "http://site.example/"))).isEqualTo(Fault.PROXY_FAILED);
    }

    @Test
    void guardJudgesTheAddressBehindTheProxy() throws Exception {
        for (var kind : List.of(Proxy.Kind.HTTP, Proxy.Kind.CONNECT)) guardJudges(kind);
    }

    private static void guardJudges(Proxy.Kind kind) throws Exception {
        try (var proxy = RawServer.answering(HELLO)) {
            var options = through(proxy, kind);
            var inside =
                    new Request(
                            Url.of("http://site.example/"),
                            List.of(InetAddress.getByName("10.0.0.1")),
                            List.of(),
                            100);
            try (var fetcher = HttpFetcher.open(options)) {
                assertThat(fault(fetch(fetcher, inside))).isEqualTo(Fault.FORBIDDEN_ADDRESS);
            }
            assertThat(proxy.connections).hasValue(0);
        }
    }

    @Test
    void socksTunnelsWithCredentials() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var proxy = RawServer.start(this::socksProxy)) {
            var options =
                    Changed.with(
                            OPTIONS, new Proxy(Proxy.Kind.SOCKS5, "127.0.0.1", proxy.port(), ANNA));
            assertThat(content(fetch(options, "http://site.example:" + server.port() + "/")))
                    .isEqualTo("hello");
            assertThat(asked).containsExactly("anna:secret", "127.0.0.1:" + server.port());
        }
    }

    /** Nobody but the proxy knows this name. */
    private static final String KNOWN_TO_PROXY = "known-to-proxy.invalid";

    @Test
    void nameGoesToTheProxyWhereNoAddressIsGiven() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var proxy = RawServer.start(this::socksProxy)) {
            var options =
                    Changed.with(
                            OPTIONS,
                            new Proxy(Proxy.Kind.SOCKS5H, "127.0.0.1", proxy.port(), ANNA));
            var request =
                    new Request(
                            Url.of("http://" + KNOWN_TO_PROXY + ":" + server.port() + "/"),
                            List.of(),
                            List.of(),
                            100);
            try (var fetcher = HttpFetcher.open(options)) {
                assertThat(content(fetch(fetcher, request))).isEqualTo("hello");
            }
            assertThat(asked).contains(KNOWN_TO_PROXY + ":" + server.port());
            var literal = new Request(Url.of("http://10.0.0.1/"), List.of(), List.of(), 100);
            try (var fetcher = HttpFetcher.open(options)) {
                assertThat(fault(fetch(fetcher, literal))).isEqualTo(Fault.FORBIDDEN_ADDRESS);
            }
        }
    }

    @Test
    void connectIsToldTheNameWhereNoAddressIsGiven() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var proxy = RawServer.start(peer -> connectProxy(peer, "Basic realm=x", "Basic"));
                var fetcher = HttpFetcher.open(through(proxy, Proxy.Kind.CONNECT))) {
            var url = Url.of("http://" + KNOWN_TO_PROXY + ":" + server.port() + "/");
            var request = new Request(url, List.of(), List.of(), 100);
            assertThat(content(fetch(fetcher, request))).isEqualTo("hello");
            assertThat(proxy.requests().getFirst()).startsWith("CONNECT " + url.authority());
        }
    }

    private static void connectProxy(RawServer.Peer peer, String challenge, String pass)
            throws Exception {
        peer.readRequest();
        if (!peer.lastRequest()
                .toLowerCase(Locale.ROOT)
                .contains("proxy-authorization: " + pass.toLowerCase(Locale.ROOT))) {
            peer.write("HTTP/1.1 407 Who\r\nProxy-Authenticate: " + challenge);
            peer.write("\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        peer.write("HTTP/1.1 200 Go on\r\n\r\n");
        String target = peer.lastRequest().split(" ")[1];
        tunnel(peer.socket, target.split(":")[0], Integer.parseInt(target.split(":")[1]));
    }

    /** RFC 1928 and 1929, as far as needed. */
    private void socksProxy(RawServer.Peer peer) throws Exception {
        var in = new DataInputStream(peer.socket.getInputStream());
        in.readByte();
        in.readNBytes(in.readByte());
        peer.write("\5\2");
        in.readByte();
        String user = new String(in.readNBytes(in.readByte()), StandardCharsets.UTF_8);
        asked.add(user + ":" + new String(in.readNBytes(in.readByte()), StandardCharsets.UTF_8));
        peer.write("\1\0");
        in.readNBytes(3);
        String host =
                in.readByte() == 1
                        ? InetAddress.getByAddress(in.readNBytes(4)).getHostAddress()
                        : new String(in.readNBytes(in.readByte()), StandardCharsets.UTF_8);
        int port = in.readUnsignedShort();
        asked.add(host + ":" + port);
        peer.write("\5\0\0\1\0\0\0\0\0\0");
        tunnel(peer.socket, host, port);
    }

    private static void tunnel(Socket client, String host, int port) throws IOException {
        String known = host.equals(KNOWN_TO_PROXY) ? "127.0.0.1" : host;
        try (var server = new Socket(known, port)) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    client.getInputStream().transferTo(server.getOutputStream());
                                    server.shutdownOutput();
                                } catch (IOException gone) {
                                    // either side may leave
                                }
                            });
            server.getInputStream().transferTo(client.getOutputStream());
        }
    }
}
