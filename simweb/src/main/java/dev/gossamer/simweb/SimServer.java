package dev.gossamer.simweb;

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

    private final SimWeb web;
    private final ServerLog log;
    private final SimDns.Running dns;
    private final EventLoopGroup loops;
    private final Channel channel;

    private SimServer(
            SimWeb web, ServerLog log, SimDns.Running dns, EventLoopGroup loops, Channel channel) {
        this.web = web;
        this.log = log;
        this.dns = dns;
        this.loops = loops;
        this.channel = channel;
    }

    /** Starts with as many threads as half of the processors: the crawler needs the others. */
    public static SimServer start(SimWebOptions options) throws IOException {
        return start(options, Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /**
     * Starts on the port of the options, or on a free one if that is 0; the URLs of {@link #web()}
     * then name it.
     */
    public static SimServer start(SimWebOptions options, int threads) throws IOException {
        boolean isEpoll = Epoll.isAvailable();
        IoHandlerFactory handlers =
                isEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        var loops =
                new MultiThreadIoEventLoopGroup(
                        threads, new DefaultThreadFactory("simweb", true), handlers);
        var acceptor = new Acceptor();
        var bootstrap =
                new ServerBootstrap()
                        .group(loops)
                        .channel(
                                isEpoll
                                        ? EpollServerSocketChannel.class
                                        : NioServerSocketChannel.class)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .option(
                                ChannelOption.AUTO_READ,
                                false) // until the port, and with it the web, is known
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(acceptor);
        try {
            var channel =
                    bootstrap
                            .bind(new InetSocketAddress("0.0.0.0", options.port()))
                            .syncUninterruptibly()
                            .channel();
            var web =
                    SimWeb.of(
                            options.withPort(
                                    ((InetSocketAddress) channel.localAddress()).getPort()));
            var log = new ServerLog(web);
            acceptor.state.complete(new ServerState(web, log, nanosFromNow()));
            var dns = SimDns.start(web, loops, isEpoll);
            channel.config().setAutoRead(true);
            return new SimServer(web, log, dns, loops, channel);
        } catch (Exception e) { // Netty throws what bind threw, checked or not
            loops.shutdownGracefully().syncUninterruptibly();
            throw new IOException(
                    "cannot listen on port " + options.port() + ": " + e.getMessage(), e);
        }
    }

    private static LongSupplier nanosFromNow() {
        long start = System.nanoTime();
        return () -> System.nanoTime() - start;
    }

    public SimWeb web() {
        return web;
    }

    public int port() {
        return web.options().port();
    }

    /** Where the name server for the hosts of this web listens, for UDP and TCP. */
    public InetSocketAddress dnsAddress() {
        return dns.address();
    }

    /** What was asked so far; goes on growing while the server runs. */
    public ServerLog log() {
        return log;
    }

    /** The first page of each host, at most 1,000. */
    public List<String> seedUrls() {
        return web.seedUrls(1000);
    }

    /** Ends all connections. The log stays. */
    @Override
    public void close() {
        dns.close();
        channel.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /**
     * Gives each connection its handler, and each event loop its own writer and part of the log.
     */
    private static final class Acceptor extends ChannelInitializer<Channel> {
        private final CompletableFuture<ServerState> state = new CompletableFuture<>();
        private final AtomicInteger connections = new AtomicInteger();
        private final FastThreadLocal<ServerLoop> loop =
                new FastThreadLocal<>() {
                    @Override
                    protected ServerLoop initialValue() {
                        return new ServerLoop(state.join());
                    }
                };

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline()
                    .addLast(new HttpConnection(loop.get(), connections.incrementAndGet()));
        }
    }
}
