package dev.gossamer.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A small site on loopback, page by page; what has no page is 404. */
final class PageSite implements AutoCloseable {
    private record Answer(int status, Map<String, String> headers, String body) {}

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Map<String, Map<String, List<String>>> heads = new ConcurrentHashMap<>();

    PageSite() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    PageSite html(String path, String body) {
        return answer(path, 200, body, "Content-Type", "text/html");
    }

    /** A page that links to these. */
    PageSite links(String path, String... targets) {
        var body = new StringBuilder("<title>" + path + "</title>");
        for (var target : targets) body.append("<a href=\"").append(target).append("\">x</a> ");
        return html(path, body.toString());
    }

    PageSite answer(String path, int status, String body, String... headers) {
        var fields = new LinkedHashMap<String, String>();
        for (int i = 0; i < headers.length; i += 2) fields.put(headers[i], headers[i + 1]);
        answers.put(path, new Answer(status, fields, body));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().toString();
            requests.add(path);
            heads.put(path, Map.copyOf(exchange.getRequestHeaders()));
            var answer = answers.getOrDefault(path, new Answer(404, Map.of(), ""));
            exchange.getResponseHeaders().putAll(lists(answer.headers()));
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static Map<String, List<String>> lists(Map<String, String> headers) {
        var lists = new LinkedHashMap<String, List<String>>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return lists;
    }

    /** Paths asked for so far, those of robots.txt and sitemap.xml left out. */
    List<String> requests() {
        var pages = new ArrayList<>(requests);
        pages.removeIf(path -> path.equals("/robots.txt") || path.equals("/sitemap.xml"));
        return pages;
    }

    /** How often a path was asked for. */
    long count(String path) {
        return requests.stream().filter(path::equals).count();
    }

    /** A header field of the last request for a path; empty if there was none. */
    List<String> header(String path, String name) {
        return heads.getOrDefault(path, Map.of()).getOrDefault(name, List.of());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
