package dev.gossamer.fetch;

import dev.gossamer.http.Codings;
import dev.gossamer.http.HeaderField;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes request heads: our own fields, the host's, the request's. The fields that never change are
 * made once. One per lane, because challenges are remembered here; the jar is shared.
 */
final class RequestHead {
    /** Stands in archives for the value of a field that carries a secret. */
    static final String WITHHELD = "withheld";

    private static final byte[] METHOD = bytes("GET ");
    private static final byte[] HOST = bytes(" HTTP/1.1\r\nHost: ");
    private static final byte[] END = bytes("\r\n");
    private static final byte[] NONE = {};

    private static final Set<String> SECRET_FIELDS =
            Set.of("authorization", "proxy-authorization", "cookie");

    private final FetchOptions options;
    private final CookieJar cookies;
    private final Map<Endpoint.Origin, FetchOptions.Site> sites = new HashMap<>();
    private final Map<Endpoint.Origin, Authorization> authorizations = new HashMap<>();
    private final byte[] ownFields;

    RequestHead(FetchOptions options, CookieJar cookies) {
        this.options = options;
        this.cookies = cookies;
        ownFields =
                bytes(
                        "\r\nUser-Agent: "
                                + options.agent()
                                + "\r\nAccept: text/html,application/xhtml+xml,*/*;q=0.8"
                                + "\r\nAccept-Encoding: "
                                + Codings.ACCEPTED
                                + "\r\n");
        options.sites().forEach((origin, site) -> add(Endpoint.Origin.of(Url.of(origin)), site));
    }

    private void add(Endpoint.Origin origin, FetchOptions.Site site) {
        sites.put(origin, site);
        site.credentials().ifPresent(each -> authorizations.put(origin, new Authorization(each)));
    }

    /**
     * A request head.
     *
     * @param sent what the server gets
     * @param archived the same with the values of secret fields replaced by {@link #WITHHELD}
     */
    record Written(byte[] sent, byte[] archived) {}

    /** False for a URL that would break the request line: it was not made by the URL parser. */
    static boolean isWritable(Url url) {
        String target = url.pathAndQuery();
        for (int i = 0; i < target.length(); i++) {
            if (target.charAt(i) <= ' ' || target.charAt(i) >= 0x7f) return false;
        }
        return target.startsWith("/");
    }

    Written write(Request request) {
        Url url = request.url();
        String target = url.pathAndQuery();
        var fields = new ArrayList<HeaderField>();
        var site = sites.isEmpty() ? null : sites.get(Endpoint.Origin.of(url));
        if (site != null) siteFields(fields, site, Endpoint.Origin.of(url), target);
        if (cookies.isOn()) {
            var now = options.time().instants().instant();
            cookies.header(url, now)
                    .ifPresent(value -> fields.add(new HeaderField("Cookie", value)));
        }
        fields.addAll(request.headers());
        byte[] sent = head(target, url.authority(), text(fields, null, false));
        if (!hasSecret(fields, site)) return new Written(sent, sent);
        return new Written(sent, head(target, url.authority(), text(fields, site, true)));
    }

    /**
     * @param more fields behind our own
     */
    private byte[] head(String target, String authority, byte[] more) {
        byte[] head =
                new byte
                        [METHOD.length
                                + target.length()
                                + HOST.length
                                + authority.length()
                                + ownFields.length
                                + more.length
                                + END.length];
        int at = put(head, 0, METHOD);
        at = put(head, at, target);
        at = put(head, at, HOST);
        at = put(head, at, authority);
        at = put(head, at, ownFields);
        at = put(head, at, more);
        put(head, at, END);
        return head;
    }

    private static int put(byte[] head, int at, byte[] part) {
        System.arraycopy(part, 0, head, at, part.length);
        return at + part.length;
    }

    /**
     * @param part of a URL, which is ASCII
     */
    private static int put(byte[] head, int at, String part) {
        for (int i = 0; i < part.length(); i++) head[at + i] = (byte) part.charAt(i);
        return at + part.length();
    }

    private static byte[] text(
            List<HeaderField> fields, FetchOptions.@Nullable Site site, boolean isArchived) {
        if (fields.isEmpty()) return NONE;
        var text = new StringBuilder();
        for (var each : fields) {
            boolean isWithheld = isArchived && isSecret(each, site);
            field(text, each.name(), isWithheld ? withheld(each) : each.value());
        }
        return bytes(text.toString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean hasSecret(List<HeaderField> fields, FetchOptions.@Nullable Site site) {
        for (var each : fields) if (isSecret(each, site)) return true;
        return false;
    }

    /** All that the user set for the site is taken for a secret: an API key has any name. */
    private static boolean isSecret(HeaderField field, FetchOptions.@Nullable Site site) {
        if (SECRET_FIELDS.contains(field.name().toLowerCase(Locale.ROOT))) return true;
        return site != null && site.headers().contains(field);
    }

    /** The scheme of credentials is no secret. */
    private static String withheld(HeaderField field) {
        int blank = field.value().indexOf(' ');
        boolean hasScheme = field.name().toLowerCase(Locale.ROOT).endsWith("authorization");
        return hasScheme && blank > 0 ? field.value().substring(0, blank + 1) + WITHHELD : WITHHELD;
    }

    /** The head as a proxy wants it: the whole URL in the first line, and who we are. */
    static byte[] forwarded(byte[] head, String authority, Optional<String> login) {
        var text = new StringBuilder(head.length + 128);
        text.append("GET http://").append(authority);
        text.append(new String(head, 4, head.length - 6, StandardCharsets.ISO_8859_1));
        login.ifPresent(value -> field(text, "Proxy-Authorization", value));
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private void siteFields(
            List<HeaderField> fields,
            FetchOptions.Site site,
            Endpoint.Origin origin,
            String target) {
        fields.addAll(site.headers());
        authorization(origin)
                .flatMap(each -> each.header("GET", target))
                .ifPresent(value -> fields.add(new HeaderField("Authorization", value)));
    }

    /** How to answer a challenge of that origin; empty where no credentials are set for it. */
    Optional<Authorization> authorization(Endpoint.Origin origin) {
        return Optional.ofNullable(authorizations.get(origin));
    }

    private static void field(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }
}
