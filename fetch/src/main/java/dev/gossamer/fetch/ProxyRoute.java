package dev.gossamer.fetch;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.proxy.ProxyHandler;
import io.netty.handler.proxy.Socks5ProxyHandler;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way by a proxy, as one lane sees it: a tunnel, or for plain HTTP a request that the proxy
 * makes for us. The proxy's own address is looked up once, at the start, and the guard does not
 * judge it: it was configured, not found on the web. What the guard does judge is the address
 * behind it, which the proxy is told instead of the name wherever there is a tunnel and we know it.
 */
final class ProxyRoute {
    private final FetchOptions.Proxy proxy;
    private final InetSocketAddress address;

    /** Answers the proxy's challenges; remembers the last one, as for a site. */
    private final @Nullable Authorization login;

    private ProxyRoute(FetchOptions.Proxy proxy, InetSocketAddress address) {
        this.proxy = proxy;
        this.address = address;
        login = proxy.credentials().map(Authorization::new).orElse(null);
    }

    static ProxyRoute of(FetchOptions.Proxy proxy) {
        var address = new InetSocketAddress(proxy.host(), proxy.port());
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("no such proxy: " + proxy.host());
        }
        return new ProxyRoute(proxy, address);
    }

    InetSocketAddress address() {
        return address;
    }

    /** Whether the proxy is asked in absolute form (RFC 9112 section 3.2.2) instead of a tunnel. */
    boolean isForwarding(Endpoint.Origin origin) {
        return proxy.kind() == FetchOptions.Proxy.Kind.HTTP && !origin.isSecure();
    }

    /** The value of Proxy-Authorization, once the proxy has asked for it. */
    Optional<String> authorization(String method, String target) {
        return Optional.ofNullable(login).flatMap(each -> each.header(method, target));
    }

    /**
     * Whether the same request may get on with credentials.
     *
     * @param isTried the request carried our answer to the challenge known before
     */
    boolean challenged(Iterable<String> proxyAuthenticate, boolean isTried) {
        return login != null && login.challenged(proxyAuthenticate, isTried);
    }

    /** What CONNECT names, and so what its credentials are reckoned for. */
    static String connectTarget(InetSocketAddress target) {
        return HttpUtil.formatHostnameForHttp(target) + ":" + target.getPort();
    }

    ProxyHandler tunnel(Optional<String> authorization) {
        var handler =
                proxy.kind().isSocks()
                        ? socks()
                        : new HttpProxyHandler(address, headers(authorization));
        handler.setConnectTimeoutMillis(0); // the lane's sweep keeps this time
        return handler;
    }

    private static DefaultHttpHeaders headers(Optional<String> authorization) {
        var headers = new DefaultHttpHeaders();
        authorization.ifPresent(value -> headers.set(HttpHeaderNames.PROXY_AUTHORIZATION, value));
        return headers;
    }

    private Socks5ProxyHandler socks() {
        @Nullable String user =
                proxy.credentials().map(FetchOptions.Credentials::user).orElse(null);
        @Nullable String password =
                proxy.credentials().map(FetchOptions.Credentials::password).orElse(null);
        return new Socks5ProxyHandler(address, user, password);
    }
}
