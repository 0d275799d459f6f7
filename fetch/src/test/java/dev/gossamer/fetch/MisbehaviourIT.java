package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.SHORT;
import static dev.gossamer.fetch.Fetching.content;
import static dev.gossamer.fetch.Fetching.fault;
import static dev.gossamer.fetch.Fetching.fetch;
import static dev.gossamer.fetch.Fetching.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MisbehaviourIT {
    private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    @AfterAll
    static void nothingLeaked() {
        LeakRecorder.assertNoLeaks();
    }

    @ParameterizedTest
    @EnumSource
    void endsAsItMustAndLeavesNothingBehind(Misbehaviour misbehaviour) throws Exception {
        RawServer.Script script =
                peer -> {
                    if (peer.readRequest()) misbehaviour.script.run(peer);
                };
        try (var server = RawServer.start(script);
                var good = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(misbehaviour.options())) {
            misbehaviour.expectation.check(fetch(fetcher, request(server.url("/"))));
            assertThat(content(fetch(fetcher, request(good.url("/"))))).isEqualTo("hello");
            // The good server's; a kept one of the bad server goes once it has closed its side.
            server.stop();
            awaitConnections(fetcher, 1);
        }
    }

    private static void awaitConnections(HttpFetcher fetcher, int count) throws Exception {
        for (int i = 0; i < 400 && fetcher.openConnections() > count; i++) Thread.sleep(10);
        assertThat(fetcher.openConnections()).isLessThanOrEqualTo(count);
    }

    @Test
    void connectTimesOutWhenNobodyAccepts() throws Exception {
        var patience = Duration.ofSeconds(20);
        var options =
                Changed.with(
                        OPTIONS,
                        new FetchOptions.Timeouts(SHORT, patience, patience, patience, patience));
        var filling = new ArrayList<SocketChannel>();
        try (var full = new ServerSocket(0, 1, Fetching.LOOPBACK)) {
            // The queue of connections that wait to be accepted holds two; the rest gets no answer.
            for (int i = 0; i < 8; i++) {
                var channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(new InetSocketAddress(Fetching.LOOPBACK, full.getLocalPort()));
                filling.add(channel);
            }
            String url = "http://127.0.0.1:" + full.getLocalPort() + "/";
            assertThat(fault(fetch(options, url))).isEqualTo(Fault.CONNECT_TIMEOUT);
        } finally {
            for (var channel : filling) channel.close();
        }
    }

    @Test
    void refusedConnectionIsSaidToBeThat() throws Exception {
        int port;
        try (var gone = new ServerSocket(0, 1, Fetching.LOOPBACK)) {
            port = gone.getLocalPort();
        }
        assertThat(fault(fetch(OPTIONS, "http://127.0.0.1:" + port + "/")))
                .isEqualTo(Fault.CONNECT_REFUSED);
    }

    @Test
    void secondAnswerThatNobodyAskedForIsNotTakenForTheNext() throws Exception {
        try (var server =
                        RawServer.start(
                                peer -> {
                                    peer.readRequest();
                                    peer.write(HELLO + HELLO.replace("hello", "wrong"));
                                    peer.awaitClose();
                                });
                var fetcher = HttpFetcher.open(OPTIONS)) {
            for (int i = 0; i < 3; i++) {
                assertThat(content(fetch(fetcher, request(server.url("/"))))).isEqualTo("hello");
            }
            assertThat(server.connections).hasValue(3);
        }
    }

    @Test
    void noMoreConnectionsThanAllowed() throws Exception {
        var options =
                Changed.with(
                        OPTIONS, new FetchOptions.Connections(1, 2, 1, 1, Duration.ofSeconds(9)));
        try (var server = RawServer.start(RawServer.Peer::awaitClose);
                var fetcher = HttpFetcher.open(options)) {
            for (int i = 0; i < 2; i++) fetcher.fetch(request(server.url("/")), _ -> {});
            assertThat(fault(fetch(fetcher, request(server.url("/")))))
                    .isEqualTo(Fault.TOO_MANY_CONNECTIONS);
            assertThat(fetcher.openConnections()).isEqualTo(2);
        }
    }

    @Test
    void idleConnectionsAreFewAndDoNotLast() throws Exception {
        var options = Changed.with(OPTIONS, new FetchOptions.Connections(1, 10, 1, 2, SHORT));
        try (var fetcher = HttpFetcher.open(options);
                var a = RawServer.answering(HELLO);
                var b = RawServer.answering(HELLO);
                var c = RawServer.answering(HELLO)) {
            for (var server : new RawServer[] {a, b, c}) {
                fetch(fetcher, request(server.url("/")));
            }
            assertThat(fetcher.openConnections()).isLessThanOrEqualTo(2);
            awaitConnections(fetcher, 0);
        }
    }
}
