package dev.gossamer.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A site on this machine with a handful of pages; what it has not is answered with 404. */
final class SmallSite implements AutoCloseable {
    private record Answer(int status, byte[] body, Map<String, String> fields) {}

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Queue<HttpExchange> requests = new ConcurrentLinkedQueue<>();

    private SmallSite(HttpServer server) {
        this.server = server;
    }

    static SmallSite start() throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var site = new SmallSite(HttpServer.create(address, 0));
        site.server.createContext("/", site::answer);
        site.server.start();
        return site;
    }

    SmallSite with(String path, int status, String type, String body) {
        return with(
                path, status, body.getBytes(StandardCharsets.UTF_8), Map.of("Content-Type", type));
    }

    SmallSite with(String path, int status, byte[] body, Map<String, String> fields) {
        answers.put(path, new Answer(status, body, fields));
        return this;
    }

    SmallSite withPage(String path, String title, String body) {
        return with(path, 200, "text/html", "<title>" + title + "</title>" + body);
    }

    SmallSite withRobots(String text) {
        return with("/robots.txt", 200, "text/plain", text);
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Method and path of each request so far. */
    List<String> requests() {
        return requests.stream()
                .map(each -> each.getRequestMethod() + " " + each.getRequestURI())
                .toList();
    }

    /** The values of a header field, one for each request for that path. */
    List<String> sent(String path, String field) {
        return requests.stream()
                .filter(each -> each.getRequestURI().toString().equals(path))
                .map(each -> String.valueOf(each.getRequestHeaders().getFirst(field)))
                .toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.add(exchange);
        var none = new Answer(404, new byte[0], Map.of());
        var answer = answers.getOrDefault(exchange.getRequestURI().toString(), none);
        answer.fields.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(
                answer.status, isHead || answer.body.length == 0 ? -1 : answer.body.length);
        if (!isHead) exchange.getResponseBody().write(answer.body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
