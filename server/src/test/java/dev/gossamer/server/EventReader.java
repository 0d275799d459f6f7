package dev.gossamer.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reader of server-sent events over a socket of its own. */
final class EventReader implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    /** An event, or a comment, which has no name. */
    record Event(String name, String id, JsonNode data) {}

    private final Socket socket;
    private final RawCall.Answer head;
    private final InputStream in;
    private String chunk = "";

    private EventReader(Socket socket, RawCall.Answer head, InputStream in) {
        this.socket = socket;
        this.head = head;
        this.in = in;
    }

    static EventReader open(GossamerServer server, String query) throws IOException {
        var socket = new Socket(server.socket().getAddress(), server.socket().getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        String head =
                "GET /api/v1/events%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n\r\n"
                        .formatted(query, server.socket().getPort(), server.token().orElseThrow());
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        var in = socket.getInputStream();
        return new EventReader(socket, RawCall.head(in), in);
    }

    int status() {
        return head.status();
    }

    RawCall.Answer head() {
        return head;
    }

    /** Reads the next event. */
    Event next() throws IOException {
        while (!chunk.contains("\n\n")) {
            int size = Integer.parseInt(RawCall.line(in), 16);
            if (size == 0) throw new IOException("the stream has ended");
            chunk += new String(in.readNBytes(size), StandardCharsets.UTF_8);
            RawCall.line(in);
        }
        int end = chunk.indexOf("\n\n");
        String text = chunk.substring(0, end);
        chunk = chunk.substring(end + 2);
        String name = "";
        String id = "";
        String data = "{}";
        for (String line : text.split("\n")) {
            if (line.startsWith("event: ")) name = line.substring(7);
            if (line.startsWith("id: ")) id = line.substring(4);
            if (line.startsWith("data: ")) data = line.substring(6);
        }
        return new Event(name, id, JsonMapper.shared().readTree(data));
    }

    /** Reads on to the next event of that name. */
    Event next(String name) throws IOException {
        for (var event = next(); ; event = next()) if (event.name().equals(name)) return event;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
