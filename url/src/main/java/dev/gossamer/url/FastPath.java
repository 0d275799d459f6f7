package dev.gossamer.url;

import org.jspecify.annotations.Nullable;

/**
 * Reads what nearly every link is: http or https, ASCII, nothing to escape, no dot segments but
 * leading ones. Such a reference is part of the result as it stands, so it is looked at once and
 * copied behind the part of the base that stays, into the array of the result; nothing else is
 * allocated. Null means not so simple: {@link UrlParser} decides.
 *
 * <p>Where this answers, it answers as the parser does; a test compares them on random input.
 */
final class FastPath {
    private static final byte HOST = 1;
    private static final byte PATH = 2;
    private static final byte QUERY = 4;
    private static final byte FRAGMENT = 8;

    /** For each ASCII character, the parts in which it stands for itself. */
    private static final byte[] PLAIN = new byte[128];

    static {
        for (int c = 0; c < 128; c++) {
            boolean lower = (c >= 'a' && c <= 'z') || UrlParser.isDigit((char) c);
            if (lower || c == '-' || c == '.' || c == '_') PLAIN[c] |= HOST;
            if (PercentEncoding.isPlain(c, PercentEncoding.PATH) && c != '\\') PLAIN[c] |= PATH;
            if (PercentEncoding.isPlain(c, PercentEncoding.SPECIAL_QUERY)) PLAIN[c] |= QUERY;
            if (PercentEncoding.isPlain(c, PercentEncoding.FRAGMENT)) PLAIN[c] |= FRAGMENT;
        }
    }

    private FastPath() {}

    static @Nullable Url parse(String text) {
        if (text.startsWith("https://"))
            return withAuthority(text, 8, new byte[0], 0, Scheme.HTTPS);
        if (text.startsWith("http://")) return withAuthority(text, 7, new byte[0], 0, Scheme.HTTP);
        return null;
    }

    static @Nullable Url resolve(String reference, Url base) {
        var scheme = base.kind();
        if (!scheme.isHttp()) return null;
        if (reference.isEmpty()) return base.withoutFragment();
        return switch (reference.charAt(0)) {
            case '/' ->
                    reference.startsWith("//")
                            ? withAuthority(reference, 2, base.text, base.schemeEnd + 1, scheme)
                            : withPath(reference, 0, base, base.pathStart);
            case '?' -> withQuery(reference, 0, 0, base, base.queryStart);
            case '#' -> withFragment(reference, 0, 0, base, base.fragmentStart, base.queryStart);
            default -> reference.indexOf(':') < 0 ? relative(reference, base) : parse(reference);
        };
    }

    /** A reference without a scheme that starts with a segment of a path. */
    private static @Nullable Url relative(String reference, Url base) {
        int keep = afterSlash(base.text, base.queryStart);
        int from = 0;
        while (true) {
            if (reference.startsWith("../", from)) {
                from += 3;
                if (keep > base.pathStart + 1) keep = afterSlash(base.text, keep - 1);
            } else if (reference.startsWith("./", from)) {
                from += 2;
            } else {
                break;
            }
        }
        return mayBeDotSegment(reference, from) ? null : withPath(reference, from, base, keep);
    }

    /** Behind the last slash in front of {@code end}; there is one, for a path starts with it. */
    private static int afterSlash(byte[] text, int end) {
        while (text[end - 1] != '/') end--;
        return end;
    }

    /** {@code base[0, keep)} and {@code reference[from, ...)}, which starts with a path. */
    private static @Nullable Url withPath(String reference, int from, Url base, int keep) {
        int end = pathEnd(reference, from);
        return end < 0 ? null : withQuery(reference, from, end, base, keep);
    }

    private static @Nullable Url withQuery(
            String reference, int from, int query, Url base, int keep) {
        int end = queryEnd(reference, query);
        return end < 0 ? null : withFragment(reference, from, end, base, keep, keep - from + query);
    }

    private static @Nullable Url withFragment(
            String reference, int from, int fragment, Url base, int keep, int queryStart) {
        if (!isPlain(reference, fragment, FRAGMENT)) return null;
        var text = join(base.text, keep, reference, from, 0);
        if (text == null) return null;
        return new Url(
                text,
                base.schemeEnd,
                base.usernameEnd,
                base.hostStart,
                base.hostEnd,
                base.pathStart,
                queryStart,
                keep - from + fragment);
    }

    /** {@code prefix[0, keep)}, which ends in front of two slashes, and all of the reference. */
    private static @Nullable Url withAuthority(
            String reference, int host, byte[] prefix, int keep, Scheme scheme) {
        int hostEnd = hostEnd(reference, host);
        if (hostEnd < 0) return null;
        int path = portEnd(reference, hostEnd, scheme);
        if (path < 0) return null;
        boolean noPath = path == reference.length();
        if (!noPath && reference.charAt(path) != '/') return null;
        int query = pathEnd(reference, path);
        if (query < 0) return null;
        int fragment = queryEnd(reference, query);
        if (fragment < 0 || !isPlain(reference, fragment, FRAGMENT)) return null;
        var text = join(prefix, keep, reference, 0, noPath ? 1 : 0);
        if (text == null) return null;
        int slash = 0;
        if (noPath) {
            text[text.length - 1] = '/';
            slash = 1;
        }
        int start = keep + host;
        return new Url(
                text,
                start - 3,
                start,
                start,
                keep + hostEnd,
                keep + path,
                keep + query + slash,
                keep + fragment + slash);
    }

    /**
     * String.getBytes drops the high half of each character; here that is zero, and the copy is
     * plain.
     */
    @SuppressWarnings("deprecation")
    private static byte @Nullable [] join(
            byte[] prefix, int keep, String reference, int from, int more) {
        int length = keep + reference.length() - from;
        if (length + more > Url.MAX_LENGTH) return null;
        var text = new byte[length + more];
        System.arraycopy(prefix, 0, text, 0, keep);
        reference.getBytes(from, reference.length(), text, keep);
        return text;
    }

    /** Where a plain name ends, or -1; what might be an address is not plain. */
    private static int hostEnd(String text, int from) {
        int label = from;
        int i = from;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '/' || c == ':') break;
            if (c >= 128 || (PLAIN[c] & HOST) == 0) return -1;
            if (c == '.') label = i + 1;
        }
        return label == i || UrlParser.isDigit(text.charAt(label)) ? -1 : i;
    }

    /**
     * Where the port ends, if there is one, or -1; a port that would be written otherwise is not
     * plain.
     */
    private static int portEnd(String text, int from, Scheme scheme) {
        if (from == text.length() || text.charAt(from) != ':') return from;
        int port = 0;
        int i = from + 1;
        for (; i < text.length() && UrlParser.isDigit(text.charAt(i)) && i <= from + 5; i++) {
            port = 10 * port + text.charAt(i) - '0';
        }
        boolean plain =
                i > from + 1
                        && text.charAt(from + 1) != '0'
                        && port <= 0xFFFF
                        && port != scheme.defaultPort;
        return plain ? i : -1;
    }

    /** Where a plain path ends, or -1. */
    private static int pathEnd(String text, int from) {
        int length = text.length();
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 128 || (PLAIN[c] & PATH) == 0) return c == '?' || c == '#' ? i : -1;
            if (c == '/' && mayBeDotSegment(text, i + 1)) return -1;
        }
        return length;
    }

    /**
     * Where a plain query ends, or -1. At {@code from} is a question mark, a number sign or the
     * end.
     */
    private static int queryEnd(String text, int from) {
        int length = text.length();
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 128 || (PLAIN[c] & QUERY) == 0) return c == '#' ? i : -1;
        }
        return length;
    }

    private static boolean isPlain(String text, int from, int part) {
        int length = text.length();
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 128 || (PLAIN[c] & part) == 0) return false;
        }
        return true;
    }

    private static boolean mayBeDotSegment(String text, int at) {
        if (at == text.length()) return false;
        char c = text.charAt(at);
        return c == '.' || (c == '%' && text.startsWith("2", at + 1));
    }
}
