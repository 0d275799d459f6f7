package dev.gossamer.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class AddressLimitTest {
    private final AddressLimit limit = new AddressLimit(2, InetAddress::isLoopbackAddress);

    @Test
    void anAddressHasSomeConnections() throws IOException {
        var one = InetAddress.getByName("192.0.2.1");
        var other = InetAddress.getByName("192.0.2.2");
        assertThat(limit.open(one)).isTrue();
        assertThat(limit.open(one)).isTrue();
        assertThat(limit.open(one)).isFalse();
        assertThat(limit.open(other)).isTrue();
        limit.close(one);
        assertThat(limit.open(one)).isTrue();
    }

    @Test
    void aNetworkOfIpv6IsOneAddress() throws IOException {
        assertThat(limit.open(InetAddress.getByName("2001:db8::1"))).isTrue();
        assertThat(limit.open(InetAddress.getByName("2001:db8::2"))).isTrue();
        assertThat(limit.open(InetAddress.getByName("2001:db8::3"))).isFalse();
        assertThat(limit.open(InetAddress.getByName("2001:db8:0:1::1"))).isTrue();
    }

    @Test
    void thisMachineHasAsManyAsItWants() {
        for (int i = 0; i < 9; i++)
            assertThat(limit.open(InetAddress.getLoopbackAddress())).isTrue();
    }

    @Test
    void aConnectionTooManyIsClosedAndOneThatEndsMakesRoom() throws Exception {
        var server = new Server();
        var connector =
                new LimitedConnector(
                        server, new AddressLimit(2, _ -> false), new HttpConnectionFactory());
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
        try (var first = open(connector)) {
            assertThat(isServed(first)).isTrue();
            try (var second = open(connector)) {
                // Connections that are opened at the same time are not counted in their order.
                assertThat(isServed(second)).isTrue();
                try (var third = open(connector)) {
                    assertThat(isServed(third)).isFalse();
                }
            }
            ServedWeb.await(
                    "there is room",
                    () -> {
                        try (var next = open(connector)) {
                            return isServed(next);
                        }
                    });
        } finally {
            server.stop();
        }
    }

    private static Socket open(LimitedConnector connector) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    }

    private static boolean isServed(Socket socket) {
        try {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
            return RawCall.head(socket.getInputStream()).status() == 404;
        } catch (IOException e) {
            return false;
        }
    }
}
