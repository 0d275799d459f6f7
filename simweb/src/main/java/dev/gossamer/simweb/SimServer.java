package dev.gossamer.simweb;

import dev.gossamer.files.ReadsTheClock;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves a simulated web over real sockets, with a name server for it.
 *
 * <p>One socket listens on all addresses, because a wildcard is the only way to be reached under
 * millions of loopback addresses at once; a connection whose local address is not loopback is
 * closed before a byte is read. Every address in 127.0.0.0/8 is local on Linux without set-up;
 * other systems know 127.0.0.1 alone, so this server is for Linux.
 */
@ReadsTheClock
public final class SimServer implements AutoCloseable {
    /** How much of an endless body is sent at most. */
    public static final long ENDLESS_BYTES = 256L << 20;

    private static final int BACKLOG = 4096;

    private final ServerState state;
    private final SimDns.Running dns;
    private final EventLoopGroup loops;
    private final Listeners listeners;

    private SimServer(
            ServerState state, SimDns.Running dns, EventLoopGroup loops, Listeners listeners) {
        this.state = state;
        this.dns = dns;
        this.loops = loops;
        this.listeners = listeners;
    }

    /** Starts with as many threads as half of the processors: the crawler needs the others. */
    public static SimServer start(SimWebOptions options) throws IOException {
        return start(options, Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /**
     * Starts on the ports of the options, or on free ones where they are 0; the URLs of {@link
     * #web()} then name them.
     */
    public static SimServer start(SimWebOptions options, int threads) throws IOException {
        boolean isEpoll = Epoll.isAvailable();
        IoHandlerFactory handlers =
                isEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        var loops =
                new MultiThreadIoEventLoopGroup(
                        threads, new DefaultThreadFactory("simweb", true), handlers);
        var acceptor = new Acceptor();
        var listeners = new Listeners(bootstrap(isEpoll, loops).childHandler(acceptor));
        try {
            var web = SimWeb.of(withPorts(options, listeners));
            var state = new ServerState(web, new ServerLog(web), nanosFromNow());
            acceptor.serve(state, listeners);
            var dns = SimDns.start(state, loops, isEpoll);
            listeners.listen();
            return new SimServer(state, dns, loops, listeners);
        } catch (Exception e) { // Netty throws what bind threw, checked or not
            listeners.close();
            loops.shutdownGracefully().syncUninterruptibly();
            throw new IOException(
                    "cannot listen on port " + options.port() + ": " + e.getMessage(), e);
        }
    }

    private static ServerBootstrap bootstrap(boolean isEpoll, EventLoopGroup loops) {
        return new ServerBootstrap()
                .group(loops)
                .channel(isEpoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true);
    }

    /** Takes the ports that this web needs. */
    private static SimWebOptions withPorts(SimWebOptions options, Listeners listeners)
            throws IOException {
        int port = listeners.add(options.port());
        int live = options.otherPorts().live();
        int dead = options.otherPorts().dead();
        if (options.part(Share.SECOND_ORIGINS) > 0) live = listeners.add(live);
        if (options.part(SimFault.DEAD_ORIGIN) > 0) dead = listeners.hold(dead);
        return options.withPort(port).withOtherPorts(live, dead);
    }

    private static LongSupplier nanosFromNow() {
        long start = System.nanoTime();
        return () -> System.nanoTime() - start;
    }

    public SimWeb web() {
        return state.web();
    }

    /**
     * Begins an outage. What is under way when a whole network is refused is reset. The log notes
     * it, so that the judge knows.
     */
    public void outage(SimOutage outage) {
        state.begin(outage);
        if (outage.kind() == SimOutage.Kind.REFUSED && outage.host().isEmpty()) listeners.refuse();
    }

    /** Ends every outage. */
    public void restore() {
        listeners.listen();
        state.endOutages();
    }

    public int port() {
        return web().options().port();
    }

    /** Where the name server for the hosts of this web listens, for UDP and TCP. */
    public InetSocketAddress dnsAddress() {
        return dns.address();
    }

    /** What was asked so far; goes on growing while the server runs. */
    public ServerLog log() {
        return state.log();
    }

    /** The first page of each host, at most 1,000. */
    public List<String> seedUrls() {
        return web().seedUrls(1000);
    }

    /** Ends all connections. The log stays. */
    @Override
    public void close() {
        dns.close();
        listeners.close();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /**
     * Gives each connection its handler, and each event loop its own writer and part of the log.
     */
    private static final class Acceptor extends ChannelInitializer<Channel> {
        private record Serving(ServerState state, Listeners listeners) {}

        private final CompletableFuture<Serving> serving = new CompletableFuture<>();
        private final AtomicInteger connections = new AtomicInteger();
        private final FastThreadLocal<@Nullable ServerLoop> loops = new FastThreadLocal<>();

        /** To be called before anyone listens. */
        void serve(ServerState state, Listeners listeners) {
            serving.complete(new Serving(state, listeners));
        }

        @Override
        protected void initChannel(Channel channel) {
            serving.join().listeners.connected(channel);
            channel.pipeline()
                    .addLast(new HttpConnection(loop(channel), connections.incrementAndGet()));
        }

        private ServerLoop loop(Channel channel) {
            var known = loops.get();
            if (known != null) return known;
            var loop = new ServerLoop(serving.join().state);
            loop.noteTurns(channel.eventLoop());
            loops.set(loop);
            return loop;
        }
    }
}
