package dev.gossamer.fetch;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;

/** What there is natively on this machine, and what stands in for it where it is missing. */
record Platform(boolean hasEpoll, boolean hasBoringSsl) {
    static final Platform BEST = new Platform(Epoll.isAvailable(), OpenSsl.isAvailable());

    IoHandlerFactory ioHandlers() {
        return hasEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    Class<? extends Channel> channel() {
        return hasEpoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    SslProvider tls() {
        return hasBoringSsl ? SslProvider.OPENSSL : SslProvider.JDK;
    }
}
