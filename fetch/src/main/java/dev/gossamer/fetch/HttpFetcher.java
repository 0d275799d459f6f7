package dev.gossamer.fetch;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * {@code http} and {@code https}. An address always meets the same lane, so that its idle
 * connections are found without looking elsewhere. Safe for use by many threads.
 */
public final class HttpFetcher implements Fetcher {
    private final FetchOptions options;
    private final EventLoopGroup group;
    private final Tls tls;
    private final List<EventLoopConnections> lanes = new ArrayList<>();

    private HttpFetcher(FetchOptions options, EventLoopGroup group, Tls tls) {
        this.options = options;
        this.group = group;
        this.tls = tls;
    }

    /** Starts the event loops. */
    public static HttpFetcher open(FetchOptions options) {
        return open(options, Platform.BEST);
    }

    static HttpFetcher open(FetchOptions options, Platform platform) {
        int loops = options.connections().loops();
        var threads = new DefaultThreadFactory("fetch", true);
        var group = new MultiThreadIoEventLoopGroup(loops, threads, platform.ioHandlers());
        var fetcher = new HttpFetcher(options, group, new Tls(options, platform));
        var shared =
                new EventLoopConnections.Shared(
                        options,
                        platform.channel(),
                        loops,
                        fetcher.tls,
                        new CookieJar(options.cookies()));
        for (var loop : group)
            fetcher.lanes.add(new EventLoopConnections(shared, (EventLoop) loop));
        fetcher.lanes.forEach(EventLoopConnections::open);
        return fetcher;
    }

    @Override
    public void fetch(Request request, Consumer<? super Outcome> done) {
        var origin = Endpoint.Origin.of(request.url());
        var exchange = new Exchange(request, origin, done, options.time());
        if (!request.url().isHttp() || !RequestHead.isWritable(request.url())) {
            exchange.failed(Fault.UNSUPPORTED_URL, request.url().toString());
            return;
        }
        Object key = request.addresses().isEmpty() ? origin.host() : request.addresses().getFirst();
        var lane = lanes.get(Math.floorMod(key.hashCode(), lanes.size()));
        try {
            lane.execute(() -> lane.start(exchange));
        } catch (RejectedExecutionException e) {
            exchange.failed(Fault.CANCELLED, "fetcher is closed");
        }
    }

    @Override
    public void closeIdle(Predicate<? super InetAddress> addresses) {
        try {
            onEachLane(lane -> lane.closeIdle(addresses));
        } catch (RejectedExecutionException e) {
            // It is closed, and so are all its connections.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Connections that are open now, idle ones included; waits for the event loops. */
    int openConnections() throws InterruptedException {
        var counts = new int[lanes.size()];
        onEachLane(lane -> counts[lanes.indexOf(lane)] = lane.openConnections());
        int sum = 0;
        for (int count : counts) sum += count;
        return sum;
    }

    /** TLS sessions that may be resumed. */
    int tlsSessions() {
        return tls.sessions();
    }

    private void onEachLane(Consumer<EventLoopConnections> task) throws InterruptedException {
        var left = new CountDownLatch(lanes.size());
        for (var lane : lanes) {
            lane.execute(
                    () -> {
                        task.accept(lane);
                        left.countDown();
                    });
        }
        left.await();
    }

    @Override
    public void close() {
        if (group.isShuttingDown()) return;
        try {
            onEachLane(EventLoopConnections::close);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
