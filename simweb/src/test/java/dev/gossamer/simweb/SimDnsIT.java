package dev.gossamer.simweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Plain DNS messages over real sockets. */
class SimDnsIT {
    private static final int A = 1;
    private static final int AAAA = 28;

    private static byte[] query(String name, int type) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        for (int word : new int[] {4711, 0x0100, 1, 0, 0, 0}) out.writeShort(word);
        for (String label : name.split("\\.")) {
            out.writeByte(label.length());
            out.write(label.getBytes(StandardCharsets.US_ASCII));
        }
        out.writeByte(0);
        out.writeShort(type);
        out.writeShort(1);
        return bytes.toByteArray();
    }

    private static byte[] ask(SimServer server, String name, int type) throws IOException {
        try (var socket = new DatagramSocket()) {
            socket.setSoTimeout(1000);
            byte[] query = query(name, type);
            socket.send(new DatagramPacket(query, query.length, server.dnsAddress()));
            var packet = new DatagramPacket(new byte[512], 512);
            socket.receive(packet);
            return Arrays.copyOf(packet.getData(), packet.getLength());
        }
    }

    private static int code(byte[] response) {
        return response[3] & 15;
    }

    private static int answers(byte[] response) {
        return response[7];
    }

    @Test
    void namesHaveTheirAddressAndNoOther() throws IOException {
        try (var server = SimServer.start(SimWebOptions.usual())) {
            byte[] response = ask(server, server.web().hostName(4).replace("www", "WWW"), A);
            assertThat(answers(response)).isEqualTo(1);
            assertThat(Arrays.copyOfRange(response, response.length - 4, response.length))
                    .isEqualTo(server.web().address(4).getAddress());
            byte[] empty = ask(server, server.web().hostName(4), AAAA);
            assertThat(code(empty)).isZero();
            assertThat(answers(empty)).isZero();
            assertThat(code(ask(server, "www.example.org", A))).isEqualTo(3);
        }
    }

    @Test
    void itListensWhereItIsToldTo() throws IOException {
        int port;
        try (var server = SimServer.start(SimWebOptions.usual())) {
            port = server.dnsAddress().getPort();
        }
        var options = SimWebOptions.usual().with("dns-port", Integer.toString(port));
        try (var server = SimServer.start(options)) {
            assertThat(server.dnsAddress().getPort()).isEqualTo(port);
        }
    }

    @Test
    void tcpWorksToo() throws IOException {
        try (var server = SimServer.start(SimWebOptions.usual());
                var socket =
                        new Socket(
                                server.dnsAddress().getAddress(), server.dnsAddress().getPort())) {
            byte[] query = query(server.web().hostName(0), A);
            var out = new DataOutputStream(socket.getOutputStream());
            out.writeShort(query.length);
            out.write(query);
            var in = new DataInputStream(socket.getInputStream());
            assertThat(answers(in.readNBytes(in.readUnsignedShort()))).isEqualTo(1);
        }
    }

    @Test
    void flakyNamesAreAnsweredTheSecondTime() throws IOException {
        try (var server = SimServer.start(SimWebOptions.usual().with(SimFault.DNS_FLAKY, 1))) {
            boolean hasFailed = false;
            boolean hasBeenSilent = false;
            for (int host = 0; host < 20 && !(hasFailed && hasBeenSilent); host++) {
                try {
                    assertThat(code(ask(server, server.web().hostName(host), A))).isEqualTo(2);
                    hasFailed = true;
                } catch (SocketTimeoutException e) {
                    hasBeenSilent = true;
                }
                assertThat(answers(ask(server, server.web().hostName(host), A))).isEqualTo(1);
            }
            assertThat(hasFailed && hasBeenSilent).isTrue();
        }
    }

    @Test
    void outagesOfNamesFailOrSilenceAllOrOne() throws IOException {
        try (var server = SimServer.start(SimWebOptions.usual())) {
            server.outage(SimOutage.of(SimOutage.Kind.DNS_FAILS));
            assertThat(code(ask(server, server.web().hostName(4), A))).isEqualTo(2);
            server.restore();
            server.outage(SimOutage.of(SimOutage.Kind.DNS_SILENT, 4));
            assertThat(answers(ask(server, server.web().hostName(5), A))).isEqualTo(1);
            assertThatThrownBy(() -> ask(server, server.web().hostName(4), A))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }
}
