package dev.gossamer.simweb;

import dev.gossamer.simweb.SimWeb.Decision;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Answers one request in the way its {@link SimFault} says. */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a failed write or close ends in channelInactive of the
// connection
final class Misbehaviour {
    private static final int DRIPS = 20;
    private static final int ENDLESS_CHUNK = 16 * 1024;

    private final ServerLoop loop;
    private final HttpConnection connection;
    private final ChannelHandlerContext ctx;

    Misbehaviour(ServerLoop loop, HttpConnection connection, ChannelHandlerContext ctx) {
        this.loop = loop;
        this.connection = connection;
        this.ctx = ctx;
    }

    /** The connection ends without a word, or with words that are not HTTP. */
    void withoutAnswer(Decision decision) {
        switch (decision.fault().orElseThrow()) {
            case GARBAGE -> {
                var noise = new byte[512];
                for (int i = 0; i < noise.length; i++) noise[i] = (byte) Chance.mix(i);
                noise[0] = 0; // whatever the rest is, it does not start like HTTP
                lastWords(Unpooled.wrappedBuffer(noise));
            }
            case SILENT, HANGING_SECTION ->
                    later(loop.web().options().stalledFor().toNanos(), this::close);
            default -> reset();
        }
    }

    /** The responder has written a good answer; this is what becomes of it. */
    void withAnswer(SimFault fault) {
        byte[] answer = loop.responder().out().toBytes();
        int head = loop.responder().headEnd();
        int middle = head + (answer.length - head) / 2;
        ByteBuf half = Unpooled.wrappedBuffer(answer, 0, middle);
        switch (fault) {
            case SLOW, SLOW_ROBOTS -> drip(answer, 0, 0);
            case STALLED -> {
                ctx.writeAndFlush(half);
                later(loop.web().options().stalledFor().toNanos(), this::close);
            }
            case RESET ->
                    ctx.writeAndFlush(half)
                            .addListener(
                                    _ -> later(TimeUnit.MILLISECONDS.toNanos(20), this::reset));
            case TRUNCATED, CUT_ONCE -> lastWords(half);
            case ENDLESS -> {
                var endless =
                        "HTTP/1.1 200 OK\r\nServer: simweb\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n";
                ctx.write(Unpooled.copiedBuffer(endless, StandardCharsets.US_ASCII));
                goOn(
                        SimServer.ENDLESS_BYTES,
                        loop.nanos() + loop.web().options().stalledFor().toNanos());
            }
            default -> throw new IllegalArgumentException("not a fault of an answer: " + fault);
        }
    }

    private void drip(byte[] answer, int from, int drop) {
        if (!ctx.channel().isActive()) return;
        int end = (int) ((drop + 1L) * answer.length / DRIPS);
        ByteBuf bytes = Unpooled.wrappedBuffer(answer, from, end - from);
        if (drop + 1 == DRIPS) {
            connection.sendLast(ctx, bytes);
            connection.serveNext(ctx);
            return;
        }
        ctx.writeAndFlush(bytes);
        later(loop.web().options().slowFor().toNanos() / DRIPS, () -> drip(answer, end, drop + 1));
    }

    /** Writes as fast as the client reads, until one of the limits is reached. */
    private void goOn(long bytesLeft, long untilNanos) {
        if (!ctx.channel().isActive()) return;
        if (bytesLeft <= 0 || loop.nanos() >= untilNanos) {
            close();
            return;
        }
        var chunk = new Ascii(ENDLESS_CHUNK + 512);
        for (long i = bytesLeft; chunk.length() < ENDLESS_CHUNK; i++)
            chunk.put(SimWords.Language.ENGLISH.sentence(Chance.mix(i)));
        ctx.writeAndFlush(Unpooled.wrappedBuffer(chunk.array(), 0, chunk.length()))
                .addListener(
                        sent -> {
                            if (sent.isSuccess())
                                ctx.executor()
                                        .execute(
                                                () -> goOn(bytesLeft - chunk.length(), untilNanos));
                        });
    }

    private void lastWords(ByteBuf words) {
        long before = loop.nanos();
        ctx.writeAndFlush(words)
                .addListener(
                        _ -> {
                            connection.end(before, false);
                            ctx.close();
                        });
    }

    private void close() {
        connection.end(loop.nanos(), false);
        ctx.close();
    }

    /** A closed socket that lingers for no time at all sends RST instead of FIN. */
    private void reset() {
        if (!ctx.channel().isActive()) return;
        ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        close();
    }

    private void later(long nanos, Runnable action) {
        ctx.executor().schedule(action, nanos, TimeUnit.NANOSECONDS);
    }
}
