package dev.gossamer.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A relay between clients and a server of this machine, as a network that can be slow or cut. While
 * it is cut, connections stay open and carry nothing, and new ones are accepted and carry nothing
 * either: nobody is told.
 */
final class TcpRelay implements AutoCloseable {
    private static final int CHUNK = 16 << 10;

    private final ServerSocket door;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile int target;
    private volatile boolean isCut;
    private volatile Duration delay = Duration.ZERO;

    TcpRelay() throws IOException {
        door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Where it leads. */
    void leadTo(int port) {
        target = port;
    }

    void cut() {
        isCut = true;
    }

    /** Carries again what comes from now on; what was open is broken. */
    void mend() throws IOException {
        isCut = false;
        for (var socket : sockets) socket.close();
    }

    /** Each piece waits so long on its way. */
    void delay(Duration each) {
        delay = each;
    }

    private void accept() {
        try {
            while (true) {
                var client = door.accept();
                sockets.add(client);
                Thread.ofVirtual().start(() -> connect(client));
            }
        } catch (IOException _) {
            // It is closed.
        }
    }

    private void connect(Socket client) {
        try {
            var server = new Socket();
            sockets.add(server);
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
            Thread.ofVirtual().start(() -> carry(client, server));
            carry(server, client);
        } catch (IOException _) {
            close(client);
        }
    }

    private void carry(Socket from, Socket to) {
        var chunk = new byte[CHUNK];
        try (from;
                to) {
            while (true) {
                int length = from.getInputStream().read(chunk);
                if (length < 0) return;
                LockSupport.parkNanos(delay.toNanos());
                while (isCut && !from.isClosed()) LockSupport.parkNanos(10_000_000);
                to.getOutputStream().write(chunk, 0, length);
            }
        } catch (IOException _) {
            // One of both has closed it.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void close(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (var socket : sockets) socket.close();
    }
}
