package dev.gossamer.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A site whose every word wants to be markup: titles, texts, link texts, paths, header fields and
 * media types try to run a script that sets {@code window.pwned}.
 */
final class HostilePages implements AutoCloseable {
    static final String MARKUP =
            "\"'><img src=x onerror=window.pwned=1><script>window.pwned=2</script>";

    private final HttpServer server;

    private HostilePages(HttpServer server) {
        this.server = server;
    }

    static HostilePages start() throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", HostilePages::answer);
        server.start();
        return new HostilePages(server);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/robots.txt")) {
            send(exchange, 404, "text/plain", "");
        } else if (path.equals("/gone")) {
            send(exchange, 410, "text/html; x=" + MARKUP, page());
        } else {
            exchange.getResponseHeaders().add("X-Said", MARKUP);
            send(exchange, 200, "text/html", page());
        }
    }

    private static String page() {
        String escaped = MARKUP.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        return """
        <!doctype html><html lang="en"><title>hostile %1$s</title>
        <p>hostile words %1$s and javascript:window.pwned=3
        <a href="/gone">%1$s</a>
        <a href="/a?q=%1$s">%1$s</a>
        <a href="/%1$s">path</a>
        <a href="javascript:window.pwned=4">script</a>
        <a href="data:text/html,%1$s">data</a>
        <a href="http://%1$s.invalid/">host</a>
        """
                .formatted(escaped);
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
