package dev.gossamer.simweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outages as a client sees them, over real sockets. */
class OutageIT {
    private static SimServer server() throws IOException {
        return SimServer.start(
                SimWebOptions.usual()
                        .withSize(2, 10)
                        .plain()
                        .with(Share.SECOND_ORIGINS, 1)
                        .with("stalled-for", "300"));
    }

    @Test
    void aRefusedNetworkRefusesConnectionsOnAllPortsAndComesBackOnTheSame() throws IOException {
        try (var server = server();
                var open = new RawClient(server.web().address(0), server.port())) {
            int live = server.web().options().otherPorts().live();
            server.outage(SimOutage.of(SimOutage.Kind.REFUSED));
            for (int port : new int[] {server.port(), live})
                assertThatThrownBy(() -> new RawClient(server.web().address(1), port))
                        .isInstanceOf(ConnectException.class);
            assertThatThrownBy(
                            () -> {
                                open.send("GET", server.web().hostName(0), "/", "");
                                open.read("GET");
                            })
                    .isInstanceOf(IOException.class);
            server.restore();
            for (String seed : server.seedUrls())
                assertThat(RawClient.get(server, seed).status()).isEqualTo(200);
        }
    }

    @Test
    void anOutageOfOneHostLeavesTheOther() throws IOException {
        for (var kind : new SimOutage.Kind[] {SimOutage.Kind.REFUSED, SimOutage.Kind.SILENT})
            try (var server = server()) {
                server.outage(SimOutage.of(kind, 1));
                assertThat(RawClient.get(server, server.seedUrls().get(0)).status()).isEqualTo(200);
                assertThatThrownBy(() -> RawClient.get(server, server.seedUrls().get(1)))
                        .isInstanceOf(IOException.class);
                server.restore();
                assertThat(RawClient.get(server, server.seedUrls().get(1)).status()).isEqualTo(200);
            }
    }

    @Test
    void theLogKeepsOutages(@TempDir Path folder) throws IOException {
        try (var server = server()) {
            server.outage(SimOutage.of(SimOutage.Kind.DNS_FAILS));
            server.restore();
            server.outage(SimOutage.of(SimOutage.Kind.SILENT, 1));
            Path file = folder.resolve("log");
            int live = server.web().options().otherPorts().live();
            try (var client = new RawClient(server.web().address(0), live)) {
                client.send("GET", server.web().hostName(0), "/robots.txt", "");
                client.read("GET");
                client.send("GET", server.web().hostName(0), "/nowhere", "");
                client.read("GET");
            }
            server.log().write(file);
            var read = ServerLog.read(file);
            assertThat(read.outages()).isEqualTo(server.log().outages()).hasSize(2);
            assertThat(read.requests()).isEqualTo(server.log().requests());
            assertThat(read.requests().getFirst().host()).endsWith(":" + live);
        }
    }

    @Test
    void plansAreRead() {
        assertThat(PlannedOutage.parse("silent:3,100,2000"))
                .isEqualTo(
                        new PlannedOutage(
                                SimOutage.of(SimOutage.Kind.SILENT, 3),
                                100,
                                Duration.ofSeconds(2)));
        assertThatThrownBy(() -> PlannedOutage.parse("loud,1,2")).hasMessageContaining("dns-fails");
    }
}
