package dev.gossamer.fetch;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One event loop with the connections that live on it. Everything here runs on that loop's thread:
 * no locks. Deadlines are not timers: a sweep over the open connections a few times per time-out
 * costs less than scheduling and cancelling a timer for each request.
 */
final class EventLoopConnections {
    final FetchOptions options;
    final RequestHead requestHead;
    final CookieJar cookies;
    final BodyMemory memory;
    private final Tls tls;
    final @Nullable ProxyRoute via;
    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final IdleConnections idle;
    private final List<Connection> busy = new ArrayList<>();
    private final int openLimit;
    private boolean isClosed;

    /** What all lanes of a fetcher have in common. */
    record Shared(
            FetchOptions options,
            Class<? extends Channel> channelType,
            int lanes,
            Tls tls,
            CookieJar cookies) {}

    EventLoopConnections(Shared shared, EventLoop loop) {
        options = shared.options;
        cookies = shared.cookies;
        tls = shared.tls;
        via = options.proxy().map(ProxyRoute::of).orElse(null);
        this.loop = loop;
        memory = new BodyMemory(options.spill(), shared.lanes);
        requestHead = new RequestHead(options, cookies);
        var limits = options.connections();
        openLimit = Math.max(1, limits.open() / shared.lanes);
        idle = new IdleConnections(limits.idlePerAddress(), limits.idle() / shared.lanes);
        bootstrap =
                new Bootstrap()
                        .group(loop)
                        .channel(shared.channelType)
                        .disableResolver()
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                new FixedRecvByteBufAllocator(READ_BYTES))
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
    }

    private static final int READ_BYTES = 32 << 10;

    void open() {
        long period = Math.clamp(options.timeouts().shortest().toMillis() / 4, 10, 250);
        var _ = loop.scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
    }

    void execute(Runnable task) {
        loop.execute(task);
    }

    long nanos() {
        return options.time().nanos().getAsLong();
    }

    int openConnections() {
        return busy.size() + idle.count();
    }

    void start(Exchange exchange) {
        if (isClosed) {
            exchange.failed(Fault.CANCELLED, "fetcher is closed");
            return;
        }
        var kept = idle.take(new Endpoint(exchange.origin, exchange.address()));
        if (kept == null) {
            connect(exchange);
        } else {
            addBusy(kept);
            kept.reuse(exchange);
        }
    }

    /** Opens a connection to the exchange's current address, or to the first one admitted. */
    void connect(Exchange exchange) {
        InetAddress address = exchange.address();
        if (address == null && via == null) {
            exchange.failed(Fault.DNS_FAILED, "no address given");
        } else if (address == null && isRefusedLiteral(exchange.origin)) {
            exchange.failed(Fault.FORBIDDEN_ADDRESS, exchange.origin.host());
        } else if (address != null && !options.guard().admits(address, exchange.origin.port())) {
            if (exchange.nextAddress()) {
                connect(exchange);
            } else {
                exchange.failed(
                        Fault.FORBIDDEN_ADDRESS,
                        address.getHostAddress() + " port " + exchange.origin.port());
            }
        } else if (openConnections() >= openLimit && !closeOldest()) {
            exchange.failed(Fault.TOO_MANY_CONNECTIONS, "limit of " + openLimit);
        } else {
            connect(exchange, new Endpoint(exchange.origin, address));
        }
    }

    /** A proxy that looks names up must not be handed an address in a name's place. */
    private boolean isRefusedLiteral(Endpoint.Origin origin) {
        return AddressLiteral.looksLikeAddress(origin.host())
                && AddressLiteral.parse(origin.host())
                        .filter(address -> options.guard().admits(address, origin.port()))
                        .isEmpty();
    }

    private void connect(Exchange exchange, Endpoint endpoint) {
        var connection = new Connection(this, endpoint);
        addBusy(connection);
        connection.begin(exchange);
        var target = target(endpoint);
        bootstrap
                .clone()
                .handler(initializer(connection, target))
                .connect(
                        isForwarded(endpoint.origin())
                                ? Objects.requireNonNull(via).address()
                                : target)
                .addListener(result -> connection.connected(result.cause()));
    }

    private static InetSocketAddress target(Endpoint endpoint) {
        int port = endpoint.origin().port();
        if (endpoint.address() == null) {
            return InetSocketAddress.createUnresolved(endpoint.origin().host(), port);
        }
        try {
            // An address that remembers its name would be told to a proxy by that name.
            byte[] nameless = endpoint.address().getAddress();
            return new InetSocketAddress(InetAddress.getByAddress(nameless), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the bytes of an address are one", e);
        }
    }

    private ChannelInitializer<Channel> initializer(
            Connection connection, InetSocketAddress target) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                connection.opened(channel);
                var origin = connection.endpoint.origin();
                var pipeline = channel.pipeline();
                if (via != null && !isForwarded(origin)) {
                    var login = via.authorization("CONNECT", ProxyRoute.connectTarget(target));
                    connection.isProxyLoginSent = login.isPresent();
                    pipeline.addLast(via.tunnel(login));
                }
                if (origin.isSecure()) pipeline.addLast(tls.handler(channel.alloc(), origin));
                pipeline.addLast(connection);
            }
        };
    }

    /** Where the bytes go: to the proxy if there is one. */
    boolean isProxied() {
        return via != null;
    }

    /** The proxy makes the request for us, at an address of its choice. */
    boolean isForwarded(Endpoint.Origin origin) {
        return via != null && via.isForwarding(origin);
    }

    /** Who is asked, as far as we know. */
    InetAddress address(Endpoint endpoint) {
        if (endpoint.address() != null && !isForwarded(endpoint.origin())) {
            return endpoint.address();
        }
        return Objects.requireNonNull(via).address().getAddress();
    }

    void closeIdle(Predicate<? super InetAddress> addresses) {
        idle.to(addresses).forEach(Connection::close);
    }

    private boolean closeOldest() {
        var oldest = idle.oldest();
        if (oldest == null) return false;
        oldest.close();
        return true;
    }

    private void addBusy(Connection connection) {
        connection.busyIndex = busy.size();
        busy.add(connection);
    }

    private void removeBusy(Connection connection) {
        var last = busy.removeLast();
        if (last != connection) {
            busy.set(connection.busyIndex, last);
            last.busyIndex = connection.busyIndex;
        }
        connection.busyIndex = -1;
    }

    /** The connection has no exchange any more and may serve another. */
    void keep(Connection connection) {
        removeBusy(connection);
        if (isClosed || !idle.add(connection)) {
            connection.forgotten();
        }
    }

    /** The connection is at its end. */
    void forget(Connection connection) {
        if (connection.busyIndex >= 0) removeBusy(connection);
        else idle.remove(connection);
    }

    private void sweep() {
        long now = nanos();
        // Backwards: a connection that fails leaves the list and another takes its place.
        for (int i = busy.size() - 1; i >= 0; i--) {
            if (i < busy.size()) busy.get(i).checkDeadlines(now);
        }
        long kept = options.connections().keptFor().toNanos();
        for (@Nullable Connection old = idle.oldest();
                old != null && now - old.idleSince() > kept;
                old = idle.oldest()) {
            old.close();
        }
    }

    void close() {
        isClosed = true;
        for (var connection : List.copyOf(busy)) {
            connection.fail(Fault.CANCELLED, "fetcher is closed");
        }
        while (closeOldest()) {
            // each call closes one
        }
    }
}
