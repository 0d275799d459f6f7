package dev.gossamer.url;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * The basic URL parser of the standard (section 4.4), for every input. One method per state, named
 * as there; a state reads all its characters at once and ends by calling the next, so the result is
 * written front to back and once. States answer false for failure. What the standard calls
 * validation errors is not failure and not noted.
 */
final class UrlParser {
    private static final int END = -1;

    private final String input;
    private final @Nullable Url base;
    private final Charset charset;
    private final AsciiBuffer out;
    private int at;
    private Scheme scheme = Scheme.OTHER;
    private int schemeEnd;
    private int usernameEnd;
    private int hostStart;
    private int hostEnd;
    private int pathStart;
    private int queryStart = -1;
    private int fragmentStart = -1;

    private UrlParser(String input, @Nullable Url base, Charset charset) {
        this.input = input;
        this.base = base;
        this.charset = charset;
        this.out = new AsciiBuffer(input.length() + 16 + (base == null ? 0 : base.text.length));
    }

    /** Null where the standard says failure, and above {@link Url#MAX_LENGTH}. */
    static @Nullable Url parse(String text, @Nullable Url base, Charset charset) {
        if (text.length() > Url.MAX_LENGTH) return null;
        var parser = new UrlParser(clean(text), base, charset);
        return parser.schemeStart() ? parser.url() : null;
    }

    private @Nullable Url url() {
        int fragment = fragmentStart < 0 ? out.length : fragmentStart;
        int query = queryStart < 0 ? fragment : queryStart;
        // Without an authority a path must not look as if it began with one.
        if (hostEnd == schemeEnd + 1 && startsWithTwoSlashes(pathStart, query)) {
            out.insert(pathStart, "/.");
            pathStart += 2;
            query += 2;
            fragment += 2;
        }
        if (out.length > Url.MAX_LENGTH) return null;
        return new Url(
                out.toArray(),
                schemeEnd,
                usernameEnd,
                hostStart,
                hostEnd,
                pathStart,
                query,
                fragment);
    }

    private boolean startsWithTwoSlashes(int from, int to) {
        return to >= from + 2 && out.bytes[from] == '/' && out.bytes[from + 1] == '/';
    }

    /** Without controls and spaces around, without tabs and line ends inside. */
    private static String clean(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && text.charAt(from) <= ' ') from++;
        while (from < to && text.charAt(to - 1) <= ' ') to--;
        for (int i = from; i < to; i++) {
            if (isTabOrLineEnd(text.charAt(i))) {
                var kept = new StringBuilder(to - from);
                for (int k = from; k < to; k++) {
                    if (!isTabOrLineEnd(text.charAt(k))) kept.append(text.charAt(k));
                }
                return kept.toString();
            }
        }
        return text.substring(from, to);
    }

    private static boolean isTabOrLineEnd(char c) {
        return c == '\t' || c == '\n' || c == '\r';
    }

    // Scheme states.

    private boolean schemeStart() {
        int colon = schemeLength();
        if (colon < 0) return noScheme();
        for (int i = 0; i < colon; i++) out.append(lower(input.charAt(i)));
        schemeWritten();
        at = colon + 1;
        if (scheme == Scheme.FILE) return file();
        if (scheme.isSpecial()) {
            if (base != null && base.kind() == scheme && !input.startsWith("//", at))
                return relative(base);
            return specialAuthorityIgnoreSlashes();
        }
        if (input.startsWith("//", at)) return authority(at + 2);
        if (peek() == '/') return noAuthority() && pathState();
        return noAuthority() && opaquePath();
    }

    /** How long the scheme in front is, or -1. */
    private int schemeLength() {
        for (int i = 0; i < input.length(); i++) {
            char c = input.charAt(i);
            if (isLetter(c) || (i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.')))
                continue;
            return c == ':' && i > 0 ? i : -1;
        }
        return -1;
    }

    private void schemeWritten() {
        schemeEnd = out.length;
        scheme = Scheme.of(out.bytes, schemeEnd);
        out.append(':');
    }

    private boolean noScheme() {
        if (base == null) return false;
        if (base.hasOpaquePath()) {
            if (peek() != '#') return false;
            copyBase(base, base.fragmentStart);
            return fragment();
        }
        if (base.kind() != Scheme.FILE) return relative(base);
        out.append("file");
        schemeWritten();
        return file();
    }

    // Relative states.

    private boolean relative(Url base) {
        scheme = base.kind();
        return isSlash(peek()) ? relativeSlash(base) : relativeToPath(base, false);
    }

    private boolean relativeSlash(Url base) {
        copyBase(base, base.schemeEnd + 1);
        if (isSlash(peek(1)) && scheme.isSpecial()) return specialAuthorityIgnoreSlashes();
        if (peek(1) == '/') return authority(at + 2);
        copyBase(base, base.pathStart);
        return pathState();
    }

    /** The reference starts below the base's path, or is only a query or a fragment, or nothing. */
    private boolean relativeToPath(Url base, boolean fromRoot) {
        switch (peek()) {
            case END -> copyBase(base, base.fragmentStart);
            case '#' -> copyBase(base, base.fragmentStart);
            case '?' -> copyBase(base, base.queryStart);
            default -> {
                copyBase(base, fromRoot ? base.pathStart : base.queryStart);
                queryStart = -1;
                if (!fromRoot) shortenPath();
                return pathState();
            }
        }
        return queryOrFragment();
    }

    /** Starts again with the first part of the base. */
    private void copyBase(Url base, int to) {
        out.length = 0;
        out.append(base.text, to);
        scheme = base.kind();
        schemeEnd = base.schemeEnd;
        usernameEnd = base.usernameEnd;
        hostStart = base.hostStart;
        hostEnd = base.hostEnd;
        pathStart = base.pathStart;
        if (base.queryStart < Math.min(to, base.fragmentStart)) queryStart = base.queryStart;
        if (pathStart == hostEnd + 2 && to >= pathStart && !base.hasAuthority()) {
            out.cut(hostEnd, pathStart);
            pathStart = hostEnd;
            if (queryStart >= 0) queryStart -= 2;
        }
    }

    // Authority states.

    private boolean specialAuthorityIgnoreSlashes() {
        while (isSlash(peek())) at++;
        return authority(at);
    }

    private boolean authority(int start) {
        int end = start;
        int credentialsEnd = -1;
        for (; end < input.length() && !endsAuthority(input.charAt(end)); end++) {
            if (input.charAt(end) == '@') credentialsEnd = end;
        }
        at = end;
        if (credentialsEnd + 1 == end && credentialsEnd >= 0) return false;
        out.append("//");
        credentials(start, credentialsEnd);
        return host(credentialsEnd < 0 ? start : credentialsEnd + 1, end) && path();
    }

    private boolean endsAuthority(char c) {
        return isSlash(c) || c == '?' || c == '#';
    }

    private void credentials(int start, int end) {
        usernameEnd = out.length;
        if (end < 0) return;
        int colon = input.indexOf(':', start, end);
        int nameEnd = colon < 0 ? end : colon;
        PercentEncoding.encode(input, start, nameEnd, PercentEncoding.USERINFO, out);
        usernameEnd = out.length;
        if (nameEnd + 1 < end) {
            out.append(':');
            PercentEncoding.encode(input, nameEnd + 1, end, PercentEncoding.USERINFO, out);
        }
        if (nameEnd + 1 < end || nameEnd > start) out.append('@');
    }

    private boolean host(int start, int end) {
        int colon = start;
        for (boolean inBrackets = false; colon < end; colon++) {
            char c = input.charAt(colon);
            if (c == ':' && !inBrackets) break;
            if (c == '[') inBrackets = true;
            if (c == ']') inBrackets = false;
        }
        if (colon == start && (colon < end || scheme.isSpecial())) return false;
        hostStart = out.length;
        if (!HostParser.parse(input.substring(start, colon), scheme.isSpecial(), out)) return false;
        hostEnd = out.length;
        return port(colon + 1, end);
    }

    private boolean port(int start, int end) {
        int port = start < end ? 0 : -1;
        for (int i = start; i < end; i++) {
            if (!isDigit(input.charAt(i))) return false;
            port = 10 * port + input.charAt(i) - '0';
            if (port > 0xFFFF) return false;
        }
        if (port >= 0 && port != scheme.defaultPort) {
            out.append(':');
            out.append(Integer.toString(port));
        }
        pathStart = out.length;
        return true;
    }

    private boolean noAuthority() {
        usernameEnd = out.length;
        hostStart = out.length;
        hostEnd = out.length;
        pathStart = out.length;
        return true;
    }

    // File states.

    private boolean file() {
        if (isSlash(peek())) return fileSlash();
        if (base != null && base.kind() == Scheme.FILE)
            return relativeToPath(base, startsWithDriveLetter());
        return fileHostWritten("") && pathState();
    }

    private boolean fileSlash() {
        if (isSlash(peek(1))) return fileHost();
        if (base == null || base.kind() != Scheme.FILE) return fileHostWritten("") && pathState();
        at++;
        boolean drive =
                !startsWithDriveLetter()
                        && hasDriveLetter(base.text, base.pathStart, base.queryStart);
        at--;
        copyBase(base, base.pathStart + (drive ? 3 : 0));
        queryStart = -1;
        return pathState();
    }

    private boolean fileHost() {
        int start = at + 2;
        int end = start;
        while (end < input.length() && !endsAuthority(input.charAt(end))) end++;
        if (end == start + 2 && isDriveLetter(input.charAt(start), input.charAt(start + 1))) {
            at = start;
            return fileHostWritten("") && pathState();
        }
        at = end;
        return fileHostWritten(input.substring(start, end)) && path();
    }

    private boolean fileHostWritten(String host) {
        out.append("//");
        usernameEnd = out.length;
        hostStart = out.length;
        if (!host.isEmpty() && !HostParser.parse(host, true, out)) return false;
        if (isLocalhost()) out.length = hostStart;
        hostEnd = out.length;
        pathStart = out.length;
        return true;
    }

    private boolean isLocalhost() {
        var localhost = "localhost";
        if (out.length - hostStart != localhost.length()) return false;
        for (int i = 0; i < localhost.length(); i++) {
            if (out.bytes[hostStart + i] != localhost.charAt(i)) return false;
        }
        return true;
    }

    // Path states.

    /** The standard's path start state. */
    private boolean path() {
        boolean empty = peek() == END || peek() == '?' || peek() == '#';
        if (scheme.isSpecial() || !empty) return pathState();
        return queryOrFragment();
    }

    /**
     * Reads segment after segment, each with the slash in front of it, which may be missing for the
     * first.
     */
    private boolean pathState() {
        if (isSlash(peek())) at++;
        while (true) {
            int start = at;
            while (at < input.length() && !endsAuthority(input.charAt(at))) at++;
            segment(start, at, isSlash(peek()));
            if (!isSlash(peek())) break;
            at++;
        }
        return queryOrFragment();
    }

    private void segment(int start, int end, boolean slashFollows) {
        int dots = dotSegment(start, end);
        if (dots == 2) shortenPath();
        if (dots > 0) {
            if (!slashFollows) out.append('/');
            return;
        }
        out.append('/');
        int written = out.length;
        PercentEncoding.encode(input, start, end, PercentEncoding.PATH, out);
        boolean first = written == pathStart + 1;
        if (scheme == Scheme.FILE
                && first
                && end == start + 2
                && isDriveLetter(input.charAt(start), input.charAt(start + 1))) {
            out.bytes[written + 1] = ':';
        }
    }

    /**
     * 1 and 2 for single- and double-dot segments, spelled with dots or {@code %2e}; 0 for others.
     */
    private int dotSegment(int start, int end) {
        int dots = 0;
        for (int i = start; i < end; dots++) {
            if (input.charAt(i) == '.') {
                i++;
            } else if (input.regionMatches(true, i, "%2e", 0, 3)) {
                i += 3;
            } else {
                return 0;
            }
        }
        return dots <= 2 ? dots : 0;
    }

    private void shortenPath() {
        if (scheme == Scheme.FILE
                && out.length == pathStart + 3
                && hasDriveLetter(out.bytes, pathStart, out.length)) return;
        int slash = out.length;
        while (slash > pathStart && out.bytes[slash - 1] != '/') slash--;
        out.length = Math.max(pathStart, slash - 1);
    }

    private boolean opaquePath() {
        int start = at;
        while (peek() != END && peek() != '?' && peek() != '#') at++;
        PercentEncoding.encode(input, start, at, PercentEncoding.C0_CONTROL, out);
        if (peek() != END && out.bytes[out.length - 1] == ' ') {
            out.length--;
            out.append("%20");
        }
        return queryOrFragment();
    }

    // Query and fragment states.

    private boolean queryOrFragment() {
        return peek() == '?' ? query() : fragment();
    }

    private boolean query() {
        int end = input.indexOf('#', at);
        if (end < 0) end = input.length();
        queryStart = out.length;
        out.append('?');
        if (scheme.isSpecial() && scheme != Scheme.WS && scheme != Scheme.WSS) {
            PercentEncoding.encode(input, at + 1, end, PercentEncoding.SPECIAL_QUERY, charset, out);
        } else {
            int set = scheme.isSpecial() ? PercentEncoding.SPECIAL_QUERY : PercentEncoding.QUERY;
            PercentEncoding.encode(input, at + 1, end, set, out);
        }
        at = end;
        return fragment();
    }

    private boolean fragment() {
        if (peek() == END) return true;
        fragmentStart = out.length;
        out.append('#');
        PercentEncoding.encode(input, at + 1, input.length(), PercentEncoding.FRAGMENT, out);
        return true;
    }

    // Characters.

    private int peek() {
        return peek(0);
    }

    private int peek(int ahead) {
        return at + ahead < input.length() ? input.charAt(at + ahead) : END;
    }

    /** A backslash is a slash where the scheme is special. */
    private boolean isSlash(int c) {
        return c == '/' || (c == '\\' && scheme.isSpecial());
    }

    /**
     * "starts with a Windows drive letter": the letter, then the end or something that ends a
     * segment.
     */
    private boolean startsWithDriveLetter() {
        if (peek() == END || peek(1) == END || !isDriveLetter((char) peek(), (char) peek(1)))
            return false;
        return peek(2) == END || endsAuthority((char) peek(2));
    }

    private static boolean isDriveLetter(char letter, char colon) {
        return isLetter(letter) && (colon == ':' || colon == '|');
    }

    /** Whether the first segment of a path is a normalised drive letter. */
    private static boolean hasDriveLetter(byte[] text, int path, int end) {
        return end >= path + 3
                && isLetter((char) text[path + 1])
                && text[path + 2] == ':'
                && (end == path + 3 || text[path + 3] == '/');
    }

    static boolean isLetter(char c) {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
    }
}
