package dev.gossamer.simweb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** One blocking connection that speaks just enough HTTP, and shows what really came. */
final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MAX_HEAD = 4096;

    /** How much is read of a body that says no length. */
    private static final int ENDLESS = 1 << 20;

    private final Socket socket;
    private final InputStream in;

    RawClient(InetAddress address, int port) throws IOException {
        this(address, port, TIMEOUT_MILLIS);
    }

    RawClient(InetAddress address, int port, int timeoutMillis) throws IOException {
        socket = new Socket(address, port);
        socket.setSoTimeout(timeoutMillis);
        in = socket.getInputStream();
    }

    /**
     * @param body as many bytes as came, even if the connection ended before Content-Length
     */
    record Answer(int status, String head, byte[] body) {
        String header(String name) {
            for (String line : head.split("\r\n"))
                if (line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    return line.substring(name.length() + 1).strip();
            return "";
        }

        boolean isWhole() {
            return header("Content-Length").isEmpty()
                    || body.length == Integer.parseInt(header("Content-Length"));
        }

        String text() {
            return new String(body, StandardCharsets.ISO_8859_1);
        }

        /** The values of an attribute, with character references as simweb writes them. */
        List<String> attributes(String opening) {
            var values = new ArrayList<String>();
            String text = text();
            for (int at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
                int from = at + opening.length();
                values.add(text.substring(from, text.indexOf('"', from)).replace("&amp;", "&"));
            }
            return values;
        }
    }

    static Answer get(SimServer server, String url) throws IOException {
        return request(server, "GET", url, "");
    }

    /** One request on a connection of its own. */
    static Answer request(SimServer server, String method, String url, String headers)
            throws IOException {
        String authority = url.substring(7, url.indexOf('/', 7));
        int host = server.web().host(authority.replaceFirst(":.*", "")).orElseThrow();
        try (var client = new RawClient(server.web().address(host), server.port())) {
            client.send(method, authority, url.substring(url.indexOf('/', 7)), headers);
            return client.read(method);
        }
    }

    void send(String method, String host, String path, String headers) throws IOException {
        String head =
                method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    }

    Answer read(String method) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) throw new IOException("the connection ended in the head: " + head);
            head.write(next);
            if (head.size() > MAX_HEAD) throw new IOException("too long a head: " + head.size());
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        if (!text.startsWith("HTTP/1.1 ")) throw new IOException("not HTTP: " + text);
        var answer = new Answer(Integer.parseInt(text.substring(9, 12)), text, new byte[0]);
        String length = answer.header("Content-Length");
        boolean hasBody = !method.equals("HEAD") && answer.status() != 304;
        int expected = !hasBody ? 0 : length.isEmpty() ? ENDLESS : Integer.parseInt(length);
        var body = new byte[expected];
        int have = in.readNBytes(body, 0, expected);
        return new Answer(answer.status(), text, Arrays.copyOf(body, have));
    }

    InputStream in() {
        return in;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
