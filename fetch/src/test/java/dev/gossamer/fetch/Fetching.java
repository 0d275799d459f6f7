package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** What tests of the fetcher share. */
final class Fetching {
    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** Long enough for a slow machine, short enough for a test that is to run into it. */
    static final Duration SHORT = Duration.ofMillis(300);

    static final FetchOptions OPTIONS =
            Changed.with(
                    FetchOptions.DEFAULT,
                    Guard.admitting(everyPort(LOOPBACK)),
                    FetchOptions.Timeouts.all(Duration.ofSeconds(20)));

    private Fetching() {}

    static FetchOptions insecure(FetchOptions options) {
        return Changed.with(options, true);
    }

    /** For a guard that admits these addresses, whatever port a server of a test gets. */
    static List<InetSocketAddress> everyPort(InetAddress... addresses) {
        return Arrays.stream(addresses)
                .flatMap(
                        address ->
                                IntStream.range(0, 1 << 16)
                                        .mapToObj(port -> new InetSocketAddress(address, port)))
                .toList();
    }

    static Request request(String url) {
        return new Request(Url.of(url), List.of(LOOPBACK), List.of(), 1 << 20);
    }

    static Outcome fetch(Fetcher fetcher, Request request) throws Exception {
        var outcome = new CompletableFuture<Outcome>();
        fetcher.fetch(request, outcome::complete);
        return outcome.get(30, TimeUnit.SECONDS);
    }

    static Outcome fetch(FetchOptions options, String url) throws Exception {
        try (var fetcher = HttpFetcher.open(options)) {
            return fetch(fetcher, request(url));
        }
    }

    static Outcome.Answer answer(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Answer.class);
        return (Outcome.Answer) outcome;
    }

    static Fault fault(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).fault();
    }

    static String content(Outcome outcome) throws IOException {
        try (var body = answer(outcome).body()) {
            return new String(body.content(1 << 20), StandardCharsets.ISO_8859_1);
        }
    }
}
