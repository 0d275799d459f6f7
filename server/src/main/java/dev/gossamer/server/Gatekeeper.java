package dev.gossamer.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Decides whom the server answers. Three questions are asked of every request: is the server called
 * by a name of its own (otherwise a page of a foreign domain that now resolves to our address could
 * read answers), does it come from a page of ours or from no page at all, and does it have the
 * token.
 *
 * <p>There are no cookies and nothing else that a browser sends by itself, so a foreign page has
 * nothing to abuse even where a browser sends none of these headers.
 */
final class Gatekeeper {
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
    private static final String BEARER = "bearer ";
    private static final String BASIC = "basic ";

    /** Programs that know no more than a name and a password may ask for these. */
    private static final List<String> BASIC_PATHS = List.of("/metrics", "/wayback/", "/warc/");

    private final Optional<AccessToken> token;
    private final Set<String> names = new HashSet<>();

    Gatekeeper(Optional<AccessToken> token, List<String> publicHosts) {
        this.token = token;
        for (String host : publicHosts) names.add(host.toLowerCase(Locale.ROOT));
    }

    /** Refuses a request that calls the server by another's name; returns the name. */
    String checkHost(Request request) {
        String host = Optional.ofNullable(request.getHeaders().get(HttpHeader.HOST)).orElse("");
        if (!isOwn(host, request))
            throw new Problem(
                    Problem.Kind.FORBIDDEN_HOST,
                    "the header Host is none of this server; --public-host names another");
        return host;
    }

    /** Refuses a request that another page, or another name, made a browser send. */
    void checkSource(Request request) {
        String host = checkHost(request);
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin != null && !isOf(origin, host))
            throw new Problem(
                    Problem.Kind.FORBIDDEN_ORIGIN, "the header Origin is not that of this server");
        String site = request.getHeaders().get("Sec-Fetch-Site");
        if (site != null && !OWN_SITES.contains(site))
            throw new Problem(
                    Problem.Kind.FORBIDDEN_ORIGIN,
                    "the request was made by a page of another site");
    }

    private static boolean isOf(String origin, String host) {
        return origin.equalsIgnoreCase("http://" + host)
                || origin.equalsIgnoreCase("https://" + host);
    }

    private boolean isOwn(String host, Request request) {
        String lower = host.toLowerCase(Locale.ROOT);
        if (names.contains(lower)) return true;
        if (!(request.getConnectionMetaData().getLocalSocketAddress()
                instanceof InetSocketAddress local)) return false;
        String port = ":" + local.getPort();
        // A name with the port of a proxy is that of the other port too.
        for (String name : names)
            if (lower.equals(name.replaceFirst(":\\d+$", "") + port)) return true;
        boolean isUsual = local.getPort() == (request.isSecure() ? 443 : 80);
        String name =
                lower.endsWith(port)
                        ? lower.substring(0, lower.length() - port.length())
                        : isUsual ? lower : "";
        return isAddress(name, local.getAddress());
    }

    /** An address cannot be made to mean another, as a name can. */
    private static boolean isAddress(String name, InetAddress local) {
        if (local.isLoopbackAddress() && name.equals("localhost")) return true;
        String text = local.getHostAddress();
        int zone = text.indexOf('%');
        if (zone >= 0) text = text.substring(0, zone);
        boolean isSix = text.contains(":");
        return name.equals(isSix ? "[" + shortest(text) + "]" : text);
    }

    /** Java writes the loopback address of IPv6 in full. */
    private static String shortest(String address) {
        return address.equals("0:0:0:0:0:0:0:1") ? "::1" : address;
    }

    /** Refuses a request without the token. */
    void checkToken(Request request) {
        if (token.isEmpty()) return;
        var given = given(request);
        if (given.isEmpty())
            throw new Problem(
                    Problem.Kind.UNAUTHORIZED,
                    "the header 'Authorization: Bearer TOKEN' is missing");
        if (!token.get().is(given.get()))
            throw new Problem(Problem.Kind.UNAUTHORIZED, "the token is wrong");
    }

    private static Optional<String> given(Request request) {
        String field = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (field == null) return Optional.empty();
        String lower = field.toLowerCase(Locale.ROOT);
        if (lower.startsWith(BEARER)) return Optional.of(field.substring(BEARER.length()).strip());
        if (lower.startsWith(BASIC) && isBasic(request))
            return password(field.substring(BASIC.length()).strip());
        return Optional.empty();
    }

    static boolean isBasic(Request request) {
        String path = request.getHttpURI().getCanonicalPath();
        return path != null
                && BASIC_PATHS.stream()
                        .anyMatch(
                                each ->
                                        each.endsWith("/")
                                                ? path.startsWith(each)
                                                : path.equals(each));
    }

    private static Optional<String> password(String encoded) {
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            return Optional.of(pair.substring(pair.indexOf(':') + 1));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
