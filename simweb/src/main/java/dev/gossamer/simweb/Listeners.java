package dev.gossamer.simweb;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * The ports of a server: those on which it listens, and one on which it never does. Each is held by
 * a bound socket that does not listen, so that connections are refused while nobody else on the
 * machine can take the port.
 */
final class Listeners implements AutoCloseable {
    private final ServerBootstrap bootstrap;
    private final List<Socket> holders = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final List<Channel> listening = new ArrayList<>();

    /** Connections of clients. */
    private final ChannelGroup clients = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    Listeners(ServerBootstrap bootstrap) {
        this.bootstrap = bootstrap;
    }

    /** Takes a port on all addresses, or a free one for 0, and returns it. */
    int hold(int port) throws IOException {
        var holder = new Socket();
        try {
            holder.setReuseAddress(true); // so that a listener can have the port as well
            holder.bind(new InetSocketAddress("0.0.0.0", port));
        } catch (IOException e) {
            holder.close();
            throw e;
        }
        holders.add(holder);
        return holder.getLocalPort();
    }

    /** Takes a port on which {@link #listen} will listen. */
    int add(int port) throws IOException {
        int taken = hold(port);
        ports.add(taken);
        return taken;
    }

    synchronized void listen() {
        if (!listening.isEmpty()) return;
        for (int port : ports)
            listening.add(
                    bootstrap
                            .bind(new InetSocketAddress("0.0.0.0", port))
                            .syncUninterruptibly()
                            .channel());
    }

    /** Refuses connections from now on, and resets those that are open. */
    synchronized void refuse() {
        for (Channel channel : listening) channel.close().syncUninterruptibly();
        listening.clear();
        for (Channel client : clients) client.config().setOption(ChannelOption.SO_LINGER, 0);
        clients.close().awaitUninterruptibly();
    }

    void connected(Channel client) {
        clients.add(client);
    }

    @Override
    public synchronized void close() {
        for (Channel channel : listening) channel.close().syncUninterruptibly();
        listening.clear();
        try {
            for (Socket holder : holders) holder.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot give up a port", e);
        }
    }
}
