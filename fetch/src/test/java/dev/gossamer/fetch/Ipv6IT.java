package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.answer;
import static dev.gossamer.fetch.Fetching.content;
import static dev.gossamer.fetch.Fetching.fetch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.gossamer.fetch.Resolver.Resolution;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Both families of addresses, each with a server that listens on one of them alone. */
class Ipv6IT {
    private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private static final InetAddress V4 = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress V6 = InetAddress.ofLiteral("::1");

    /** Admits the server's port on both addresses, whichever of them it listens on. */
    private static Guard both(RawServer server) {
        return Guard.admitting(
                List.of(
                        new InetSocketAddress(V4, server.port()),
                        new InetSocketAddress(V6, server.port())));
    }

    private static HttpFetcher fetcher(RawServer server) {
        return HttpFetcher.open(Changed.with(OPTIONS, both(server)));
    }

    private static RawServer on(InetAddress address) {
        try {
            return RawServer.start(
                    new ServerSocket(0, 50, address),
                    peer -> {
                        while (peer.readRequest()) peer.write(HELLO);
                    });
        } catch (IOException e) {
            return abort("skipped, this machine has no " + address + ": " + e.getMessage());
        }
    }

    @Test
    void aLiteralIsAskedAndNamedInItsBrackets() throws Exception {
        try (var server = on(V6);
                var fetcher = fetcher(server)) {
            var url = Url.of("http://[::1]:" + server.port() + "/");
            var outcome = fetch(fetcher, new Request(url, List.of(V6), List.of(), 100));
            assertThat(content(outcome)).isEqualTo("hello");
            assertThat(answer(outcome).address()).isEqualTo(V6);
            assertThat(server.requests().getFirst()).contains("Host: [::1]:" + server.port());
        }
    }

    @Test
    void theOtherFamilyIsTriedWhenOneRefuses() throws Exception {
        for (var listening : List.of(V4, V6)) {
            try (var server = on(listening);
                    var fetcher = fetcher(server)) {
                for (var order : List.of(List.of(V4, V6), List.of(V6, V4))) {
                    var url = Url.of("http://both.example:" + server.port() + "/");
                    var outcome = fetch(fetcher, new Request(url, order, List.of(), 100));
                    assertThat(answer(outcome).address()).isEqualTo(listening);
                }
            }
        }
    }

    @Test
    void aNameWithBothIsReachedOnTheOneThatListens() throws Exception {
        try (var dns = new FakeDns();
                var server = on(V6);
                var fetcher = fetcher(server)) {
            dns.a("both.example.", 300, "127.0.0.1");
            dns.a("both.example.", 300, "::1");
            var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), dns.port());
            var options = Changed.with(DnsOptions.DEFAULT, List.of(at), both(server));
            try (var resolver = DnsResolver.open(options)) {
                var found = (Resolution.Found) DnsResolverIT.resolve(resolver, "both.example");
                assertThat(found.addresses()).containsExactly(V4, V6);
                var url = Url.of("http://both.example:" + server.port() + "/");
                var outcome = fetch(fetcher, new Request(url, found.addresses(), List.of(), 100));
                assertThat(answer(outcome).address()).isEqualTo(V6);
            }
        }
    }

    @Test
    void theGuardRefusesLoopbackOfEitherFamily() throws Exception {
        try (var server = on(V6);
                var fetcher = HttpFetcher.open(Changed.with(OPTIONS, Guard.PUBLIC))) {
            var url = Url.of("http://[::1]:" + server.port() + "/");
            var outcome = fetch(fetcher, new Request(url, List.of(V6, V4), List.of(), 100));
            assertThat(Fetching.fault(outcome)).isEqualTo(Fault.FORBIDDEN_ADDRESS);
            assertThat(server.connections).hasValue(0);
        }
    }
}
