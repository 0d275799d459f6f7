package dev.gossamer.fetch;

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
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback that says exactly what a test wants, byte by byte. */
final class RawServer implements AutoCloseable {
    /** What to do with one connection; closed when it returns. */
    @FunctionalInterface
    interface Script {
        void run(Peer peer) throws Exception;
    }

    final AtomicInteger connections = new AtomicInteger();
    final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final ServerSocket listener;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    private RawServer(ServerSocket listener) {
        this.listener = listener;
    }

    static RawServer start(Script script) throws IOException {
        return start(new ServerSocket(0, 500, InetAddress.getLoopbackAddress()), script);
    }

    static RawServer start(ServerSocket listener, Script script) {
        var server = new RawServer(listener);
        Thread.ofVirtual().start(() -> server.accept(script));
        return server;
    }

    /** Answers each request of each connection with the same bytes. */
    static RawServer answering(String answer) throws IOException {
        return start(
                peer -> {
                    while (peer.readRequest()) peer.write(answer);
                });
    }

    /** Answers the first request with these bytes and closes. */
    static RawServer closing(byte[] answer) throws IOException {
        return start(
                peer -> {
                    if (peer.readRequest()) peer.write(answer);
                });
    }

    int port() {
        return listener.getLocalPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    private void accept(Script script) {
        while (true) {
            try {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket, script));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket, Script script) {
        try (socket) {
            script.run(new Peer(socket));
        } catch (Exception gone) {
            // The client may leave at any moment: that is what many tests are about.
        }
    }

    @Override
    public void close() throws IOException {
        stop();
    }

    /** Hangs up on everybody. */
    void stop() throws IOException {
        listener.close();
        for (var socket : open) socket.close();
    }

    /** The client as a script sees it. */
    final class Peer {
        final Socket socket;
        private final InputStream in;
        private final OutputStream out;
        private String last = "";

        Peer(Socket socket) throws IOException {
            this.socket = socket;
            in = socket.getInputStream();
            out = socket.getOutputStream();
        }

        /** Reads up to an empty line; false when the client closed instead. */
        boolean readRequest() throws IOException {
            var head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int b = in.read();
                if (b < 0) return false;
                head.append((char) b);
            }
            last = head.toString();
            requests.add(last);
            return true;
        }

        String lastRequest() {
            return last;
        }

        void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        void write(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        /** Waits until the client closes, then returns. */
        void awaitClose() throws IOException {
            while (in.read() >= 0) {
                // whatever it says
            }
        }

        /** Closing now sends RST instead of FIN. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    List<String> requests() {
        return List.copyOf(requests);
    }
}
