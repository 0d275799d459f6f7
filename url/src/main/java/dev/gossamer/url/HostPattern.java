package dev.gossamer.url;

import java.util.Optional;

/**
 * A text that names hosts: {@code example.org} is that host alone, {@code *.example.org} is that
 * host and all below it.
 */
public final class HostPattern {
    private static final String BELOW = "*.";

    private HostPattern() {}

    /**
     * Returns the pattern with its host as URLs have it: in small letters, other scripts in
     * Punycode. Empty if the text is not a host without a port, nor such a host behind {@code *.};
     * a star elsewhere is not allowed.
     */
    public static Optional<String> parse(String text) {
        String below = isDomain(text) ? BELOW : "";
        // The standard passes over these where a host begins, and over tabs and line ends anywhere.
        if (text.chars().anyMatch(c -> c <= ' ' || "/\\@".indexOf(c) >= 0)) return Optional.empty();
        // With a port that no scheme takes for granted, so that a port in the text cannot vanish.
        return Url.parse("http://" + name(text) + ":1/")
                .filter(url -> url.toString().equals("http://" + url.host() + ":1/"))
                // The standard allows a star in a host; here it would only look like a pattern.
                .filter(url -> url.host().indexOf('*') < 0)
                .map(url -> below + url.host());
    }

    /** Returns whether hosts below the named one are meant too. */
    public static boolean isDomain(String pattern) {
        return pattern.startsWith(BELOW);
    }

    /** Returns the host that the pattern names, without {@code *.}. */
    public static String name(String pattern) {
        return isDomain(pattern) ? pattern.substring(BELOW.length()) : pattern;
    }

    public static boolean matches(String pattern, String host) {
        if (!isDomain(pattern)) return pattern.equals(host);
        int dot = host.length() - pattern.length() + 1;
        return dot < 0
                ? dot == -1 && pattern.endsWith(host)
                : host.regionMatches(dot, pattern, 1, pattern.length() - 1);
    }
}
