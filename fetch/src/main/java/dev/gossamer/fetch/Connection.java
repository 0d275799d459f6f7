package dev.gossamer.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.proxy.ProxyConnectException;
import io.netty.handler.proxy.ProxyConnectionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection and the exchange it carries, if any; the only handler in its pipeline that speaks
 * HTTP. Owned by its lane's thread and used for one exchange after the other.
 *
 * <p>An exchange ends in exactly one of {@link #complete}, {@link #fail} and {@link #decline}; each
 * takes it off the connection before it calls back.
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

    private final Lane lane;
    private final FetchOptions.Limits limits;
    private final HeadEnd headEnd = new HeadEnd();
    private final ChunkScanner chunks = new ChunkScanner();
    private @Nullable Channel channel;
    private @Nullable Exchange exchange;
    private Phase phase = Phase.CONNECTING;
    private boolean isReused;

    /** When the phase began; in {@link Phase#HEAD} and BODY when the first byte came. */
    private long sinceNanos;

    private long lastByteNanos;
    private long receivedBytes;
    private int interimAnswers;

    /** A head that came in pieces; {@code headLength} bytes of it are there. */
    private byte[] headBytes = {};

    private int headLength;
    private @Nullable ResponseHead head;
    private @Nullable Headers headers;
    private @Nullable BodySink body;

    /** Of a body with a known length; -1 when it is chunked or ends with the connection. */
    private long bodyLeft;

    /** The answer is a challenge that will be met; nobody else gets to see it. */
    private boolean isChallenge;

    Connection(Lane lane, Endpoint endpoint) {
        this.lane = lane;
        this.endpoint = endpoint;
        limits = lane.options.limits();
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
            if (!lane.isTunnelled()) secure(); // else once the tunnel stands
        } else if (lane.isTunnelled()) {
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
            else fail(Tls.fault(handshake.cause()), String.valueOf(handshake.cause()));
        }
    }

    /** Connected: once more the guard, on the address that the kernel says we reached. */
    private void secure() {
        var remote = Objects.requireNonNull(channel).remoteAddress();
        if (!lane.isTunnelled()
                && remote instanceof InetSocketAddress reached
                && !lane.options.guard().admits(reached.getAddress())) {
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
        byte[] bytes = lane.requestHead.write(current.request);
        current.sending(bytes);
        headEnd.reset();
        headLength = 0;
        receivedBytes = 0;
        interimAnswers = 0;
        enter(Phase.WAITING);
        var _ =
                open.writeAndFlush(
                        open.alloc().buffer(bytes.length).writeBytes(bytes), open.voidPromise());
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
            Log.warn("reading an answer", e);
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
        while (phase == Phase.HEAD && buffer.isReadable()) readHead(buffer);
        if (phase == Phase.BODY) readBody(buffer);
    }

    private void readHead(ByteBuf buffer) throws IOException {
        int end = buffer.forEachByte(headEnd);
        int count = (end < 0 ? buffer.writerIndex() : end + 1) - buffer.readerIndex();
        if (headLength + count > limits.headBytes()) {
            fail(Fault.HEAD_TOO_LARGE, "more than " + limits.headBytes() + " bytes");
            return;
        }
        if (end >= 0 && headLength == 0) {
            byte[] whole = new byte[count];
            buffer.readBytes(whole);
            headIsWhole(ResponseHead.parse(whole, limits.headFields()), buffer);
            return;
        }
        if (headLength + count > headBytes.length) {
            headBytes = Arrays.copyOf(headBytes, Math.max(headLength + count, headLength * 2));
        }
        buffer.readBytes(headBytes, headLength, count);
        headLength += count;
        if (end >= 0) {
            byte[] whole = Arrays.copyOf(headBytes, headLength);
            headIsWhole(ResponseHead.parse(whole, limits.headFields()), buffer);
        } else if (!ResponseHead.mayBegin(headBytes, headLength)) {
            fail(Fault.BAD_ANSWER, "not HTTP");
        }
    }

    private void headIsWhole(ResponseHead parsed, ByteBuf rest) throws IOException {
        headBytes = headBytes.length > 8192 ? new byte[0] : headBytes;
        headLength = 0;
        headEnd.reset();
        if (!parsed.isWhole()) {
            fail(Fault.BAD_ANSWER, parsed.flaw());
        } else if (parsed.hasTooManyFields()) {
            fail(Fault.TOO_MANY_FIELDS, "more than " + limits.headFields());
        } else if (parsed.isInterim()) {
            if (++interimAnswers > limits.interimAnswers()) {
                fail(Fault.TOO_MANY_INTERIM, "more than " + limits.interimAnswers());
            }
        } else {
            head = parsed;
            headers = Headers.of(parsed.bytes());
            beginBody(parsed, headers, rest);
        }
    }

    private void beginBody(ResponseHead head, Headers headers, ByteBuf rest) throws IOException {
        var current = Objects.requireNonNull(exchange);
        if (lane.cookies.isOn()) storeCookies(current, headers);
        isChallenge = isChallenge(current, head, headers);
        if (!isChallenge && !current.request.wanted().isWanted(head.status(), headers)) {
            decline(head, headers);
            return;
        }
        phase = Phase.BODY;
        bodyLeft =
                head.isChunked() || !head.transferCodings().isEmpty() ? -1 : head.contentLength();
        if (head.hasNoBody()) bodyLeft = 0;
        chunks.reset();
        body =
                new BodySink(
                        lane.options.spill(), Math.min(bodyLeft, current.request.maxBodyBytes()));
        if (bodyLeft == 0) complete(head.isKeptAlive() && !rest.isReadable(), Optional.empty());
    }

    private void storeCookies(Exchange current, Headers headers) {
        var now = lane.options.time().instants().instant();
        for (String field : headers.all("set-cookie")) {
            lane.cookies.store(current.request.url(), field, now);
        }
    }

    /** Whether the same request, with credentials, may get a better answer. */
    private boolean isChallenge(Exchange current, ResponseHead head, Headers headers) {
        if (head.status() != 401 || lane.options.sites().isEmpty()) return false;
        var authorization = lane.requestHead.authorization(endpoint.origin().host());
        return authorization.isPresent()
                && current.mayAuthorize()
                && authorization
                        .get()
                        .challenged(headers.all("www-authenticate"), current.isAuthorized());
    }

    private void readBody(ByteBuf buffer) throws IOException {
        var sink = Objects.requireNonNull(body);
        var parsed = Objects.requireNonNull(head);
        boolean isChunked = parsed.isChunked() && bodyLeft < 0;
        int count = buffer.readableBytes();
        if (isChunked) count = chunks.scan(buffer) - buffer.readerIndex();
        else if (bodyLeft >= 0) count = (int) Math.min(count, bodyLeft);

        long room = Objects.requireNonNull(exchange).request.maxBodyBytes() - sink.length();
        boolean isCut = count > room;
        sink.take(buffer, isCut ? (int) room : count);
        if (isCut) {
            complete(false, Optional.of(Body.Truncation.LENGTH));
        } else if (isChunked) {
            if (chunks.isBad()) fail(Fault.BAD_ANSWER, "bad chunk");
            else if (chunks.isDone())
                complete(parsed.isKeptAlive() && !buffer.isReadable(), Optional.empty());
        } else if (bodyLeft >= 0) {
            bodyLeft -= count;
            if (bodyLeft == 0)
                complete(parsed.isKeptAlive() && !buffer.isReadable(), Optional.empty());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws IOException {
        ended("closed by the server");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        String detail = String.valueOf(cause.getMessage());
        if (cause instanceof ProxyConnectException) fail(Fault.PROXY_FAILED, detail);
        else if (phase == Phase.SECURING) fail(Tls.fault(cause), detail);
        else fail(Fault.CONNECTION_LOST, detail);
    }

    private boolean isUntilClose() {
        return bodyLeft < 0 && head != null && !head.isChunked();
    }

    private void ended(String how) throws IOException {
        if (phase == Phase.BODY && isUntilClose()) {
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
                    fail(Fault.TOO_SLOW, "below " + limits.bytesPerSecond() + " bytes a second");
                }
            }
            case IDLE, CLOSED -> {}
        }
    }

    private boolean isTooSlow(long nanos) {
        return nanos > limits.slowAfter().toNanos()
                && receivedBytes < limits.bytesPerSecond() * (nanos / 1e9);
    }

    long idleSince() {
        return sinceNanos;
    }

    /** The answer is there. Keeps the connection first, so that the callback may find it. */
    private void complete(boolean mayKeep, Optional<Body.Truncation> cut) throws IOException {
        var current = Objects.requireNonNull(exchange);
        var parsed = Objects.requireNonNull(head);
        var fields = Objects.requireNonNull(headers);
        var encodings = Encodings.of(parsed, fields, limits);
        Body whole = Objects.requireNonNull(body).finish(encodings, cut, Optional.empty());
        clear();
        if (mayKeep) {
            enter(Phase.IDLE);
            lane.keep(this);
        } else {
            close();
        }
        if (isChallenge) {
            whole.close();
            lane.start(current);
        } else {
            current.answered(address(), parsed, fields, whole);
        }
    }

    private void decline(ResponseHead head, Headers headers) {
        var current = Objects.requireNonNull(exchange);
        clear();
        close();
        current.declined(address(), head, headers);
    }

    /**
     * Ends the exchange early: on another address or connection if that may help, with what there
     * is of the body if the head was whole, otherwise as failed.
     */
    void fail(Fault fault, String detail) {
        var current = exchange;
        if (current == null) {
            close();
            return;
        }
        boolean isStale = isReused && phase == Phase.WAITING && fault == Fault.CONNECTION_LOST;
        boolean isUnconnected =
                phase == Phase.CONNECTING
                        && fault != Fault.CANCELLED
                        && fault != Fault.TOTAL_TIMEOUT;
        boolean hasHead = phase == Phase.BODY;
        var parsed = head;
        var fields = headers;
        var sink = body;
        clear();
        close();
        if (isUnconnected && current.nextAddress()) {
            lane.connect(current);
        } else if (isStale && current.mayRetry()) {
            lane.connect(current);
        } else if (hasHead && parsed != null && fields != null && sink != null) {
            cut(current, parsed, fields, sink, fault);
        } else {
            current.failed(fault, detail);
        }
    }

    private void cut(
            Exchange current, ResponseHead parsed, Headers fields, BodySink sink, Fault fault) {
        try {
            var part =
                    sink.finish(
                            Encodings.of(parsed, fields, limits),
                            Exchange.truncation(fault),
                            Optional.of(fault));
            current.answered(address(), parsed, fields, part);
        } catch (IOException e) {
            sink.discard();
            current.failed(Fault.SPILL_FAILED, String.valueOf(e.getMessage()));
        }
    }

    private InetAddress address() {
        return lane.address(endpoint);
    }

    private void clear() {
        exchange = null;
        head = null;
        headers = null;
        body = null;
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
