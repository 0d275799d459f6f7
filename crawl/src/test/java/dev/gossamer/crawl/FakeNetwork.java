package dev.gossamer.crawl;

import dev.gossamer.fetch.FakeDns;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A network of a test's own, on loopback: a name server, and a proxy to which the crawler opens a
 * tunnel for each connection. The proxy itself answers for every address, public or not, and keeps
 * a list of what was asked; so the addresses that a crawl chooses can be seen without a packet to
 * any of them.
 */
final class FakeNetwork implements AutoCloseable {
    private final FakeDns dns = new FakeDns();
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    FakeNetwork() throws IOException {
        Thread.ofVirtual().start(this::accept);
    }

    /** From now on the name has exactly these addresses. */
    void name(String name, String... addresses) {
        dns.forget(name + ".");
        for (String address : addresses) dns.a(name + ".", 0, address);
    }

    /** Such as {@code page("10.0.0.1:80/a", "<a href=b>")}. */
    void page(String where, String html) {
        answers.put(
                where,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(html.length(), html));
    }

    void redirect(String where, String location) {
        answers.put(
                where,
                "HTTP/1.1 302 Moved\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
                        .formatted(location));
    }

    /** Address, port and path of every request so far, robots.txt included. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    /** A crawl of these seeds in this network, in little time. */
    Crawl crawl(String... seeds) {
        return inside(Crawl.of(seeds));
    }

    Crawl inside(Crawl crawl) {
        return crawl.set("dns", "127.0.0.1:" + dns.port())
                .set("proxy", "connect://127.0.0.1:" + listener.getLocalPort())
                .set("delay", "0")
                .set("max-attempts", 1)
                .set("retry-wait", "1ms");
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            String target = word(head(in));
            write(socket, "HTTP/1.1 200 Connected\r\n\r\n");
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                asked.add(target + word(head));
                write(
                        socket,
                        answers.getOrDefault(
                                target + word(head),
                                "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"));
            }
        } catch (IOException gone) {
            // The crawl has closed the connection.
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** The second word of a request line. */
    private static String word(String head) {
        return head.split(" ", 3)[1];
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) return "";
            head.append((char) b);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        dns.close();
        listener.close();
        for (var socket : open) socket.close();
    }
}
