package dev.gossamer.fetch;

import dev.gossamer.http.Truncation;
import dev.gossamer.http.ResponseHead;
import dev.gossamer.http.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.proxy.ProxyConnectException;
import io.netty.handler.proxy.ProxyConnectionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection and the exchange it carries, if any; the only handler in its pipeline that speaks
 * HTTP. Owned by its lane's thread and used for one exchange after the other.
 *
 * <p>An exchange ends in exactly one of {@link #headIsWhole} (declined), {@link #complete} and
 * {@link #fail}; each takes it off the connection before it calls back.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private enum Phase {
        /** To the server, or to a proxy and through it. */
        CONNECTING,
        /** In the TLS handshake. */
        SECURING,
        /** Request sent, nothing heard yet. */
        WAITING,
        HEAD,
        BODY,
        IDLE,
        CLOSED
    }

    final Endpoint endpoint;

    /** Links of {@link IdleConnections}, which alone touches them. */
    @Nullable Connection idleBelow;

    @Nullable Connection idleBefore;
    @Nullable Connection idleAfter;
    int idleDepth;

    /** Place in the lane's list; -1 while idle or closed. */
    int busyIndex = -1;

    private final EventLoopConnections lane;
    private final ResponseReader reader;
    private @Nullable Channel channel;
    private @Nullable Exchange exchange;
    private Phase phase = Phase.CONNECTING;
    private boolean isReused;

    /** The request, or the CONNECT before it, carried credentials for the proxy. */
    boolean isProxyLoginSent;

    /** When the phase began; in {@link Phase#HEAD} and BODY when the first byte came. */
    private long sinceNanos;

    private long lastByteNanos;
    private long receivedBytes;
    private @Nullable Headers headers;

    /** The answer is a challenge that will be met; nobody else gets to see it. */
    private boolean isChallenge;

    Connection(EventLoopConnections lane, Endpoint endpoint) {
        this.lane = lane;
        this.endpoint = endpoint;
        reader = new ResponseReader(lane.options.limits(), lane.memory);
    }

    void begin(Exchange exchange) {
        this.exchange = exchange;
        enter(Phase.CONNECTING);
    }

    void opened(Channel channel) {
        this.channel = channel;
    }

    void connected(@Nullable Throwable cause) {
        if (phase != Phase.CONNECTING) return; // given up meanwhile
        if (cause == null) {
            // Else once the tunnel stands.
            if (!lane.isProxied() || lane.isForwarded(endpoint.origin())) secure();
        } else if (lane.isProxied()) {
            fail(Fault.PROXY_FAILED, String.valueOf(cause.getMessage()));
        } else if (cause instanceof ConnectException && isRefusal(cause)) {
            fail(Fault.CONNECT_REFUSED, "refused by " + endpoint.address());
        } else {
            fail(Fault.CONNECT_FAILED, String.valueOf(cause.getMessage()));
        }
    }

    private static boolean isRefusal(Throwable cause) {
        return String.valueOf(cause.getMessage()).contains("refused");
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ProxyConnectionEvent && phase == Phase.CONNECTING) {
            secure();
        } else if (event instanceof SslHandshakeCompletionEvent handshake
                && phase == Phase.SECURING) {
            if (handshake.isSuccess()) send();
            else fail(Tls.fault(handshake.cause()), Tls.detail(handshake.cause()));
        }
    }

    /** Connected: once more the guard, on the address that the kernel says we reached. */
    private void secure() {
        var remote = Objects.requireNonNull(channel).remoteAddress();
        if (!lane.isProxied()
                && remote instanceof InetSocketAddress reached
                && !lane.options.guard().admits(reached.getAddress(), reached.getPort())) {
            fail(Fault.FORBIDDEN_ADDRESS, reached.toString());
        } else if (endpoint.origin().isSecure()) {
            enter(Phase.SECURING); // the handler is at it already and will tell
        } else {
            send();
        }
    }

    void reuse(Exchange exchange) {
        this.exchange = exchange;
        isReused = true;
        send();
    }

    private void send() {
        var current = Objects.requireNonNull(exchange);
        var open = Objects.requireNonNull(channel);
        var head = lane.requestHead.write(current.request);
        current.sending(head.archived());
        byte[] bytes =
                lane.isForwarded(endpoint.origin()) ? forwarded(current, head.sent()) : head.sent();
        reader.begin(current.request.maxBodyBytes());
        receivedBytes = 0;
        enter(Phase.WAITING);
        var _ =
                open.writeAndFlush(
                        open.alloc().buffer(bytes.length).writeBytes(bytes), open.voidPromise());
    }

    /**
     * The same request as a proxy wants it, RFC 9112 section 3.2.2. What the server gets to see,
     * and what is archived, is the form without: the proxy turns it back, and keeps its own fields.
     */
    private byte[] forwarded(Exchange current, byte[] head) {
        var url = current.request.url();
        String target = "http://" + url.authority() + url.pathAndQuery();
        var login = Objects.requireNonNull(lane.via).authorization("GET", target);
        isProxyLoginSent = login.isPresent();
        return RequestHead.forwarded(head, url.authority(), login);
    }

    private void enter(Phase next) {
        phase = next;
        sinceNanos = lane.nanos();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var buffer = (ByteBuf) message;
        try {
            read(buffer);
        } catch (IOException e) {
            fail(Fault.SPILL_FAILED, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            FetchLog.warn("reading an answer", e);
            fail(Fault.INTERNAL, e.toString());
        } finally {
            buffer.release();
        }
    }

    private void read(ByteBuf buffer) throws IOException {
        if (phase == Phase.CLOSED) return;
        if (phase == Phase.IDLE) {
            close(); // nobody asked: whatever it is, the connection is out of step
            return;
        }
        lastByteNanos = lane.nanos();
        receivedBytes += buffer.readableBytes();
        if (phase == Phase.WAITING) enter(Phase.HEAD);
        while (phase == Phase.HEAD || phase == Phase.BODY) {
            switch (reader.read(buffer)) {
                case MORE -> {
                    return;
                }
                case HEAD -> headIsWhole(reader.head());
                case DONE -> {
                    boolean isInStep = !buffer.isReadable(); // else it said more than it should
                    complete(reader.head().isKeptAlive() && isInStep, Optional.empty());
                }
                case CUT -> complete(false, Optional.of(Truncation.LENGTH));
                case BAD -> fail(reader.fault(), reader.detail());
            }
        }
    }

    private void headIsWhole(ResponseHead head) {
        var current = Objects.requireNonNull(exchange);
        var fields = head.headers();
        if (lane.cookies.isOn()) storeCookies(current, fields);
        isChallenge = isChallenge(current, head, fields);
        if (head.status() == 407 && lane.isForwarded(endpoint.origin()) && !isChallenge) {
            fail(Fault.PROXY_FAILED, "407: the proxy wants other credentials");
            return;
        }
        if (!isChallenge && !current.request.wanted().isWanted(head.status(), fields)) {
            end();
            current.declined(address(), head, fields);
            return;
        }
        headers = fields;
        phase = Phase.BODY;
    }

    private void storeCookies(Exchange current, Headers headers) {
        var now = lane.options.time().instants().instant();
        for (String field : headers.all("set-cookie")) {
            lane.cookies.store(current.request.url(), field, now);
        }
    }

    /** Whether the same request, with credentials, may get a better answer. */
    private boolean isChallenge(Exchange current, ResponseHead head, Headers headers) {
        if (head.status() == 407 && lane.isForwarded(endpoint.origin())) {
            return isMet(current, headers.all("proxy-authenticate"));
        }
        if (head.status() != 401 || lane.options.sites().isEmpty()) return false;
        var authorization = lane.requestHead.authorization(endpoint.origin());
        return authorization.isPresent()
                && current.mayAuthorize()
                && authorization
                        .get()
                        .challenged(headers.all("www-authenticate"), current.isAuthorized());
    }

    /** Whether we can answer what a proxy asks. */
    private boolean isMet(Exchange current, Iterable<String> proxyAuthenticate) {
        return current.mayLogIn()
                && Objects.requireNonNull(lane.via).challenged(proxyAuthenticate, isProxyLoginSent);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        try {
            ended("closed by the server");
        } catch (IOException e) {
            fail(Fault.SPILL_FAILED, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        String detail = String.valueOf(cause.getMessage());
        if (cause instanceof ProxyConnectException refusal) proxyRefused(refusal, detail);
        else if (phase == Phase.SECURING) fail(Tls.fault(cause), Tls.detail(cause));
        else fail(Fault.CONNECTION_LOST, detail);
    }

    /** A tunnel refused for want of credentials is tried once more with them. */
    private void proxyRefused(ProxyConnectException refusal, String detail) {
        var current = exchange;
        if (current != null
                && refusal instanceof HttpProxyHandler.HttpProxyConnectException http
                && http.headers() != null
                && isMet(current, http.headers().getAll("proxy-authenticate"))) {
            end();
            lane.connect(current);
        } else {
            fail(Fault.PROXY_FAILED, detail);
        }
    }

    private void ended(String how) throws IOException {
        if (phase == Phase.BODY && reader.endsWithConnection()) {
            complete(false, Optional.empty());
        } else if (phase == Phase.IDLE) {
            close();
        } else if (phase != Phase.CLOSED) {
            fail(phase == Phase.SECURING ? Fault.TLS_FAILED : Fault.CONNECTION_LOST, how);
        }
    }

    void checkDeadlines(long now) {
        var limit = lane.options.timeouts();
        var current = exchange;
        if (current == null) return;
        if (now - current.startNanos > limit.total().toNanos()) {
            fail(Fault.TOTAL_TIMEOUT, "after " + limit.total());
            return;
        }
        switch (phase) {
            case CONNECTING -> {
                if (now - sinceNanos > limit.connect().toNanos()) {
                    fail(Fault.CONNECT_TIMEOUT, "after " + limit.connect());
                }
            }
            case SECURING -> {
                if (now - sinceNanos > limit.tls().toNanos()) {
                    fail(Fault.TLS_TIMEOUT, "after " + limit.tls());
                }
            }
            case WAITING -> {
                if (now - sinceNanos > limit.firstByte().toNanos()) {
                    fail(Fault.FIRST_BYTE_TIMEOUT, "after " + limit.firstByte());
                }
            }
            case HEAD, BODY -> {
                if (now - lastByteNanos > limit.idle().toNanos()) {
                    fail(Fault.IDLE_TIMEOUT, "after " + limit.idle());
                } else if (isTooSlow(now - sinceNanos)) {
                    int least = lane.options.limits().bytesPerSecond();
                    fail(Fault.TOO_SLOW, "below " + least + " bytes a second");
                }
            }
            case IDLE, CLOSED -> {}
        }
    }

    private boolean isTooSlow(long nanos) {
        var limits = lane.options.limits();
        return nanos > limits.slowAfter().toNanos()
                && receivedBytes < limits.bytesPerSecond() * (nanos / 1e9);
    }

    long idleSince() {
        return sinceNanos;
    }

    /** The answer is there. Keeps the connection first, so that the callback may find it. */
    private void complete(boolean mayKeep, Optional<Truncation> cut) throws IOException {
        var current = Objects.requireNonNull(exchange);
        var fields = Objects.requireNonNull(headers);
        var body = reader.finish(cut, Optional.empty());
        if (mayKeep) {
            exchange = null;
            enter(Phase.IDLE);
            lane.keep(this);
        } else {
            end();
        }
        if (isChallenge) {
            body.close();
            lane.start(current);
        } else {
            current.answered(address(), reader.head(), fields, body);
        }
    }

    /**
     * Ends the exchange early: on another address or connection if that may help, with what there
     * is of the body if the web cut it, otherwise as failed.
     */
    void fail(Fault fault, String detail) {
        var current = exchange;
        var reached = phase;
        end();
        if (current == null) return;
        boolean isOver = isOurs(fault) || fault == Fault.TOTAL_TIMEOUT;
        boolean isStale = isReused && reached == Phase.WAITING && fault == Fault.CONNECTION_LOST;
        if (reached == Phase.CONNECTING && !isOver && current.nextAddress()) {
            lane.connect(current);
        } else if (isStale && current.mayRetry()) {
            lane.connect(current);
        } else if (reached == Phase.BODY && !isOurs(fault)) {
            cut(current, fault);
        } else {
            reader.discard();
            current.failed(fault, detail);
        }
    }

    /** Faults of ours say nothing about the page: what came of it is worth nothing. */
    private static boolean isOurs(Fault fault) {
        return fault == Fault.CANCELLED || fault == Fault.SPILL_FAILED || fault == Fault.INTERNAL;
    }

    private void cut(Exchange current, Fault fault) {
        var fields = Objects.requireNonNull(headers);
        try {
            var part = reader.finish(Exchange.truncation(fault), Optional.of(fault));
            current.answered(address(), reader.head(), fields, part);
        } catch (IOException e) {
            reader.discard();
            current.failed(Fault.SPILL_FAILED, String.valueOf(e.getMessage()));
        }
    }

    private InetAddress address() {
        return lane.address(endpoint);
    }

    /** The exchange and the connection part for good. */
    private void end() {
        exchange = null;
        close();
    }

    void close() {
        if (phase == Phase.CLOSED) return;
        lane.forget(this);
        forgotten();
    }

    /** Closes a connection that the lane no longer counts. */
    void forgotten() {
        phase = Phase.CLOSED;
        if (channel != null) {
            var _ = channel.close();
        }
    }
}
