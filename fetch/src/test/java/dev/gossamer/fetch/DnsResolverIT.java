package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.fetch.Resolver.Resolution;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DnsResolverIT {
    @Test
    void nameIsAskedOnceAndThenRemembered() throws Exception {
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(options(dns, Guard.ALL))) {
            dns.a("www.example.", 300, "192.0.2.7");
            for (int i = 0; i < 3; i++) {
                boolean isAsked = i == 0;
                assertThat(resolve(resolver, "WWW.example"))
                        .isInstanceOfSatisfying(
                                Resolution.Found.class,
                                found -> {
                                    assertThat(found.addresses())
                                            .containsExactly(InetAddress.ofLiteral("192.0.2.7"));
                                    assertThat(found.ttl().toSeconds()).isBetween(200L, 300L);
                                    // What the cache says was archived when it was asked for.
                                    assertThat(found.evidence().map(Resolver.Evidence::records))
                                            .isEqualTo(
                                                    isAsked
                                                            ? Optional.of(
                                                                    "www.example.\t300\tIN\tA\t192.0.2.7\n")
                                                            : Optional.empty());
                                    assertThat(found.evidence().map(Resolver.Evidence::server))
                                            .isEqualTo(
                                                    isAsked
                                                            ? Optional.of("127.0.0.1")
                                                            : Optional.empty());
                                });
            }
            assertThat(dns.questions).hasValue(2); // A and AAAA
        }
    }

    @Test
    void nameThatDoesNotExistIsRememberedToo() throws Exception {
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(options(dns, Guard.ALL))) {
            assertThat(resolve(resolver, "x".repeat(64) + ".example"))
                    .isEqualTo(new Resolution.Failed(Fault.NO_SUCH_HOST, "no address"));
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

    @Test
    void aliasesAreFollowed() throws Exception {
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(options(dns, Guard.ALL))) {
            dns.cname("www.example.", 60, "real.example");
            dns.a("real.example.", 60, "192.0.2.7");
            dns.a("real.example.", 60, "2001:db8::7");
            assertThat(resolve(resolver, "www.example"))
                    .isInstanceOfSatisfying(
                            Resolution.Found.class,
                            found -> {
                                assertThat(found.addresses())
                                        .containsExactly(
                                                InetAddress.ofLiteral("192.0.2.7"),
                                                InetAddress.ofLiteral("2001:db8::7"));
                                assertThat(found.evidence().orElseThrow().records())
                                        .contains("CNAME\treal.example.");
                            });
        }
    }

    @Test
    void aliasesInACircleEnd() throws Exception {
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(options(dns, Guard.ALL))) {
            dns.cname("a.example.", 60, "b.example");
            dns.cname("b.example.", 60, "a.example");
            assertThat(resolve(resolver, "a.example"))
                    .isInstanceOfSatisfying(
                            Resolution.Failed.class,
                            failed -> assertThat(failed.fault()).isEqualTo(Fault.DNS_FAILED));
        }
    }

    @Test
    void nextServerIsAskedWhenOneIsSilentOrFails() throws Exception {
        try (var silent = new FakeDns();
                var failing = new FakeDns();
                var good = new FakeDns();
                var resolver = DnsResolver.open(servers(Guard.ALL, silent, failing, good))) {
            silent.isSilent = true;
            failing.failure = 2;
            good.a("www.example.", 300, "192.0.2.7");
            for (int i = 0; i < 3; i++) {
                good.a("www" + i + ".example.", 300, "192.0.2.7");
                assertThat(resolve(resolver, "www" + i + ".example"))
                        .isInstanceOf(Resolution.Found.class);
            }
        }
    }

    @Test
    void lookUpFailsWhenNobodyAnswers() throws Exception {
        try (var silent = new FakeDns();
                var resolver = DnsResolver.open(servers(Guard.ALL, silent))) {
            silent.isSilent = true;
            assertThat(resolve(resolver, "www.example"))
                    .isInstanceOfSatisfying(
                            Resolution.Failed.class,
                            failed -> assertThat(failed.fault()).isEqualTo(Fault.DNS_FAILED));
            assertThat(silent.questions).hasValue(6); // three attempts of two kinds
        }
    }

    @Test
    void manyNamesAreLookedUpAtOnceAndTheCacheIsBounded() throws Exception {
        // A machine that does much else answers late.
        var patient = new DnsOptions.Questions(Duration.ofSeconds(5), 3, 1000);
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(Changed.with(servers(Guard.ALL, dns), patient))) {
            var results = new java.util.ArrayList<CompletableFuture<Resolution>>();
            for (int i = 0; i < 200; i++) {
                dns.a("h" + i + ".example.", 300, "192.0.2.7");
                var result = new CompletableFuture<Resolution>();
                resolver.resolve("h" + i + ".example", result::complete);
                results.add(result);
            }
            for (var result : results) {
                assertThat(result.get(20, TimeUnit.SECONDS)).isInstanceOf(Resolution.Found.class);
            }
            assertThat(resolver.cached()).isEqualTo(50);
        }
    }

    @Test
    void noMoreNamesAreAskedForAtOnceThanAllowed() throws Exception {
        try (var dns = new FakeDns();
                var resolver =
                        DnsResolver.open(
                                Changed.with(
                                        options(dns, Guard.ALL),
                                        new DnsOptions.Questions(Duration.ofSeconds(10), 1, 4)))) {
            dns.delayMillis = 20;
            var results = new java.util.ArrayList<CompletableFuture<Resolution>>();
            for (int i = 0; i < 60; i++) {
                dns.a("h" + i + ".example.", 300, "192.0.2.7");
                var result = new CompletableFuture<Resolution>();
                resolver.resolve("h" + i + ".example", result::complete);
                results.add(result);
            }
            for (var result : results) {
                assertThat(result.get(20, TimeUnit.SECONDS)).isInstanceOf(Resolution.Found.class);
            }
            assertThat(dns.mostAtOnce()).isBetween(2, 8); // A and AAAA of each
        }
    }

    @Test
    void timeToLiveIsKeptWithinItsBounds() throws Exception {
        var clock = new AtomicLong();
        try (var dns = new FakeDns();
                var resolver =
                        DnsResolver.open(
                                Changed.with(
                                        options(dns, Guard.ALL),
                                        new DnsOptions.Cache(
                                                9,
                                                Duration.ofSeconds(60),
                                                Duration.ofSeconds(600),
                                                Duration.ofSeconds(10)),
                                        new Time(InstantSource.system(), clock::get)))) {
            dns.a("short.example.", 0, "192.0.2.1");
            dns.a("long.example.", 999_999, "192.0.2.2");
            assertThat(ttl(resolve(resolver, "short.example"))).isEqualTo(60);
            assertThat(ttl(resolve(resolver, "long.example"))).isEqualTo(600);
            assertThat(dns.questions).hasValue(4);
            clock.addAndGet(Duration.ofSeconds(59).toNanos());
            assertThat(ttl(resolve(resolver, "short.example"))).isEqualTo(1);
            assertThat(dns.questions).hasValue(4);
            clock.addAndGet(Duration.ofSeconds(2).toNanos());
            assertThat(ttl(resolve(resolver, "short.example"))).isEqualTo(60);
            assertThat(ttl(resolve(resolver, "long.example"))).isEqualTo(539);
            assertThat(dns.questions).hasValue(6);
        }
    }

    private static long ttl(Resolution resolution) {
        assertThat(resolution).isInstanceOf(Resolution.Found.class);
        return ((Resolution.Found) resolution).ttl().toSeconds();
    }

    @Test
    void thatANameDoesNotExistHoldsAsLongAsItsZoneSays() throws Exception {
        var clock = new AtomicLong();
        try (var dns = new FakeDns();
                var resolver =
                        DnsResolver.open(
                                Changed.with(
                                        options(dns, Guard.ALL),
                                        new Time(InstantSource.system(), clock::get)))) {
            dns.negativeTtl = 300;
            assertThat(resolve(resolver, "no.example")).isInstanceOf(Resolution.Failed.class);
            clock.addAndGet(Duration.ofSeconds(299).toNanos());
            assertThat(resolve(resolver, "no.example")).isInstanceOf(Resolution.Failed.class);
            assertThat(dns.questions).hasValue(2);
            clock.addAndGet(Duration.ofSeconds(2).toNanos());
            dns.a("no.example.", 60, "192.0.2.7");
            assertThat(resolve(resolver, "no.example")).isInstanceOf(Resolution.Found.class);
        }
    }

    @Test
    void aFailureIsRememberedForAShortWhileOnly() throws Exception {
        var clock = new AtomicLong();
        try (var dns = new FakeDns();
                var resolver =
                        DnsResolver.open(
                                Changed.with(
                                        options(dns, Guard.ALL),
                                        new Time(InstantSource.system(), clock::get)))) {
            dns.failure = 2;
            dns.a("www.example.", 60, "192.0.2.7");
            assertThat(resolve(resolver, "www.example")).isInstanceOf(Resolution.Failed.class);
            dns.failure = 0;
            assertThat(resolve(resolver, "www.example")).isInstanceOf(Resolution.Failed.class);
            assertThat(dns.questions).hasValue(6);
            clock.addAndGet(Duration.ofSeconds(11).toNanos());
            assertThat(resolve(resolver, "www.example")).isInstanceOf(Resolution.Found.class);
        }
    }

    @Test
    void anAnswerThatDoesNotFitComesOverTcp() throws Exception {
        try (var dns = new FakeDns();
                var resolver = DnsResolver.open(options(dns, Guard.ALL))) {
            dns.isTruncating = true;
            for (int i = 0; i < 60; i++) dns.a("many.example.", 300, "192.0.2." + i);
            assertThat(resolve(resolver, "many.example"))
                    .isInstanceOfSatisfying(
                            Resolution.Found.class,
                            found -> assertThat(found.addresses()).hasSize(60));
            assertThat(dns.overTcp).hasValue(2);
        }
    }

    @Test
    void aServerThatIsGoneCostsNoLookUp() throws Exception {
        int gonePort;
        try (var gone = new FakeDns()) {
            gonePort = gone.port();
        }
        try (var good = new FakeDns()) {
            var servers =
                    java.util.stream.Stream.of(gonePort, good.port())
                            .map(
                                    port ->
                                            new InetSocketAddress(
                                                    InetAddress.getLoopbackAddress(), port))
                            .toList();
            try (var resolver = DnsResolver.open(Changed.with(servers(Guard.ALL), servers))) {
                for (int i = 0; i < 4; i++) {
                    good.a("h" + i + ".example.", 300, "192.0.2.7");
                    assertThat(resolve(resolver, "h" + i + ".example"))
                            .isInstanceOf(Resolution.Found.class);
                }
            }
        }
    }

    @Test
    void hostsFileWinsOverDns(@org.junit.jupiter.api.io.TempDir java.nio.file.Path directory)
            throws Exception {
        var file =
                java.nio.file.Files.writeString(
                        directory.resolve("hosts"), "192.0.2.1 My.example\n");
        try (var dns = new FakeDns()) {
            var options = Changed.with(options(dns, Guard.ALL), file);
            try (var resolver = DnsResolver.open(options)) {
                assertThat(resolve(resolver, "my.example"))
                        .isInstanceOfSatisfying(
                                Resolution.Found.class,
                                found ->
                                        assertThat(found.addresses())
                                                .containsExactly(
                                                        InetAddress.ofLiteral("192.0.2.1")));
                assertThat(dns.questions).hasValue(0);
            }
        }
    }

    @Test
    void waitingLookUpsEndWhenTheResolverIsClosed() throws Exception {
        try (var silent = new FakeDns()) {
            silent.isSilent = true;
            var result = new CompletableFuture<Resolution>();
            try (var resolver = DnsResolver.open(options(silent, Guard.ALL))) {
                resolver.resolve("www.example", result::complete);
            }
            assertThat(result.get(5, TimeUnit.SECONDS)).isInstanceOf(Resolution.Failed.class);
        }
    }

    @org.junit.jupiter.params.ParameterizedTest
    @org.junit.jupiter.params.provider.CsvSource({
        "127.0.0.1, 127.0.0.1",
        "2130706433, 127.0.0.1",
        "0x7f.1, 127.0.0.1",
        "0177.0.0.01, 127.0.0.1",
        "192.168.257, 192.168.1.1",
        "[::ffff:10.0.0.1], 10.0.0.1",
        "1.2.3.4., 1.2.3.4"
    })
    void oddSpellingIsTheAddressItMeans(String spelling, String address) {
        assertThat(AddressLiteral.looksLikeAddress(spelling)).isTrue();
        assertThat(AddressLiteral.parse(spelling)).contains(InetAddress.ofLiteral(address));
    }

    @org.junit.jupiter.params.ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(
            strings = {"256.0.0.1", "1.2.3.4.5", "09.1.1.1", "4294967296", "a.1", "[1]", "[::1"})
    void whatLooksLikeAnAddressAndIsNoneIsNotAskedOfDns(String host) {
        assertThat(AddressLiteral.looksLikeAddress(host)).isTrue();
        assertThat(AddressLiteral.parse(host)).isEmpty();
    }

    /** Netty only logs what a listener throws: the name was never heard of again. */
    @Test
    void aLookUpEndsWhateverIsThrownWhileItsAnswerIsRead() throws Exception {
        var calls = new AtomicLong();
        InstantSource faulty =
                () -> {
                    if (calls.getAndIncrement() < 2) throw new IllegalStateException("no clock");
                    return Instant.EPOCH;
                };
        try (var dns = new FakeDns();
                var resolver =
                        DnsResolver.open(
                                Changed.with(
                                        servers(Guard.ALL, dns),
                                        new Time(faulty, System::nanoTime)))) {
            dns.a("www.example.", 300, "192.0.2.7");
            assertThat(resolve(resolver, "www.example"))
                    .isInstanceOfSatisfying(
                            Resolution.Failed.class,
                            failed -> assertThat(failed.fault()).isEqualTo(Fault.DNS_FAILED));
        }
    }

    @Test
    void aChainOfSlowAliasesEndsInTime() throws Exception {
        try (var dns = new FakeDns();
                var resolver =
                        DnsResolver.open(
                                Changed.with(
                                        options(dns, Guard.ALL),
                                        new DnsOptions.Questions(Duration.ofSeconds(1), 1, 10)))) {
            dns.delayMillis = 600;
            for (int i = 0; i < 8; i++)
                dns.cname("a" + i + ".example.", 60, "a" + (i + 1) + ".example");
            dns.a("a8.example.", 60, "192.0.2.7");
            assertThat(resolve(resolver, "a0.example"))
                    .isInstanceOfSatisfying(
                            Resolution.Failed.class,
                            failed -> assertThat(failed.fault()).isEqualTo(Fault.DNS_FAILED));
            dns.delayMillis = 0;
            dns.a("other.example.", 60, "192.0.2.8");
            assertThat(resolve(resolver, "other.example")).isInstanceOf(Resolution.Found.class);
        }
    }

    /** They were started by one another, each a few frames deeper. */
    @Test
    void manyNamesThatFailAtOnceTakeNoStack() throws Exception {
        try (var dns = new FakeDns();
                var resolver =
                        DnsResolver.open(
                                Changed.with(
                                        options(dns, Guard.ALL),
                                        new DnsOptions.Questions(Duration.ofSeconds(2), 1, 1)))) {
            dns.delayMillis = 500;
            int count = 50_000;
            var left = new CountDownLatch(count + 1);
            resolver.resolve("slow.example", _ -> left.countDown());
            for (int i = 0; i < count; i++) {
                resolver.resolve("x".repeat(64) + i + ".example", _ -> left.countDown());
            }
            assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void closingTwiceDoesNothing() throws Exception {
        try (var dns = new FakeDns()) {
            var resolver = DnsResolver.open(options(dns, Guard.ALL));
            resolver.close();
            resolver.close();
            assertThat(resolve(resolver, "www.example"))
                    .isEqualTo(new Resolution.Failed(Fault.CANCELLED, "resolver is closed"));
        }
        var closed = new AtomicLong();
        var other =
                new Fetcher() {
                    @Override
                    public void fetch(Request request, Consumer<? super Outcome> done) {
                        throw new AssertionError();
                    }

                    @Override
                    public void close() {
                        closed.incrementAndGet();
                    }
                };
        var all = new Fetchers(Map.of("gopher", other), InstantSource.system());
        all.close();
        all.close();
        assertThat(closed).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.9, 127.0.0.9, 53",
        "127.0.0.9:5353, 127.0.0.9, 5353",
        "::1, ::1, 53",
        "[::1], ::1, 53",
        "[::1]:5353, ::1, 5353",
        "2001:db8::8:53, 2001:db8::8:53, 53"
    })
    void nameServersAreReadWithAndWithoutPort(String text, String address, int port) {
        assertThat(DnsOptions.server(text))
                .isEqualTo(new InetSocketAddress(InetAddress.ofLiteral(address), port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost", "1.2.3.4:", "1.2.3.4:x", "[::1", "[::1]x:53", "[::1]53"})
    void whatIsNoNameServerIsRefused(String text) {
        assertThatThrownBy(() -> DnsOptions.server(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Short time-outs, a small cache. */
    private static DnsOptions servers(Guard guard, FakeDns... servers) {
        var addresses =
                java.util.Arrays.stream(servers)
                        .map(
                                each ->
                                        new InetSocketAddress(
                                                InetAddress.getLoopbackAddress(), each.port()))
                        .toList();
        var usual = DnsOptions.Cache.DEFAULT;
        return Changed.with(
                DnsOptions.DEFAULT,
                addresses,
                new DnsOptions.Questions(Duration.ofMillis(500), 3, 1000),
                new DnsOptions.Cache(50, usual.minTtl(), usual.maxTtl(), usual.failureTtl()),
                guard);
    }

    private static DnsOptions options(FakeDns dns, Guard guard) {
        var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), dns.port());
        return Changed.with(DnsOptions.DEFAULT, List.of(server), guard);
    }

    static Resolution resolve(Resolver resolver, String host) throws Exception {
        var result = new CompletableFuture<Resolution>();
        resolver.resolve(host, result::complete);
        return result.get(20, TimeUnit.SECONDS);
    }
}
