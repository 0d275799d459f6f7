package dev.gossamer.crawl;

import dev.gossamer.fetch.FetchOptions.Credentials;
import dev.gossamer.fetch.FetchOptions.Proxy;
import dev.gossamer.url.Url;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A proxy as the setting {@code proxy} has it: {@code socks5://USER:PASSWORD@HOST:PORT}. */
final class ProxyText {
    /** The usual port of SOCKS, and of no other kind in particular. */
    private static final int USUAL_PORT = 1080;

    static final SettingType<Proxy> TYPE =
            SettingType.parsed(
                    "URL",
                    "http://HOST:PORT, connect://HOST:PORT, socks5://HOST:PORT or socks5h://HOST:PORT, with USER:PASSWORD@ if need be",
                    ProxyText::parse,
                    ProxyText::print);

    private ProxyText() {}

    private static Proxy parse(String text) {
        var url =
                Url.parse(text)
                        .filter(each -> !each.host().isEmpty())
                        .orElseThrow(() -> new IllegalArgumentException("no URL with a host"));
        var kind =
                Arrays.stream(Proxy.Kind.values())
                        .filter(each -> SettingType.name(each).equals(url.scheme()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(url.scheme()));
        int port = url.port() > 0 ? url.port() : USUAL_PORT;
        return new Proxy(kind, url.host(), port, credentials(url));
    }

    private static Optional<Credentials> credentials(Url url) {
        if (url.username().isEmpty()) return Optional.empty();
        return Optional.of(new Credentials(decode(url.username()), decode(url.password())));
    }

    /** Decodes the escapes of a URL; a plus stays what it is. */
    private static String decode(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String print(Proxy proxy) {
        String user =
                proxy.credentials()
                        .map(each -> encode(each.user()) + ":" + encode(each.password()) + "@")
                        .orElse("");
        return proxy.kind().name().toLowerCase(Locale.ROOT)
                + "://"
                + user
                + proxy.host()
                + ":"
                + proxy.port();
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
