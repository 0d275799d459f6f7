package dev.gossamer.fetch;

import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.proxy.ProxyHandler;
import io.netty.handler.proxy.Socks5ProxyHandler;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The way through a proxy. The proxy's own address is looked up once, at the start, and the guard
 * does not judge it: it was configured, not found on the web. What the guard does judge is the
 * address behind it, which the proxy is told instead of the name wherever we know it.
 */
record Tunnel(FetchOptions.Proxy proxy, InetSocketAddress address) {
    static Tunnel of(FetchOptions.Proxy proxy) {
        var address = new InetSocketAddress(proxy.host(), proxy.port());
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("no such proxy: " + proxy.host());
        }
        return new Tunnel(proxy, address);
    }

    ProxyHandler handler() {
        @Nullable String user =
                proxy.credentials().map(FetchOptions.Credentials::user).orElse(null);
        @Nullable String password =
                proxy.credentials().map(FetchOptions.Credentials::password).orElse(null);
        ProxyHandler handler =
                switch (proxy.kind()) {
                    case HTTP ->
                            user == null || password == null
                                    ? new HttpProxyHandler(address)
                                    : new HttpProxyHandler(address, user, password);
                    case SOCKS5 -> new Socks5ProxyHandler(address, user, password);
                };
        handler.setConnectTimeoutMillis(0); // the lane's sweep keeps this time
        return handler;
    }
}
