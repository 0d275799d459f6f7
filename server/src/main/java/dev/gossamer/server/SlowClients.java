package dev.gossamer.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Cuts clients that send a request a few bytes at a time: each byte would begin the idle time anew,
 * so that a few hundred such clients could hold all connections for ever. A client has a while for
 * a request, and more as long as a kilobyte comes each second.
 */
final class SlowClients {
    private static final int BYTES_PER_SECOND = 1_024;

    /**
     * A request that is on its way.
     *
     * @param requests that came to their end before
     * @param bytes that had come when its first byte was seen
     * @param since when that was
     */
    private record Pending(long requests, long bytes, Instant since) {}

    private final Duration patience;
    private final InstantSource clock;
    private final Map<EndPoint, Pending> pending = new HashMap<>();

    SlowClients(Duration patience, InstantSource clock) {
        this.patience = patience;
        this.clock = clock;
    }

    /** Looks at all connections; to be called once a second. */
    void sweep(ServerConnector... connectors) {
        var open = new HashSet<EndPoint>();
        for (var connector : connectors)
            for (var endPoint : connector.getConnectedEndPoints()) {
                open.add(endPoint);
                look(endPoint);
            }
        pending.keySet().retainAll(Set.copyOf(open));
    }

    private void look(EndPoint endPoint) {
        var connection = plain(endPoint.getConnection());
        long requests = connection.getMessagesIn();
        long bytes = connection.getBytesIn();
        var now = clock.instant();
        var before = pending.get(endPoint);
        if (before == null || before.requests != requests) {
            // Before the first request is known, all that came is a part of it.
            pending.put(endPoint, new Pending(requests, requests == 0 ? 0 : bytes, now));
            return;
        }
        // Whoever waits for an answer, or for nothing, sends nothing: the idle time is theirs.
        if (bytes == before.bytes) {
            pending.put(endPoint, new Pending(requests, bytes, now));
            return;
        }
        var took = Duration.between(before.since, now);
        boolean isSlow = bytes - before.bytes < took.toSeconds() * BYTES_PER_SECOND;
        if (took.compareTo(patience) > 0 && isSlow) endPoint.close();
    }

    private static Connection plain(Connection connection) {
        return connection instanceof SslConnection tls
                ? tls.getSslEndPoint().getConnection()
                : connection;
    }
}
