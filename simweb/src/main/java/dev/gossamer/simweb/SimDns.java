package dev.gossamer.simweb;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DefaultDnsResponse;
import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.handler.codec.dns.TcpDnsQueryDecoder;
import io.netty.handler.codec.dns.TcpDnsResponseEncoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The name server of a simulated web (RFC 1035), over UDP and TCP on 127.0.0.1: A records for its
 * hosts, no records of other types, NXDOMAIN for every other name. The first query for a host of
 * {@link SimFault#DNS_FLAKY} gets SERVFAIL or silence.
 */
@SuppressWarnings("FutureReturnValueIgnored") // an answer that is lost is lost: this is DNS
final class SimDns {
    private static final int SALT_FLAKY = 140;
    private static final int TTL_SECONDS = 300;

    private final ServerState state;
    private final SimWeb web;
    private final Set<Integer> failedOnce = ConcurrentHashMap.newKeySet();

    private SimDns(ServerState state) {
        this.state = state;
        web = state.web();
    }

    /** A running name server. */
    record Running(Channel udp, Channel tcp) implements AutoCloseable {
        InetSocketAddress address() {
            return (InetSocketAddress) udp.localAddress();
        }

        @Override
        public void close() {
            udp.close().syncUninterruptibly();
            tcp.close().syncUninterruptibly();
        }
    }

    static Running start(ServerState state, EventLoopGroup loops, boolean isEpoll) {
        var dns = new SimDns(state);
        int port = dns.web.options().otherPorts().dns();
        // TCP first: it has the fewer free ports, being used by every client of the machine.
        Channel tcp =
                new ServerBootstrap()
                        .group(loops)
                        .channel(
                                isEpoll
                                        ? EpollServerSocketChannel.class
                                        : NioServerSocketChannel.class)
                        .childHandler(dns.overTcp())
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                        .syncUninterruptibly()
                        .channel();
        try {
            Channel udp =
                    new Bootstrap()
                            .group(loops)
                            .channel(
                                    isEpoll ? EpollDatagramChannel.class : NioDatagramChannel.class)
                            .handler(dns.overUdp())
                            .bind(tcp.localAddress())
                            .syncUninterruptibly()
                            .channel();
            return new Running(udp, tcp);
        } catch (RuntimeException e) {
            tcp.close();
            throw e;
        }
    }

    private ChannelInitializer<Channel> overUdp() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(
                                new DatagramDnsQueryDecoder(),
                                new DatagramDnsResponseEncoder(),
                                new OverUdp());
            }
        };
    }

    private ChannelInitializer<Channel> overTcp() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(
                                new TcpDnsQueryDecoder(),
                                new TcpDnsResponseEncoder(),
                                new OverTcp());
            }
        };
    }

    private final class OverUdp extends SimpleChannelInboundHandler<DatagramDnsQuery> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DatagramDnsQuery query) {
            var response =
                    new DatagramDnsResponse(
                            /* sender= */ query.recipient(),
                            /* recipient= */ query.sender(),
                            query.id());
            if (answer(query, response)) ctx.writeAndFlush(response);
            else response.release();
        }
    }

    private final class OverTcp extends SimpleChannelInboundHandler<DnsQuery> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DnsQuery query) {
            var response = new DefaultDnsResponse(query.id());
            if (answer(query, response)) ctx.writeAndFlush(response);
            else response.release();
        }
    }

    /** False where silence is the answer. */
    private boolean answer(DnsQuery query, DnsResponse response) {
        DnsQuestion question = query.recordAt(DnsSection.QUESTION);
        if (question == null) return false;
        response.addRecord(
                DnsSection.QUESTION,
                new DefaultDnsQuestion(question.name(), question.type(), question.dnsClass()));
        response.setAuthoritativeAnswer(true);
        response.setRecursionDesired(query.isRecursionDesired());
        String name = question.name().toLowerCase(Locale.ROOT);
        OptionalInt host =
                web.host(name.endsWith(".") ? name.substring(0, name.length() - 1) : name);
        var outage = state.dnsOutage(host.orElse(-1));
        if (outage.isPresent()) {
            response.setCode(DnsResponseCode.SERVFAIL);
            return outage.get() == SimOutage.Kind.DNS_FAILS;
        }
        if (host.isEmpty()) {
            response.setCode(DnsResponseCode.NXDOMAIN);
            return true;
        }
        if (web.pageModel().isNameless(host.getAsInt())) return false;
        long dice = Chance.of(web.options().seed(), SALT_FLAKY, host.getAsInt(), 0);
        if (Chance.happens(dice, web.options().part(SimFault.DNS_FLAKY))
                && failedOnce.add(host.getAsInt())) {
            response.setCode(DnsResponseCode.SERVFAIL);
            return (dice & 1) == 0;
        }
        if (question.type().equals(DnsRecordType.A)) {
            var bytes = Unpooled.wrappedBuffer(web.address(host.getAsInt()).getAddress());
            response.addRecord(
                    DnsSection.ANSWER,
                    new DefaultDnsRawRecord(question.name(), DnsRecordType.A, TTL_SECONDS, bytes));
        }
        return true;
    }
}
