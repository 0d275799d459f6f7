package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.util.Arrays;
import java.util.Locale;

/**
 * The sort key of a URL in CDX indexes: host reversed, then path and query, everything in lower
 * case, parameters sorted, without {@code www.} and the scheme, so that spellings which usually
 * mean one page meet. The rules are those which replay tools apply to what they look up.
 */
final class SurtKey {
    private SurtKey() {}

    static String of(Url url) {
        var key = new StringBuilder(url.toString().length() + 8);
        host(key, url.host());
        int port = url.port();
        if (port >= 0 && port != (url.scheme().equals("https") ? 443 : 80)) {
            key.append(':').append(port);
        }
        key.append(')').append(path(url.path()));
        url.query().filter(query -> !query.isEmpty()).ifPresent(query -> query(key, query));
        return key.toString();
    }

    private static void host(StringBuilder key, String host) {
        if (host.startsWith("[")) {
            key.append(host);
            return;
        }
        String bare = host.substring(prefixLength(host));
        int end = bare.length();
        for (int dot = bare.lastIndexOf('.'); dot >= 0; dot = bare.lastIndexOf('.', dot - 1)) {
            key.append(bare, dot + 1, end).append(',');
            end = dot;
        }
        key.append(bare, 0, end);
    }

    /** Length of {@code www.} or {@code www2.} and the like at the start. */
    private static int prefixLength(String host) {
        if (!host.startsWith("www")) return 0;
        int at = 3;
        while (at < host.length() && Character.isDigit(host.charAt(at))) at++;
        return at < host.length() - 1 && host.charAt(at) == '.' ? at + 1 : 0;
    }

    private static String path(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.length() > 1 && lower.endsWith("/")
                ? lower.substring(0, lower.length() - 1)
                : lower;
    }

    private static void query(StringBuilder key, String query) {
        String lower = query.toLowerCase(Locale.ROOT);
        if (lower.indexOf('&') < 0) {
            key.append('?').append(lower);
            return;
        }
        String[] parameters = lower.split("&", -1);
        Arrays.sort(parameters);
        key.append('?').append(String.join("&", parameters));
    }
}
