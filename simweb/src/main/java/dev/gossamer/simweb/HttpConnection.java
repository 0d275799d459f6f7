package dev.gossamer.simweb;

import dev.gossamer.simweb.SimWeb.Decision;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client: requests are read one after the other, the next when the last is
 * answered.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write or close ends in channelInactive
final class HttpConnection extends ChannelInboundHandlerAdapter {
    /** Longest head of a request. */
    static final int MAX_HEAD = 8192;

    private final ServerLoop loop;
    private final int number;
    private byte[] in = new byte[1024];
    private int have;
    private int address;
    private boolean isBeside;
    private int place = -1;
    private String lastHostName = "";
    private int lastHost = -1;

    /** When it was opened or the last answer ended. */
    private long restSince;

    private @Nullable Future<?> idleTimer;

    // The request that is being answered.
    private boolean isBusy;
    private int row = -1;
    private int status;
    private Optional<SimFault> fault = Optional.empty();
    private boolean keepsAlive;

    HttpConnection(ServerLoop loop, int number) {
        this.loop = loop;
        this.number = number;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        var socket = (InetSocketAddress) ctx.channel().localAddress();
        var local = socket.getAddress();
        isBeside = socket.getPort() != loop.web().options().port();
        if (!local.isLoopbackAddress()) {
            ctx.close();
            return;
        }
        address = ByteBuffer.wrap(local.getAddress()).getInt(local.getAddress().length - 4);
        restSince = loop.nanos();
        place = loop.segment().opened(number, address, restSince);
        closeWhenIdle(ctx, loop.web().options().idleFor().toNanos());
    }

    /**
     * Looks again when the time would be up, so a connection has one timer whatever the number of
     * its requests.
     */
    private void closeWhenIdle(ChannelHandlerContext ctx, long idleNanos) {
        if (!ctx.channel().isActive()) return;
        long left = isBusy ? idleNanos : restSince + idleNanos - loop.nanos();
        if (left <= 0) ctx.close();
        else
            idleTimer =
                    ctx.executor()
                            .schedule(
                                    () -> closeWhenIdle(ctx, idleNanos),
                                    left,
                                    TimeUnit.NANOSECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end(loop.possiblySinceNanos(), false);
        if (idleTimer != null) idleTimer.cancel(false);
        if (place >= 0) loop.segment().closed(place, loop.possiblySinceNanos());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        var buffer = (ByteBuf) message;
        int more = buffer.readableBytes();
        if (have + more > MAX_HEAD) {
            buffer.release();
            ctx.close();
            return;
        }
        if (have + more > in.length) in = Arrays.copyOf(in, Math.min(MAX_HEAD, 2 * (have + more)));
        buffer.readBytes(in, have, more);
        buffer.release();
        have += more;
        serveNext(ctx);
    }

    /** Serves what has arrived, unless an answer is still under way. */
    void serveNext(ChannelHandlerContext ctx) {
        while (!isBusy && ctx.channel().isActive()) {
            int end = headEnd();
            if (end < 0) return;
            var head = new String(in, 0, end, StandardCharsets.ISO_8859_1);
            have -= end;
            System.arraycopy(in, end, in, 0, have);
            serve(ctx, SimRequest.parse(head));
        }
    }

    private int headEnd() {
        for (int i = 3; i < have; i++)
            if (in[i] == '\n' && in[i - 1] == '\r' && in[i - 2] == '\n' && in[i - 3] == '\r')
                return i + 1;
        return -1;
    }

    private void serve(ChannelHandlerContext ctx, Optional<SimRequest> parsed) {
        SimRequest request = parsed.orElse(new SimRequest("?", "", "?", false, "", ""));
        boolean isHead = request.method().equals("HEAD");
        int host = host(request.host());
        long id = locate(host, request.path());
        long now = loop.nanos();
        row = loop.segment().begin(now, number, address, host, id, isHead);
        if (id == PageId.NONE)
            loop.segment()
                    .name(
                            row,
                            isBeside ? besideName(request.host()) : request.host(),
                            request.path());
        isBusy = true;
        keepsAlive = request.keepsAlive();
        Decision decision = decide(request, host, id, now);
        status = decision.status();
        fault = decision.fault();
        if (status == 0) {
            new Misbehaviour(loop, this, ctx).withoutAnswer(decision);
            return;
        }
        status = loop.responder().write(decision, host, id, request);
        if (fault.isPresent() && status == 200 && !isHead)
            new Misbehaviour(loop, this, ctx).withAnswer(fault.get());
        else send(ctx);
    }

    private long locate(int host, String path) {
        if (host < 0) return PageId.NONE;
        return isBeside ? loop.web().locateBeside(host, path) : loop.web().locate(host, path);
    }

    private String besideName(String host) {
        return host + ":" + loop.web().besidePort();
    }

    private Decision decide(SimRequest request, int host, long id, long now) {
        if (request.method().equals("?")) return new Decision(400, Optional.empty());
        if (host < 0 || loop.web().hosts().address(host) != address)
            return new Decision(421, Optional.empty());
        if (!request.method().equals("GET") && !request.method().equals("HEAD"))
            return new Decision(405, Optional.empty());
        if (request.path().length() > Paths.MAX_PATH) return new Decision(414, Optional.empty());
        return loop.decide(host, id, now);
    }

    /** Clients name the same host in each request, so the last one is remembered. */
    private int host(String name) {
        if (name.equals(lastHostName)) return lastHost;
        lastHostName = name;
        lastHost = loop.web().host(name).orElse(-1);
        return lastHost;
    }

    /** Sends what the responder wrote. */
    private void send(ChannelHandlerContext ctx) {
        Ascii out = loop.responder().out();
        ByteBuf buffer = ctx.alloc().directBuffer(out.length());
        buffer.writeBytes(out.array(), 0, out.length());
        sendLast(ctx, buffer);
    }

    /**
     * Sends the end of an answer. Where the kernel takes it at once, the answer ended no sooner
     * than before that call; afterwards a busy machine may let this thread wait while the client
     * has its answer already. Where the kernel takes it in parts, the last may have gone some time
     * before we hear of it.
     */
    void sendLast(ChannelHandlerContext ctx, ByteBuf bytes) {
        long before = loop.nanos();
        ChannelFuture sent = ctx.writeAndFlush(bytes);
        if (sent.isSuccess()) {
            sent(ctx, before);
            return;
        }
        sent.addListener(
                (ChannelFutureListener)
                        future -> {
                            if (!future.isSuccess())
                                return; // the connection is gone, channelInactive ends the row
                            sent(ctx, Math.max(before, loop.nanos() - Judge.LATE_NANOS));
                            serveNext(ctx);
                        });
    }

    private void sent(ChannelHandlerContext ctx, long nanos) {
        end(nanos, true);
        if (!keepsAlive)
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Notes the end of the answer, if it is not noted yet. */
    void end(long nanos, boolean isWhole) {
        if (!isBusy) return;
        isBusy = false;
        restSince = nanos;
        loop.segment().end(row, nanos, status, fault, isWhole);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        ctx.close();
        if (!(cause instanceof IOException))
            super.exceptionCaught(ctx, cause); // a client may go at any time
    }
}
