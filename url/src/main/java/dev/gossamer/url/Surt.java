package dev.gossamer.url;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The key under which web archives sort and look up URLs (the first field of CDX and CDXJ): host
 * backwards, so that a site stands together with its subdomains, and small differences levelled as
 * those tools do: lower case, no {@code www}, no session ids, no slash at the end of a path,
 * parameters in order.
 */
final class Surt {
    private static final NormalForm LEVELLED =
            NormalForm.of(
                    Set.of(
                            NormalForm.Rule.FRAGMENT,
                            NormalForm.Rule.PERCENT_CASE,
                            NormalForm.Rule.NEEDLESS_ESCAPES,
                            NormalForm.Rule.TRAILING_DOT,
                            NormalForm.Rule.SESSION_IDS,
                            NormalForm.Rule.EMPTY_QUERY),
                    List.of());

    private Surt() {}

    static String key(Url url) {
        if (!url.hasAuthority()) return url.toString();
        var level = LEVELLED.apply(url);
        var path = level.path();
        if (path.length() > 1 && path.endsWith("/")) path = path.substring(0, path.length() - 1);
        var port = level.authority().substring(level.host().length());
        var key =
                host(level.host()) + port + ")" + path + level.query().map(Surt::query).orElse("");
        return key.toLowerCase(Locale.ROOT);
    }

    /**
     * Addresses too: IPv4 turned around, IPv6 without its brackets, as the Python surt has them.
     */
    private static String host(String host) {
        if (host.startsWith("[")) return host.substring(1, host.length() - 1);
        int digits = host.startsWith("www") ? 3 : host.length();
        while (digits < host.length() && UrlParser.isDigit(host.charAt(digits))) digits++;
        boolean www = digits < host.length() && host.charAt(digits) == '.';
        var labels = Arrays.asList((www ? host.substring(digits + 1) : host).split("\\."));
        Collections.reverse(labels);
        return String.join(",", labels);
    }

    private static String query(String query) {
        var parameters = query.split("&", -1);
        Arrays.sort(parameters);
        return "?" + String.join("&", parameters);
    }
}
