package dev.gossamer.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Hosts of a hostile web, and healthy ones, on loopback: one socket, one virtual thread for each
 * connection, and a name server. Every name has an address of its own in 127.0.0.0/8 unless a
 * script says otherwise, so this needs Linux.
 */
final class HostileServer implements AutoCloseable {
    private static final int MAX_HEAD = 16 * 1024;

    /** What a host does. The connection is closed when it throws. */
    @FunctionalInterface
    interface Script {
        void answer(Request request, OutputStream out) throws Exception;
    }

    /**
     * @param startNanos when its head had arrived
     */
    record Request(long startNanos, String host, String path) {}

    /**
     * One request that was answered.
     *
     * @param endNanos when the script had ended
     */
    record Visit(String host, String path, long startNanos, long endNanos) {}

    private final ServerSocket listener = new ServerSocket();
    private final DatagramSocket names = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final Function<String, Optional<Script>> scripts;
    private final Function<String, Optional<InetAddress>> addresses;
    private final Queue<Visit> visits = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    private HostileServer(
            Function<String, Optional<Script>> scripts,
            Function<String, Optional<InetAddress>> addresses)
            throws IOException {
        this.scripts = scripts;
        this.addresses = addresses;
    }

    /**
     * @param scripts by host name; empty: the request is never answered
     * @param addresses by host name; empty: the query is never answered
     */
    static HostileServer start(
            Function<String, Optional<Script>> scripts,
            Function<String, Optional<InetAddress>> addresses)
            throws IOException {
        var server = new HostileServer(scripts, addresses);
        server.listener.bind(new InetSocketAddress("0.0.0.0", 0), 4096);
        Thread.ofPlatform().daemon().start(server::accept);
        Thread.ofPlatform().daemon().start(server::answerQueries);
        return server;
    }

    int port() {
        return listener.getLocalPort();
    }

    int dnsPort() {
        return names.getLocalPort();
    }

    String url(String host, String path) {
        return "http://" + host + ":" + port() + path;
    }

    List<Visit> visits() {
        return List.copyOf(visits);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                if (!socket.getLocalAddress().isLoopbackAddress()) {
                    socket.close();
                    continue;
                }
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
            var out = socket.getOutputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                long start = System.nanoTime();
                var request = new Request(start, host(head), head.split(" ", 3)[1]);
                try {
                    var script = scripts.apply(request.host());
                    if (script.isEmpty()) {
                        socket.getInputStream().read(); // until the client has had enough
                        return;
                    }
                    script.get().answer(request, out);
                    out.flush();
                } finally {
                    visits.add(new Visit(request.host(), request.path(), start, System.nanoTime()));
                }
            }
        } catch (Exception gone) {
            // A client may leave at any moment.
        } finally {
            open.remove(socket);
        }
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < MAX_HEAD) {
            int b = in.read();
            if (b < 0) return "";
            head.append((char) b);
            if (b == '\n' && head.length() > 3 && head.charAt(head.length() - 3) == '\n')
                return head.toString();
        }
        return "";
    }

    private static String host(String head) {
        for (String line : head.split("\r\n"))
            if (line.toLowerCase(Locale.ROOT).startsWith("host:"))
                return line.substring(5).strip().replaceFirst(":.*", "").toLowerCase(Locale.ROOT);
        return "";
    }

    /** A records, nothing for other types (RFC 1035, section 4). */
    private void answerQueries() {
        var packet = new DatagramPacket(new byte[512], 512);
        try {
            while (true) {
                packet.setLength(512);
                names.receive(packet);
                byte[] query = Arrays.copyOf(packet.getData(), packet.getLength());
                int end = 12;
                var name = new StringBuilder();
                while (query[end] != 0) {
                    if (!name.isEmpty()) name.append('.');
                    name.append(new String(query, end + 1, query[end], StandardCharsets.US_ASCII));
                    end += query[end] + 1;
                }
                boolean isA = query[end + 1] == 0 && query[end + 2] == 1;
                var address = addresses.apply(name.toString().toLowerCase(Locale.ROOT));
                if (address.isEmpty()) continue;
                byte[] answer = answer(query, end + 5, isA ? address : Optional.empty());
                names.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private static byte[] answer(byte[] query, int questionEnd, Optional<InetAddress> address) {
        var answer = ByteBuffer.allocate(questionEnd + (address.isPresent() ? 16 : 0));
        answer.put(query, 0, 2).putShort((short) 0x8580).putShort((short) 1);
        answer.putShort((short) (address.isPresent() ? 1 : 0)).putInt(0);
        answer.put(query, 12, questionEnd - 12);
        if (address.isPresent())
            answer.putShort((short) 0xc00c)
                    .putShort((short) 1)
                    .putShort((short) 1)
                    .putInt(300)
                    .putShort((short) 4)
                    .put(address.get().getAddress());
        return answer.array();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        names.close();
        for (var socket : open) socket.close();
    }
}
