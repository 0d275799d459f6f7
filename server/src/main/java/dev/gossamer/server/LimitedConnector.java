package dev.gossamer.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A port at which an address has no more than some connections; others are closed at once. */
final class LimitedConnector extends ServerConnector {
    private final AddressLimit limit;

    /** With their addresses, which cannot be asked for when they are closed. */
    private final Map<EndPoint, InetAddress> counted = new ConcurrentHashMap<>();

    LimitedConnector(Server server, AddressLimit limit, ConnectionFactory... protocols) {
        super(server, 1, 1, protocols);
        this.limit = limit;
    }

    @Override
    protected void onEndPointOpened(EndPoint endPoint) {
        super.onEndPointOpened(endPoint);
        if (!(endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote)) return;
        if (limit.open(remote.getAddress())) counted.put(endPoint, remote.getAddress());
        else endPoint.close();
    }

    @Override
    protected void onEndPointClosed(EndPoint endPoint) {
        super.onEndPointClosed(endPoint);
        var address = Optional.ofNullable(counted.remove(endPoint));
        address.ifPresent(limit::close);
    }
}
