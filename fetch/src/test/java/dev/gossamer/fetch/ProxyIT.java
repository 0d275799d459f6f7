package dev.gossamer.fetch;

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
import java.util.Base64;
import java.util.List;
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

    @Test
    void connectTunnelsToThePinnedAddressWithCredentials() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var proxy = RawServer.start(this::connectProxy)) {
            var options = OPTIONS.with(new Proxy(Proxy.Kind.HTTP, "127.0.0.1", proxy.port(), ANNA));
            assertThat(content(fetch(options, "http://site.example:" + server.port() + "/")))
                    .isEqualTo("hello");
            String basic =
                    Base64.getEncoder()
                            .encodeToString("anna:secret".getBytes(StandardCharsets.UTF_8));
            assertThat(proxy.requests().getFirst().toLowerCase(java.util.Locale.ROOT))
                    .startsWith("connect 127.0.0.1:" + server.port())
                    .contains(
                            "proxy-authorization: basic "
                                    + basic.toLowerCase(java.util.Locale.ROOT));
            assertThat(server.requests().getFirst()).contains("Host: site.example");
        }
    }

    @Test
    void proxyThatRefusesIsSaidToBeThat() throws Exception {
        try (var proxy =
                RawServer.answering("HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n")) {
            var options =
                    OPTIONS.with(
                            new Proxy(
                                    Proxy.Kind.HTTP, "127.0.0.1", proxy.port(), Optional.empty()));
            assertThat(fault(fetch(options, "http://site.example/"))).isEqualTo(Fault.PROXY_FAILED);
        }
    }

    @Test
    void proxyThatIsNotThereIsSaidToBeThat() throws Exception {
        var options = OPTIONS.with(new Proxy(Proxy.Kind.SOCKS5, "127.0.0.1", 1, Optional.empty()));
        assertThat(fault(fetch(options, "http://site.example/"))).isEqualTo(Fault.PROXY_FAILED);
    }

    @Test
    void guardJudgesTheAddressBehindTheProxy() throws Exception {
        try (var proxy = RawServer.start(this::connectProxy)) {
            var options = OPTIONS.with(new Proxy(Proxy.Kind.HTTP, "127.0.0.1", proxy.port(), ANNA));
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
                    OPTIONS.with(new Proxy(Proxy.Kind.SOCKS5, "127.0.0.1", proxy.port(), ANNA));
            assertThat(content(fetch(options, "http://site.example:" + server.port() + "/")))
                    .isEqualTo("hello");
            assertThat(asked).containsExactly("anna:secret", "127.0.0.1:" + server.port());
        }
    }

    @Test
    void nameGoesToTheProxyWhereNoAddressIsGiven() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var proxy = RawServer.start(this::socksProxy)) {
            var options =
                    OPTIONS.with(new Proxy(Proxy.Kind.SOCKS5, "127.0.0.1", proxy.port(), ANNA));
            var request =
                    new Request(
                            Url.of("http://localhost:" + server.port() + "/"),
                            List.of(),
                            List.of(),
                            100);
            try (var fetcher = HttpFetcher.open(options)) {
                assertThat(content(fetch(fetcher, request))).isEqualTo("hello");
            }
            assertThat(asked).contains("localhost:" + server.port());
            var literal = new Request(Url.of("http://10.0.0.1/"), List.of(), List.of(), 100);
            try (var fetcher = HttpFetcher.open(options)) {
                assertThat(fault(fetch(fetcher, literal))).isEqualTo(Fault.FORBIDDEN_ADDRESS);
            }
        }
    }

    private void connectProxy(RawServer.Peer peer) throws Exception {
        peer.readRequest();
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
        try (var server = new Socket(host, port)) {
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
