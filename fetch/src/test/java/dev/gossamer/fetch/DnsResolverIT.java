package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.fetch.Resolver.Resolution;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DnsResolverIT {
    @Test
    void nameIsAskedOnceAndThenRemembered() throws Exception {
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(options(dns, Guard.ALL))) {
            dns.a("www.example.", 300, "192.0.2.7");
            for (int i = 0; i < 3; i++) {
                assertThat(resolve(resolver, "WWW.example"))
                        .isInstanceOfSatisfying(
                                Resolution.Found.class,
                                found -> {
                                    assertThat(found.addresses())
                                            .containsExactly(InetAddress.ofLiteral("192.0.2.7"));
                                    assertThat(found.ttl().toSeconds()).isBetween(200L, 300L);
                                    assertThat(found.evidence().orElseThrow().records())
                                            .isEqualTo("www.example.\t300\tIN\tA\t192.0.2.7\n");
                                });
            }
            assertThat(dns.questions).hasValue(2); // A and AAAA
        }
    }

    @Test
    void nameThatDoesNotExistIsRememberedToo() throws Exception {
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(options(dns, Guard.ALL))) {
            for (int i = 0; i < 2; i++) {
                assertThat(resolve(resolver, "nowhere.example"))
                        .isEqualTo(new Resolution.Failed(Fault.NO_SUCH_HOST, "no address"));
            }
            assertThat(dns.questions).hasValue(2);
        }
    }

    @Test
    void refusedAddressesAreLeftOut() throws Exception {
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(options(dns, Guard.PUBLIC))) {
            dns.a("in.example.", 1, "10.0.0.1");
            assertThat(resolve(resolver, "in.example"))
                    .isEqualTo(new Resolution.Failed(Fault.FORBIDDEN_ADDRESS, "10.0.0.1"));
            assertThat(resolve(resolver, "0x7f.1"))
                    .isEqualTo(new Resolution.Failed(Fault.FORBIDDEN_ADDRESS, "127.0.0.1"));
            assertThat(resolve(resolver, "[::1]")).isInstanceOf(Resolution.Failed.class);
        }
    }

    private static DnsOptions options(FakeDns dns, Guard guard) {
        var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), dns.port());
        return DnsOptions.DEFAULT.with(List.of(server)).with(guard);
    }

    static Resolution resolve(Resolver resolver, String host) throws Exception {
        var result = new CompletableFuture<Resolution>();
        resolver.resolve(host, result::complete);
        return result.get(20, TimeUnit.SECONDS);
    }
}
