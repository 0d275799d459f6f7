package dev.gossamer.crawl;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A site on loopback whose answers a test writes byte by byte. */
final class RawSite implements AutoCloseable {
    /** Answers one request; the connection is closed when it throws. */
    @FunctionalInterface
    interface Script {
        void answer(String requestHead, Out out) throws Exception;
    }

    private static final String NOT_FOUND = "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n";

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();

    private final String robots;

    private RawSite(String robots) throws IOException {
        this.robots = robots;
    }

    /** A site that has no robots.txt. */
    static RawSite start(Script script) throws IOException {
        return start(NOT_FOUND, script);
    }

    /**
     * @param robots the whole answer to a request for robots.txt
     */
    static RawSite start(String robots, Script script) throws IOException {
        var site = new RawSite(robots);
        Thread.ofVirtual().start(() -> site.accept(script));
        return site;
    }

    static RawSite answering(String answer) throws IOException {
        return start((_, out) -> out.write(answer));
    }

    int port() {
        return listener.getLocalPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    /** Heads of the requests so far, those for robots.txt and sitemap.xml left out. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    private void accept(Script script) {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket, script));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket socket, Script script) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            var out = new Out(socket.getOutputStream());
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                if (head.startsWith("GET /robots.txt ")) {
                    out.write(robots);
                } else if (head.startsWith("GET /sitemap.xml ")) {
                    out.write(NOT_FOUND);
                } else {
                    requests.add(head);
                    script.answer(head, out);
                }
            }
        } catch (Exception gone) {
            // The client may leave at any moment: that is what many tests are about.
        }
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
        listener.close();
        for (var socket : open) socket.close();
    }

    /** Where an answer is written to. */
    static final class Out {
        private final OutputStream out;

        Out(OutputStream out) {
            this.out = out;
        }

        void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        void write(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }
    }
}
