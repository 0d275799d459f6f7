package dev.gossamer.fetch;

import dev.gossamer.http.FieldList;
import dev.gossamer.http.HttpDate;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Cookies by RFC 6265, bounded: so many per registered domain, so many domains, the least recently
 * used forgotten first. Guarded by its own lock, since all lanes share it.
 */
final class CookieJar {
    private record Cookie(
            String name,
            String value,
            String domain,
            boolean isHostOnly,
            String path,
            boolean isSecure,
            Instant until) {
        boolean replaces(Cookie other) {
            return name.equals(other.name)
                    && domain.equals(other.domain)
                    && path.equals(other.path);
        }

        /** Section 5.4, step 1. */
        boolean fits(Url url, Instant now) {
            return now.isBefore(until)
                    && (isHostOnly ? url.host().equals(domain) : isWithin(url.host(), domain))
                    && isBelow(url.path(), path)
                    && (!isSecure || url.scheme().equals("https"));
        }
    }

    /** Of the Cookie field of a request; many servers refuse heads above 8 KiB. */
    private static final int MAX_FIELD_BYTES = 8192;

    private final FetchOptions.Cookies limits;
    private final Map<String, List<Cookie>> byDomain;

    CookieJar(FetchOptions.Cookies limits) {
        this.limits = limits;
        byDomain =
                new LinkedHashMap<>(16, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, List<Cookie>> eldest) {
                        return size() > limits.hosts();
                    }
                };
    }

    boolean isOn() {
        return limits.hosts() > 0;
    }

    /** The value of the Cookie field for a request; longer paths first. */
    synchronized Optional<String> header(Url url, Instant now) {
        var kept = byDomain.get(url.registeredDomain());
        if (kept == null) return Optional.empty();
        var text = new StringBuilder();
        kept.stream()
                .filter(cookie -> cookie.fits(url, now))
                .sorted((a, b) -> b.path.length() - a.path.length())
                .forEach(cookie -> append(text, cookie));
        return text.isEmpty() ? Optional.empty() : Optional.of(text.toString());
    }

    /** One that does not fit is left out: all hosts of a domain can set cookies for all others. */
    private static void append(StringBuilder text, Cookie cookie) {
        int bytes = cookie.name.length() + cookie.value.length() + 3;
        if (text.length() + bytes > MAX_FIELD_BYTES) return;
        if (!text.isEmpty()) text.append("; ");
        text.append(cookie.name).append('=').append(cookie.value);
    }

    /** Takes a Set-Cookie field; one that breaks a rule or a limit is passed over. */
    synchronized void store(Url url, String field, Instant now) {
        if (field.length() > limits.bytesEach()) return;
        var cookie = parse(url, field, now);
        if (cookie.isEmpty()) return;
        var kept = byDomain.computeIfAbsent(url.registeredDomain(), _ -> new ArrayList<>());
        kept.removeIf(old -> cookie.get().replaces(old) || !now.isBefore(old.until));
        if (!now.isBefore(cookie.get().until)) return;
        if (kept.size() >= limits.perHost()) kept.removeFirst();
        kept.add(cookie.get());
    }

    private static Optional<Cookie> parse(Url url, String field, Instant now) {
        var parts = FieldList.items(field, ';');
        String pair = parts.getFirst();
        int equals = pair.indexOf('=');
        if (equals < 0 || !isPrintable(pair)) return Optional.empty();
        String name = pair.substring(0, equals).strip();
        if (name.isEmpty()) return Optional.empty();
        String domain = url.host();
        boolean isHostOnly = true;
        String path = defaultPath(url.path());
        boolean isSecure = false;
        Optional<Instant> maxAge = Optional.empty();
        Optional<Instant> expires = Optional.empty();
        for (int i = 1; i < parts.size(); i++) {
            String part = parts.get(i);
            int at = part.indexOf('=');
            String key = (at < 0 ? part : part.substring(0, at)).strip();
            String value = at < 0 ? "" : part.substring(at + 1).strip();
            switch (key.toLowerCase(Locale.ROOT)) {
                case "domain" -> {
                    String wide = value.toLowerCase(Locale.ROOT);
                    if (wide.startsWith(".")) wide = wide.substring(1);
                    if (wide.isEmpty()) break;
                    // Neither another's domain nor a whole public suffix.
                    if (!isWithin(url.host(), wide)) return Optional.empty();
                    if (!isWithin(wide, url.registeredDomain())) return Optional.empty();
                    domain = wide;
                    isHostOnly = false;
                }
                case "path" -> path = value.startsWith("/") ? value : path;
                case "secure" -> isSecure = true;
                case "max-age" -> maxAge = maxAge(value, now);
                case "expires" -> expires = HttpDate.parse(value, now);
                default -> {}
            }
        }
        var found = expires;
        var until = maxAge.or(() -> found).orElse(Instant.MAX);
        String value = pair.substring(equals + 1).strip();
        var cookie = new Cookie(name, value, domain, isHostOnly, path, isSecure, until);
        return isTrue(cookie, url) ? Optional.of(cookie) : Optional.empty();
    }

    /**
     * What a cookie claims must be so (RFC 6265bis section 5.7): only a secure page sets secure
     * cookies, and the prefixes of names are promises about their attributes.
     */
    private static boolean isTrue(Cookie cookie, Url url) {
        if (cookie.isSecure && !url.scheme().equals("https")) return false;
        String name = cookie.name.toLowerCase(Locale.ROOT);
        if (name.startsWith("__secure-")) return cookie.isSecure;
        return !name.startsWith("__host-")
                || (cookie.isSecure && cookie.isHostOnly && cookie.path.equals("/"));
    }

    private static Optional<Instant> maxAge(String value, Instant now) {
        boolean isNegative = value.startsWith("-");
        String digits = isNegative ? value.substring(1) : value;
        boolean isNumber =
                !digits.isEmpty()
                        && digits.length() <= 10
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!isNumber) return Optional.empty();
        long seconds = Long.parseLong(value);
        return Optional.of(seconds <= 0 ? Instant.MIN : now.plusSeconds(seconds));
    }

    private static boolean isPrintable(String text) {
        return text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    private static boolean isWithin(String host, String domain) {
        return host.equals(domain) || host.endsWith("." + domain);
    }

    /** Section 5.1.4. */
    private static boolean isBelow(String path, String prefix) {
        return path.startsWith(prefix)
                && (path.length() == prefix.length()
                        || prefix.endsWith("/")
                        || path.charAt(prefix.length()) == '/');
    }

    private static String defaultPath(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
