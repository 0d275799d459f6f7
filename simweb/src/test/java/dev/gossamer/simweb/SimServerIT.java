package dev.gossamer.simweb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server on real sockets, without faults. */
class SimServerIT {
    private static final Pattern NEXT = Pattern.compile("<([^>]*)>; rel=next");
    private static final Pattern RESOURCE =
            Pattern.compile(
                    "(?:<img src=\"|rel=\"stylesheet\" href=\"|url\\('?|url\\(&quot;|@import \")(/[^\"')&]*)");

    private static SimServer server;

    @BeforeAll
    static void start() throws IOException {
        server = SimServer.start(SimWebOptions.usual().withSize(20, 400).with(Share.MIRRORS, 0.2));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /**
     * What is in the bytes is what the model says: status, links, images, redirects; on every URL
     * there is.
     */
    @Test
    void servedPagesSayWhatTheModelSays() throws IOException {
        SimWeb web = server.web();
        var queue = new ArrayList<>(web.seedUrls(1));
        var seen = new HashSet<>(queue);
        Map<Integer, Integer> statuses = new HashMap<>();
        for (int i = 0; i < queue.size(); i++) {
            String url = queue.get(i);
            SimAnswer model = web.answer(url, 1, 0);
            RawClient.Answer served = RawClient.get(server, url);
            statuses.merge(served.status(), 1, Integer::sum);
            assertThat(served.status()).as(url).isEqualTo(model.status());
            assertThat(resolve(url, served.attributes("<a href=\"")))
                    .as(url)
                    .isEqualTo(model.links());
            assertThat(resolve(url, served.attributes("<img src=\"")))
                    .as(url)
                    .isEqualTo(model.images());
            assertThat(served.header("Content-Type")).as(url).isEqualTo(model.contentType());
            model.location()
                    .ifPresent(
                            to ->
                                    assertThat(resolve(url, List.of(served.header("Location"))))
                                            .containsExactly(to));
            for (String link : model.links()) if (seen.add(link)) queue.add(link);
            for (String link : model.images()) if (seen.add(link)) queue.add(link);
        }
        assertThat(statuses.keySet()).contains(200, 404, 301);
    }

    /** The same of what the ordinary web has: header fields, styles, style sheets. */
    @Test
    void headersAndStylesSayWhatTheModelSays() throws IOException {
        var options = SimWebOptions.usual().withSize(2, 60).ordinary().with(Share.STYLES, 0.5);
        try (var ordinary = SimServer.start(options.with(Share.LINK_HEADERS, 0.5))) {
            SimWeb web = ordinary.web();
            var queue = new ArrayList<>(web.seedUrls(1));
            var seen = new HashSet<>(queue);
            for (int i = 0; i < queue.size(); i++) {
                String url = queue.get(i);
                SimAnswer model = web.answer(url, 1, 0);
                RawClient.Answer served = RawClient.get(ordinary, url);
                var links = served.attributes("<a href=\"");
                links.addAll(found(NEXT, served.head()));
                assertThat(resolve(url, links)).as(url).isEqualTo(model.links());
                assertThat(resolve(url, found(RESOURCE, served.text())))
                        .as(url)
                        .containsExactlyInAnyOrderElementsOf(model.images());
                for (String link : model.links()) if (seen.add(link)) queue.add(link);
                for (String link : model.images()) if (seen.add(link)) queue.add(link);
            }
            for (String part : List.of("/next/", "/style/import-", "/style/page-", "/style/part-"))
                assertThat(seen).anyMatch(url -> url.contains(part));
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "weak-etags, ETag, If-None-Match, 304",
        "dated, Last-Modified, If-Modified-Since, 304",
        "unconditional, ETag, If-None-Match, 200"
    })
    void hostsHaveValidatorsOfTheirKind(String kind, String field, String condition, int status)
            throws IOException {
        var options = SimWebOptions.usual().withSize(1, 5).with(kind, "1");
        try (var one = SimServer.start(options)) {
            String url = one.web().seedUrls(1).getFirst();
            String value = RawClient.get(one, url).header(field);
            assertThat(value.startsWith("W/")).isEqualTo(kind.equals("weak-etags"));
            var again = RawClient.request(one, "GET", url, condition + ": " + value + "\r\n");
            assertThat(again.status()).isEqualTo(status);
            var other = RawClient.request(one, "GET", url, condition + ": \"other\"\r\n");
            assertThat(other.status()).isEqualTo(200);
        }
    }

    private static List<String> resolve(String base, List<String> references) {
        return references.stream()
                .map(r -> URI.create(base).resolve(r).toString().replaceFirst("#.*", ""))
                .toList();
    }

    @Test
    void oneConnectionServesManyRequestsAndHeadsAndKnownPages() throws IOException {
        String name = server.web().hostName(0);
        try (var client = new RawClient(server.web().address(0), server.port())) {
            client.send("GET", name, "/", "");
            RawClient.Answer page = client.read("GET");
            client.send("HEAD", name, "/", "");
            RawClient.Answer head = client.read("HEAD");
            client.send("GET", name, "/", "If-None-Match: " + page.header("ETag") + "\r\n");
            RawClient.Answer known = client.read("GET");
            client.send("GET", name, "/", "Connection: close\r\n");
            RawClient.Answer last = client.read("GET");
            assertThat(head.header("Content-Length")).isEqualTo(page.header("Content-Length"));
            assertThat(known.status()).isEqualTo(304);
            assertThat(last.body()).isEqualTo(page.body());
            assertThat(client.in().read()).as("the end").isEqualTo(-1);
        }
    }

    @Test
    void hostsAreServedOnTheirOwnAddressAlone() throws IOException {
        try (var client = new RawClient(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
            client.send("GET", server.web().hostName(0), "/", "");
            assertThat(client.read("GET").status()).isEqualTo(421);
            client.send("GET", "www.example.org", "/", "");
            assertThat(client.read("GET").status()).isEqualTo(421);
            client.send("POST", server.web().hostName(0), "/", "Content-Length: 3\r\n");
            assertThat(client.read("GET").status()).isEqualTo(400);
        }
    }

    @Test
    void mirrorsServeTheSameBytes() throws IOException {
        SimWeb web = server.web();
        int mirror = 3;
        while (!web.hosts().isMirror(mirror)) mirror++;
        List<String> roots = web.seedUrls(mirror + 1);
        byte[] body = RawClient.get(server, roots.get(mirror)).body();
        assertThat(body)
                .isEqualTo(RawClient.get(server, roots.get(mirror - 1)).body())
                .isNotEmpty();
    }

    @Test
    void theLogSurvivesItsFile(@TempDir Path dir) throws IOException {
        ServerLog log;
        try (var own = SimServer.start(SimWebOptions.usual())) {
            RawClient.get(own, own.seedUrls().getFirst());
            RawClient.get(own, own.seedUrls().getFirst() + "robots.txt");
            RawClient.get(own, own.seedUrls().getFirst() + "nothing/here?x=%20");
            log = own.log();
        }
        log.write(dir.resolve("log"));
        ServerLog read = ServerLog.read(dir.resolve("log"));
        assertThat(read.requests()).isEqualTo(log.requests()).hasSize(3);
        assertThat(read.connections()).isEqualTo(log.connections()).hasSize(3);
        assertThat(read.web().options()).isEqualTo(log.web().options());
        var truth = read.web().truth(read.web().seedUrls(1), SimScope.ANY);
        assertThat(Judge.judge(read, truth, Duration.ZERO, 1).toString())
                .isEqualTo(Judge.judge(log, truth, Duration.ZERO, 1).toString())
                .contains("STRANGE: 1")
                .contains("FORBIDDEN: 1");
    }

    /**
     * Every charset decodes without a replacement, and header and page never contradict each other.
     */
    @Test
    void pagesAreInTheCharsetTheyName() throws IOException {
        try (var own =
                SimServer.start(
                        SimWebOptions.usual().withSize(60, 60).with(Share.OLD_CHARSETS, 0.9))) {
            var charsets = new HashSet<String>();
            for (String url : own.seedUrls()) {
                var answer = RawClient.get(own, url);
                String header =
                        answer.header("Content-Type").replaceFirst("text/html(; charset=)?", "");
                String meta = answer.attributes("<meta charset=\"").stream().findFirst().orElse("");
                assertThat(header + meta).as(url).isNotEmpty();
                if (!header.isEmpty() && !meta.isEmpty()) assertThat(header).isEqualTo(meta);
                String charset = header.isEmpty() ? meta : header;
                charsets.add(charset);
                assertThat(new String(answer.body(), Charset.forName(charset)))
                        .as(url)
                        .doesNotContain("\ufffd");
                assertThat(answer.text()).matches("(?s).*[^\\x00-\\x7f].*|.*lang=\"en\".*");
            }
            assertThat(charsets)
                    .contains(
                            "UTF-8",
                            "ISO-8859-1",
                            "windows-1252",
                            "windows-1251",
                            "Shift_JIS",
                            "EUC-KR");
        }
    }

    @Test
    void requestsInOneGoAreAnsweredInTurn() throws IOException {
        String name = server.web().hostName(0);
        try (var client = new RawClient(server.web().address(0), server.port())) {
            for (int i = 0; i < 5; i++) client.send("GET", name, i == 3 ? "/nothing" : "/", "");
            for (int i = 0; i < 5; i++)
                assertThat(client.read("GET").status()).isEqualTo(i == 3 ? 404 : 200);
        }
    }

    @Test
    void idleConnectionsAreClosed() throws IOException {
        try (var own = SimServer.start(SimWebOptions.usual().with("idle-for", "100"));
                var client = new RawClient(own.web().address(0), own.port())) {
            client.send("GET", own.web().hostName(0), "/", "");
            assertThat(client.read("GET").status()).isEqualTo(200);
            assertThat(client.in().read()).isEqualTo(-1);
        }
    }

    @Test
    void tooLongAHeadEndsTheConnection() throws IOException {
        try (var client = new RawClient(server.web().address(0), server.port())) {
            client.send(
                    "GET",
                    server.web().hostName(0),
                    "/",
                    "X: " + "x".repeat(HttpConnection.MAX_HEAD) + "\r\n");
            assertThat(endOf(client)).isTrue();
        }
    }

    /** A server that leaves bytes unread ends a connection by RST. */
    private static boolean endOf(RawClient client) throws IOException {
        try {
            return client.in().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }
}
