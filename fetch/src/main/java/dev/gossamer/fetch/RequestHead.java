package dev.gossamer.fetch;

import dev.gossamer.http.Codings;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes request heads: our own fields, the host's, the request's. The fields that never change are
 * made once. One per lane, because challenges are remembered here; the jar is shared.
 */
final class RequestHead {
    private final FetchOptions options;
    private final CookieJar cookies;
    private final Map<String, Authorization> authorizations = new HashMap<>();
    private final String ownFields;

    RequestHead(FetchOptions options, CookieJar cookies) {
        this.options = options;
        this.cookies = cookies;
        ownFields =
                "\r\nUser-Agent: "
                        + options.agent()
                        + "\r\nAccept: text/html,application/xhtml+xml,*/*;q=0.8"
                        + "\r\nAccept-Encoding: "
                        + Codings.ACCEPTED
                        + "\r\n";
        options.sites()
                .forEach(
                        (host, site) ->
                                site.credentials()
                                        .map(Authorization::new)
                                        .ifPresent(each -> authorizations.put(host, each)));
    }

    /** False for a URL that would break the request line: it was not made by the URL parser. */
    static boolean isWritable(Url url) {
        String target = url.pathAndQuery();
        for (int i = 0; i < target.length(); i++) {
            if (target.charAt(i) <= ' ' || target.charAt(i) >= 0x7f) return false;
        }
        return target.startsWith("/");
    }

    byte[] write(Request request) {
        Url url = request.url();
        String target = url.pathAndQuery();
        var head = new StringBuilder(512);
        head.append("GET ").append(target).append(" HTTP/1.1\r\nHost: ");
        head.append(url.authority()).append(ownFields);
        if (!options.sites().isEmpty()) siteFields(head, url.host(), target);
        if (cookies.isOn()) {
            var now = options.time().instants().instant();
            cookies.header(url, now).ifPresent(value -> field(head, "Cookie", value));
        }
        for (var each : request.headers()) field(head, each.name(), each.value());
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The head as a proxy wants it: the whole URL in the first line, and who we are. */
    static byte[] forwarded(byte[] head, String authority, Optional<String> login) {
        var text = new StringBuilder(head.length + 128);
        text.append("GET http://").append(authority);
        text.append(new String(head, 4, head.length - 6, StandardCharsets.ISO_8859_1));
        login.ifPresent(value -> field(text, "Proxy-Authorization", value));
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private void siteFields(StringBuilder head, String host, String target) {
        var site = options.sites().get(host);
        if (site == null) return;
        for (var each : site.headers()) field(head, each.name(), each.value());
        authorization(host)
                .flatMap(each -> each.header("GET", target))
                .ifPresent(value -> field(head, "Authorization", value));
    }

    /** How to answer a challenge of that host; empty where no credentials are set for it. */
    Optional<Authorization> authorization(String host) {
        return Optional.ofNullable(authorizations.get(host));
    }

    private static void field(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }
}
