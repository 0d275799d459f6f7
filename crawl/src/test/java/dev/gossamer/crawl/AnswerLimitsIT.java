package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every limit of one answer, set or built in, ends in a fault of its own in the log. */
class AnswerLimitsIT {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

    @TempDir Path folder = Path.of("");

    @SuppressWarnings("ImmutableEnumChecker")
    enum Limit {
        IDLE_IN_HEAD("timeout", "100ms", "idle_timeout", says(OK)),
        IDLE_IN_BODY(
                "timeout",
                "100ms",
                "truncated:time,idle_timeout",
                says(OK + "Content-Length: 9\r\n\r\nhalf")),
        TIMEOUT("timeout", "100ms", "first_byte_timeout", (_, _) -> stall()),
        TOTAL("total-timeout", "300ms", "total_timeout", (_, out) -> drip(out, OK)),
        TOTAL_IN_BODY(
                "total-timeout",
                "300ms",
                "truncated:time,total_timeout",
                (_, out) -> drip(out, OK + "\r\n")),
        HEAD(
                "max-attempts",
                "1",
                "head_too_large",
                says(OK + "X: " + "x".repeat(256 << 10) + "\r\n\r\n")),
        FIELDS("max-attempts", "1", "too_many_fields", says(OK + "X: y\r\n".repeat(1000) + "\r\n")),
        INTERIM(
                "max-attempts",
                "1",
                "too_many_interim",
                says("HTTP/1.1 103 Hints\r\n\r\n".repeat(9) + OK + "\r\n")),
        BODY("max-body", "10", "truncated:length", says(OK + "\r\n" + "x".repeat(11))),
        DECODED("max-body", "100", "decoded:too_long", (_, out) -> zipped(out, 401)),
        RATIO("max-attempts", "1", "decoded:too_dense", (_, out) -> zipped(out, 2 << 20)),
        REDIRECTS(
                "max-attempts",
                "1",
                "302",
                (head, out) ->
                        out.write(
                                "HTTP/1.1 302 On\r\nContent-Length: 0\r\nLocation: "
                                        + head.split(" ")[1]
                                        + "x\r\n\r\n"));

        private final String setting;
        private final String value;
        private final String inLog;
        private final RawSite.Script script;

        Limit(String setting, String value, String inLog, RawSite.Script script) {
            this.setting = setting;
            this.value = value;
            this.inLog = inLog;
            this.script = script;
        }
    }

    private static RawSite.Script says(String answer) {
        return (_, out) -> {
            out.write(answer);
            if (!answer.endsWith("\r\n\r\n") && !answer.endsWith("x")) stall();
            throw new IOException("that is all");
        };
    }

    private static void stall() throws InterruptedException {
        Thread.sleep(20_000); // ended by the end of the test
    }

    /** Twenty bytes a second. */
    private static void drip(RawSite.Out out, String start) throws Exception {
        out.write(start);
        while (true) {
            out.write("x");
            Thread.sleep(50);
        }
    }

    private static void zipped(RawSite.Out out, int bytes) throws IOException {
        var zipped = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(zipped)) {
            gzip.write(new byte[bytes]);
        }
        out.write(OK + "Content-Encoding: gzip\r\nContent-Length: " + zipped.size() + "\r\n\r\n");
        out.write(zipped.toByteArray());
    }

    /** Such answers come again however often one asks. */
    @ParameterizedTest
    @EnumSource(names = {"HEAD", "FIELDS", "INTERIM"})
    void anAnswerThatBreaksALimitEachTimeIsAskedForTwice(Limit limit) throws Exception {
        try (var site = RawSite.start(limit.script)) {
            Crawl.of(site.url("/"))
                    .set("delay", "0")
                    .set("retry-wait", "1ms")
                    .into(folder.resolve("crawl"))
                    .run();
            assertThat(site.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsInAFaultOfItsOwn(Limit limit) throws Exception {
        try (var site = RawSite.start(limit.script)) {
            var status = crawl(site.url("/"), Map.of(limit.setting, limit.value));
            assertThat(log()).as(limit.setting).contains(limit.inLog);
            if (limit == Limit.REDIRECTS) {
                assertThat(site.requests()).hasSize(11);
                assertThat(status.leftOut()).containsEntry("max-redirects", 1L);
            }
        }
    }

    @Test
    void connectTimeoutHasItsOwnToo() throws Exception {
        var filling = new ArrayList<SocketChannel>();
        try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // The queue of connections that wait to be accepted holds two; the rest gets no answer.
            for (int i = 0; i < 8; i++) {
                var channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), full.getLocalPort()));
                filling.add(channel);
            }
            crawl("http://127.0.0.1:" + full.getLocalPort() + "/", Map.of("timeout", "100ms"));
            assertThat(log()).contains("connect_timeout");
        } finally {
            for (var channel : filling) channel.close();
        }
    }

    @Test
    void tlsTimeoutHasItsOwnToo() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            crawl("https://127.0.0.1:" + silent.getLocalPort() + "/", Map.of("timeout", "1s"));
            assertThat(log()).contains("tls_timeout");
        }
    }

    private Status crawl(String seed, Map<String, String> settings) throws Exception {
        var crawl =
                Crawl.of(seed)
                        .set("delay", "1ms")
                        .set("retry-wait", "1ms")
                        .set("max-attempts", 1)
                        .set("max-time", "10s");
        settings.forEach(crawl::set);
        return crawl.into(folder.resolve("crawl")).run();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("crawl").resolve("crawl.log"));
    }
}
