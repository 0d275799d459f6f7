package dev.gossamer.fetch;

import dev.gossamer.files.Changed;
import static dev.gossamer.fetch.Fetching.OPTIONS;
import static dev.gossamer.fetch.Fetching.content;
import static dev.gossamer.fetch.Fetching.fault;
import static dev.gossamer.fetch.Fetching.fetch;
import static dev.gossamer.fetch.Fetching.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NIO and the TLS of the JDK, for machines that have no native library. */
class WithoutNativesIT {
    private static final Platform BARE = new Platform(false, false);
    private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    @TempDir Path directory = Path.of("");

    @AfterAll
    static void nothingLeaked() {
        LeakRecorder.assertNoLeaks();
    }

    @Test
    void thisMachineHasNatives() {
        assertThat(Platform.BEST).as("else the other tests test the same").isNotEqualTo(BARE);
    }

    @Test
    void plainHttpIsFetchedAndKeptAlive() throws Exception {
        try (var server = RawServer.answering(HELLO);
                var fetcher = HttpFetcher.open(OPTIONS, BARE)) {
            for (int i = 0; i < 5; i++) {
                assertThat(content(fetch(fetcher, request(server.url("/"))))).isEqualTo("hello");
            }
            assertThat(server.connections).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void httpsIsCheckedAndSessionsAreResumed(String protocol) throws Exception {
        var good = Certificates.make(directory, "good.test", "-1d");
        var sessions = new ConcurrentLinkedQueue<Long>();
        try (var server =
                        RawServer.start(
                                good.listener(protocol),
                                peer -> {
                                    peer.readRequest();
                                    var session = ((SSLSocket) peer.socket).getSession();
                                    sessions.add(session.getCreationTime());
                                    peer.write(
                                            HELLO.replace(
                                                    "Content", "Connection: close\r\nContent"));
                                });
                var trusting = HttpFetcher.open(Changed.with(OPTIONS, good.pem()), BARE);
                var strict = HttpFetcher.open(OPTIONS, BARE)) {
            String url = "https://good.test:" + server.port() + "/";
            for (int i = 0; i < 4; i++) {
                assertThat(content(fetch(trusting, request(url)))).isEqualTo("hello");
                Thread.sleep(20); // sessions differ by the time they were made
            }
            assertThat(sessions.stream().distinct().count()).isLessThan(4);
            assertThat(fault(fetch(strict, request(url)))).isEqualTo(Fault.BAD_CERTIFICATE);
            String other = "https://other.test:" + server.port() + "/";
            assertThat(fault(fetch(trusting, request(other)))).isEqualTo(Fault.BAD_CERTIFICATE);
        }
    }
}
