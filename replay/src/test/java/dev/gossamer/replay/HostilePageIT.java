package dev.gossamer.replay;

import static dev.gossamer.replay.TestArchive.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A page that tries everything, in a real browser. Every name leads to a server of this test, so
 * that a request to the outside is seen; the one of the replay is the only one that may be asked.
 */
class HostilePageIT {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final String PAGE = "http://outside.test/hostile";
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    /** Loading ahead takes no more than a connection, and asks for nothing yet. */
    private static final String PIECES =
            "<p>Text</p><<!-- x -->link rel=preconnect href=http://ahead.test/>"
                    + "<<script></script>link rel=preconnect href=http://ahead.test/>"
                    + "<<base>link rel=preconnect href=http://ahead.test/>"
                    + "<iframe srcdoc='<<!-- x -->link rel=preconnect href=http://ahead.test/>'></iframe>";

    private static final String DRAWING =
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:h='http://www.w3.org/1999/xhtml'"
                    + " width='9' height='9'><h:link rel='preconnect' href='http://ahead.test/'/>"
                    + "<rect width='9' height='9'/></svg>";

    @TempDir private Path dir;

    private final Queue<String> outside = new ConcurrentLinkedQueue<>();
    private final Queue<String> replayed = new ConcurrentLinkedQueue<>();
    private final ReplayTickets tickets =
            new ReplayTickets(new byte[32], () -> Instant.parse("2026-11-16T12:00:00Z"));

    private final AtomicInteger connections = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private ServerSocket ahead;

    @SuppressWarnings("NullAway.Init")
    private HttpServer web;

    @SuppressWarnings("NullAway.Init")
    private HttpServer replay;

    @SuppressWarnings("NullAway.Init")
    private HttpServer dashboard;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.exists(BROWSER), "there is no " + BROWSER);
        ahead = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::countConnections);
        web = server();
        web.createContext(
                "/",
                exchange -> {
                    // The browser itself asks its maker for the time of day.
                    String host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"));
                    if (host.endsWith("outside.test"))
                        outside.add(exchange.getRequestURI().toString());
                    send(
                            exchange,
                            200,
                            Map.of("Content-Type", "text/html"),
                            "outside".getBytes(StandardCharsets.UTF_8));
                });
        dashboard = server();
        replay = server();
        var memory = new AnswerMemory(Long.MAX_VALUE);
        var site = new ReplaySite(archive(), tickets, _ -> "http://127.0.0.1:" + port(dashboard));
        replay.createContext(
                "/",
                exchange -> {
                    replayed.add(exchange.getRequestURI().toString());
                    var answer = site.answer(call(exchange), memory.open());
                    send(exchange, answer.status(), answer.headers(), TestArchive.written(answer));
                });
        dashboard.createContext(
                "/",
                exchange ->
                        send(
                                exchange,
                                200,
                                Map.of("Content-Type", "text/html"),
                                ("<iframe width=900 height=900 sandbox='' src='"
                                                + address()
                                                + "'></iframe>")
                                        .getBytes(StandardCharsets.UTF_8)));
    }

    private void countConnections() {
        try {
            while (true) {
                ahead.accept().close();
                connections.incrementAndGet();
            }
        } catch (IOException e) {
            assertThat(ahead.isClosed()).as("the test is over").isTrue();
        }
    }

    private static HttpServer server() throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        return server;
    }

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }

    private CrawlArchives archive() throws IOException {
        String page;
        try (var in = HostilePageIT.class.getResourceAsStream("hostile.html")) {
            page = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        byte[] png = Base64.getDecoder().decode(PNG);
        String image = "Content-Type: image/png";
        return TestArchive.in(dir)
                // The page that the refresh leads to must not take the place of this one.
                .html(
                        PAGE,
                        FIRST,
                        page.replace("<meta http-equiv=\"refresh\"", "<meta name=\"none\""))
                .html("http://outside.test/refreshing", FIRST, page)
                .html("http://outside.test/frame", FIRST, "<img src=in-frame.png>")
                .html("http://outside.test/pieces", FIRST, PIECES)
                .html(
                        "http://outside.test/framing",
                        FIRST,
                        "<p>Text</p><img src=drawing.svg><iframe src=drawing.svg></iframe>")
                .with(
                        "http://outside.test/drawing.svg",
                        FIRST,
                        "Content-Type: image/svg+xml",
                        DRAWING.getBytes(StandardCharsets.UTF_8))
                .with("http://outside.test/img.png", FIRST, image, png)
                .with("http://outside.test/img1.png", FIRST, image, png)
                .with("http://outside.test/in-frame.png", FIRST, image, png)
                .with(
                        "http://outside.test/style.css",
                        FIRST,
                        "Content-Type: text/css",
                        "h1{background:url(http://outside.test/h1.png)}"
                                .getBytes(StandardCharsets.UTF_8))
                .archives();
    }

    private static WebCall call(HttpExchange exchange) {
        var fields = new HashMap<String, String>();
        exchange.getRequestHeaders()
                .forEach(
                        (name, values) ->
                                fields.put(name.toLowerCase(Locale.ROOT), values.getLast()));
        return new WebCall(
                exchange.getRequestMethod(),
                "http://x",
                exchange.getRequestURI().toString(),
                fields);
    }

    private static void send(
            HttpExchange exchange, int status, Map<String, String> headers, byte[] body)
            throws IOException {
        try (exchange) {
            headers.forEach(
                    (name, value) -> {
                        if (!name.equals("Content-Length"))
                            exchange.getResponseHeaders().set(name, value);
                    });
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            if (body.length > 0) exchange.getResponseBody().write(body);
        }
    }

    private String address() {
        return "http://127.0.0.1:"
                + port(replay)
                + ReplaySite.path(tickets.issue("c"), "c", FIRST, Url.of(PAGE));
    }

    @AfterEach
    void stop() throws IOException {
        if (ahead != null) ahead.close();
        for (var server : new HttpServer[] {web, replay, dashboard})
            if (server != null) server.stop(0);
    }

    /** Looks at an address, and returns what the page became. */
    private String look(String address) throws Exception {
        var log = dir.resolve("browser.log");
        Path dom = dir.resolve("dom.html");
        var browser =
                new ProcessBuilder(
                                BROWSER.toString(),
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--user-data-dir=" + dir.resolve("profile"),
                                "--host-resolver-rules=MAP ahead.test 127.0.0.1:"
                                        + ahead.getLocalPort()
                                        + ", MAP * 127.0.0.1:"
                                        + port(web)
                                        + ", EXCLUDE 127.0.0.1",
                                "--virtual-time-budget=4000",
                                "--dump-dom",
                                address)
                        .redirectOutput(dom.toFile())
                        .redirectError(log.toFile())
                        .start();
        try {
            assertThat(browser.waitFor(90, TimeUnit.SECONDS)).as("the browser ended").isTrue();
        } finally {
            browser.destroyForcibly();
        }
        return Files.readString(dom);
    }

    @Test
    void noRequestLeavesTheArchive() throws Exception {
        String dom = look(address());
        assertThat(dom).contains("Text").doesNotContain("pwned");
        assertThat(outside).isEmpty();
        assertThat(replayed)
                .anyMatch(
                        target ->
                                target.endsWith("/http://outside.test/img.png")
                                        || target.endsWith("/http://outside.test/img1.png"))
                .anyMatch(target -> target.endsWith("/http://outside.test/style.css"))
                .anyMatch(target -> target.endsWith("/http://outside.test/import.css"))
                .anyMatch(target -> target.endsWith("if_/http://outside.test/frame"))
                .anyMatch(target -> target.endsWith("/http://outside.test/in-frame.png"));
    }

    @Test
    void noRequestLeavesAFrameOfTheDashboard() throws Exception {
        look("http://127.0.0.1:" + port(dashboard) + "/");
        assertThat(outside).isEmpty();
        assertThat(replayed)
                .anyMatch(target -> target.endsWith("/http://outside.test/style.css"))
                .anyMatch(target -> target.endsWith("/http://outside.test/in-frame.png"));
    }

    @Test
    void aRefreshStaysInTheArchive() throws Exception {
        look(address().replace("/hostile", "/refreshing"));
        assertThat(outside).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pieces", "framing", "drawing.svg"})
    void nothingConnectsAhead(String page) throws Exception {
        look(address().replace("/hostile", "/" + page));
        assertThat(replayed).anyMatch(target -> target.endsWith("/http://outside.test/" + page));
        assertThat(connections).hasValue(0);
        assertThat(outside).isEmpty();
    }
}
