package dev.gossamer.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request that is written to a socket as it is, also one that no HTTP client would send. The
 * connection is closed after the answer.
 */
final class RawCall {
    private static final int PATIENCE_MILLIS = 60_000;

    /** What came back; status 0 if the server closed the connection without an answer. */
    record Answer(int status, List<Map.Entry<String, String>> headers, byte[] body) {
        Optional<String> header(String name) {
            return headers.stream()
                    .filter(each -> each.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst();
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }
    }

    private final GossamerServer server;
    private final String method;
    private final String path;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private byte[] body = {};

    private RawCall(GossamerServer server, String method, String path) {
        this.server = server;
        this.method = method;
        this.path = path;
        headers.put("Host", "127.0.0.1:" + server.socket().getPort());
        server.token().ifPresent(token -> headers.put("Authorization", "Bearer " + token));
        headers.put("Connection", "close");
    }

    static RawCall get(GossamerServer server, String path) {
        return new RawCall(server, "GET", path);
    }

    static RawCall of(GossamerServer server, String method, String path) {
        return new RawCall(server, method, path);
    }

    RawCall with(String name, String value) {
        headers.put(name, value);
        return this;
    }

    RawCall without(String name) {
        headers.remove(name);
        return this;
    }

    RawCall json(Object value) {
        return body("application/json", JsonMapper.shared().writeValueAsBytes(value));
    }

    RawCall body(String type, byte[] bytes) {
        body = bytes;
        return with("Content-Type", type).with("Content-Length", String.valueOf(bytes.length));
    }

    Answer send() throws IOException {
        var head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(body);
        return send(server, bytes.toByteArray());
    }

    /** Asks for a page at another port of the machine, without a token. */
    static Answer page(URI address, String host) throws IOException {
        try (var socket = new Socket("127.0.0.1", address.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String head =
                    "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                            .formatted(address.getRawPath(), host);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            return read(socket.getInputStream());
        }
    }

    /** Sends these bytes and reads until the server closes the connection. */
    static Answer send(GossamerServer server, byte[] bytes) throws IOException {
        try (var socket = new Socket(server.socket().getAddress(), server.socket().getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(bytes);
                socket.getOutputStream().flush();
            } catch (IOException e) {
                // The server may have refused before it read all; its answer is there to be read.
                System.getLogger("test").log(System.Logger.Level.DEBUG, "cut", e);
            }
            return read(socket.getInputStream());
        }
    }

    /** Reads the head of an answer alone. */
    static Answer head(InputStream in) throws IOException {
        String status = line(in);
        if (status.isEmpty()) return new Answer(0, List.of(), new byte[0]);
        var headers = new ArrayList<Map.Entry<String, String>>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.add(Map.entry(line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return new Answer(Integer.parseInt(status.split(" ")[1]), headers, new byte[0]);
    }

    static Answer read(InputStream in) throws IOException {
        var answer = head(in);
        if (answer.status() == 0) return answer;
        boolean isChunked =
                answer.header("Transfer-Encoding").filter("chunked"::equals).isPresent();
        byte[] body =
                isChunked
                        ? chunks(in)
                        : in.readNBytes(
                                answer.header("Content-Length")
                                        .map(Integer::parseInt)
                                        .orElse(Integer.MAX_VALUE));
        return new Answer(answer.status(), answer.headers(), body);
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var all = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line(in), 16);
            all.writeBytes(in.readNBytes(size));
            line(in);
            if (size == 0) return all.toByteArray();
        }
    }

    static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        try {
            for (int c = in.read(); c >= 0 && c != '\n'; c = in.read())
                if (c != '\r') line.append((char) c);
        } catch (java.net.SocketException e) {
            return line.toString(); // cut
        }
        return line.toString();
    }
}
