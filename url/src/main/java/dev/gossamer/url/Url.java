package dev.gossamer.url;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An absolute URL as the WHATWG URL standard reads it. Immutable; equal when their text is equal.
 *
 * <p>A crawl holds millions of these, so one is two objects: the serialised text, which the
 * standard makes ASCII, and the offsets of its parts, 16 bits each (hence {@link #MAX_LENGTH}).
 * Parts are cut out when asked for.
 *
 * <pre>
 *   https://user:pass@example.com:8080/a/b?c#d
 *        ^      ^     ^          ^    ^   ^ ^
 *        |      |     hostStart  |    |   | fragmentStart (or length)
 *        |      usernameEnd      |    |   queryStart (or fragmentStart)
 *        schemeEnd         hostEnd    pathStart
 * </pre>
 *
 * Without an authority, {@code usernameEnd}, {@code hostStart} and {@code hostEnd} follow the colon
 * of the scheme.
 */
public final class Url implements Comparable<Url> {
    /** Of the serialised text, in characters. A longer one is no URL for us. */
    public static final int MAX_LENGTH = Character.MAX_VALUE;

    /** The longest name that DNS can have, without the dot at its end (RFC 1035, 2.3.4). */
    public static final int MAX_HOST_LENGTH = 253;

    private static final int MAX_LABEL_LENGTH = 63;

    final byte[] text;
    final char schemeEnd;
    final char usernameEnd;
    final char hostStart;
    final char hostEnd;
    final char pathStart;
    final char queryStart;
    final char fragmentStart;

    /** Takes the array; the caller has kept to {@link #MAX_LENGTH} and to the layout above. */
    Url(
            byte[] text,
            int schemeEnd,
            int usernameEnd,
            int hostStart,
            int hostEnd,
            int pathStart,
            int queryStart,
            int fragmentStart) {
        this.text = text;
        this.schemeEnd = (char) schemeEnd;
        this.usernameEnd = (char) usernameEnd;
        this.hostStart = (char) hostStart;
        this.hostEnd = (char) hostEnd;
        this.pathStart = (char) pathStart;
        this.queryStart = (char) queryStart;
        this.fragmentStart = (char) fragmentStart;
    }

    /** Reads an absolute URL; empty where the standard says failure. */
    public static Optional<Url> parse(String text) {
        return Optional.ofNullable(parseOrNull(text));
    }

    /** Apart, so that its caller is small enough to be inlined, and the Optional to be spared. */
    private static @Nullable Url parseOrNull(String text) {
        var plain = FastPath.parse(text);
        return plain != null ? plain : UrlParser.parse(text, null, StandardCharsets.UTF_8);
    }

    /** For URLs known to be right: throws on any other. */
    public static Url of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a URL: " + text));
    }

    /** Reads a reference with this URL as its base. */
    public Optional<Url> resolve(String reference) {
        return resolve(reference, StandardCharsets.UTF_8);
    }

    /** Reads a reference in a document of this charset, in which its query is then escaped. */
    public Optional<Url> resolve(String reference, Charset documentCharset) {
        return Optional.ofNullable(resolveOrNull(reference, documentCharset));
    }

    private @Nullable Url resolveOrNull(String reference, Charset documentCharset) {
        var plain = FastPath.resolve(reference, this);
        return plain != null ? plain : UrlParser.parse(reference, this, documentCharset);
    }

    /** Without the colon, in lower case. */
    public String scheme() {
        var scheme = kind();
        return scheme.isSpecial() ? scheme.text : cut(0, schemeEnd);
    }

    /** Percent-encoded; empty where there is none. */
    public String username() {
        return hasAuthority() ? cut(schemeEnd + 3, usernameEnd) : "";
    }

    /** Percent-encoded; empty where there is none. */
    public String password() {
        return usernameEnd < hostStart && text[usernameEnd] == ':'
                ? cut(usernameEnd + 1, hostStart - 1)
                : "";
    }

    /** In lower case; IPv6 addresses in brackets; empty where the URL has none. */
    public String host() {
        return cut(hostStart, hostEnd);
    }

    /**
     * Returns whether the host is an address or a name that DNS can have: labels of 1 to 63
     * characters, 253 in all. The URL standard takes longer ones.
     */
    public boolean isHostResolvable() {
        int end = hostEnd > hostStart && text[hostEnd - 1] == '.' ? hostEnd - 1 : hostEnd;
        if (end == hostStart || end - hostStart > MAX_HOST_LENGTH) return false;
        int label = 0;
        for (int i = hostStart; i < end; i++) {
            if (text[i] != '.') {
                if (++label > MAX_LABEL_LENGTH) return false;
            } else {
                if (label == 0) return false;
                label = 0;
            }
        }
        return label > 0;
    }

    /**
     * The port to connect to: the scheme's default where the URL names none; -1 where there is no
     * default.
     */
    public int port() {
        if (!hasPort()) return kind().defaultPort;
        int port = 0;
        for (int i = hostEnd + 1; i < pathStart; i++) port = 10 * port + text[i] - '0';
        return port;
    }

    /**
     * {@code scheme://host[:port]}, the unit to which a robots.txt applies; {@code null}, as text,
     * for opaque origins.
     */
    public String origin() {
        var scheme = kind();
        if (scheme == Scheme.FILE) return "null";
        if (scheme.isSpecial()) return scheme.text + "://" + authority();
        if (!scheme().equals("blob")) return "null";
        return parse(path()).filter(Url::isHttp).map(Url::origin).orElse("null");
    }

    /** Host, and port if it is not the default: what the Host header carries. */
    public String authority() {
        return cut(hostStart, hasPort() ? pathStart : hostEnd);
    }

    /** Percent-encoded, with its leading slash; opaque for schemes such as {@code mailto}. */
    public String path() {
        return cut(pathStart, queryStart);
    }

    /** Percent-encoded, without the question mark; empty when there is none. */
    public Optional<String> query() {
        return queryStart < fragmentStart
                ? Optional.of(cut(queryStart + 1, fragmentStart))
                : Optional.empty();
    }

    /** Percent-encoded, without the number sign; empty when there is none. */
    public Optional<String> fragment() {
        return fragmentStart < text.length
                ? Optional.of(cut(fragmentStart + 1, text.length))
                : Optional.empty();
    }

    /** Path and query: what a request line carries and robots.txt rules are matched against. */
    public String pathAndQuery() {
        return cut(pathStart, fragmentStart);
    }

    /**
     * 64 bits that stand for this URL in the seen set. Stable across versions: it is written to
     * disk.
     */
    public long fingerprint() {
        return Hashing.xxh3_64().hashBytesToLong(text);
    }

    /**
     * Returns the shard that owns the host of this URL: the part of the range in which the host's
     * hash lies.
     */
    public int shard(int shards) {
        return part(
                Hashing.xxh3_64().hashBytesToLong(text, hostStart, hostEnd - hostStart), shards);
    }

    /** Which of so many shards owns a host, by its name as {@link #host} gives it. */
    public static int shardOf(String host, int shards) {
        var name = host.getBytes(StandardCharsets.ISO_8859_1);
        return part(Hashing.xxh3_64().hashBytesToLong(name), shards);
    }

    private static int part(long hash, int shards) {
        if (shards < 1) throw new IllegalArgumentException("not a number of shards: " + shards);
        return (int) Math.unsignedMultiplyHigh(hash, shards);
    }

    /**
     * The domain somebody registered, by the public suffix list; the host itself where there is
     * none (an address, a suffix).
     */
    public String registeredDomain() {
        return PublicSuffixes.registeredDomain(this);
    }

    /**
     * The key under which web archives sort and look up this URL, for example {@code
     * com,example)/path?query}. Not a name for the URL: several share one key.
     */
    public String surt() {
        return Surt.key(this);
    }

    public boolean isHttp() {
        return kind().isHttp();
    }

    @Override
    public int compareTo(Url other) {
        return Arrays.compare(text, other.text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Url url && Arrays.equals(url.text, text);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(text);
    }

    /** The whole URL, serialised as the standard says: ASCII. */
    @Override
    public String toString() {
        return cut(0, text.length);
    }

    /** Of the text, in characters. */
    public int length() {
        return text.length;
    }

    Url withoutFragment() {
        if (fragmentStart == text.length) return this;
        var shorter = Arrays.copyOf(text, fragmentStart);
        return new Url(
                shorter,
                schemeEnd,
                usernameEnd,
                hostStart,
                hostEnd,
                pathStart,
                queryStart,
                fragmentStart);
    }

    /** Returns this URL without user name and password, which must not be kept with a page. */
    public Url withoutUserinfo() {
        if (!hasUserinfo()) return this;
        int cut = hostStart - (schemeEnd + 3);
        var shorter = new byte[text.length - cut];
        System.arraycopy(text, 0, shorter, 0, schemeEnd + 3);
        System.arraycopy(text, hostStart, shorter, schemeEnd + 3, text.length - hostStart);
        return new Url(
                shorter,
                schemeEnd,
                schemeEnd + 3,
                schemeEnd + 3,
                hostEnd - cut,
                pathStart - cut,
                queryStart - cut,
                fragmentStart - cut);
    }

    boolean hasUserinfo() {
        return hasAuthority() && hostStart > schemeEnd + 3;
    }

    Scheme kind() {
        return Scheme.of(text, schemeEnd);
    }

    boolean hasAuthority() {
        return usernameEnd > schemeEnd + 1;
    }

    /** Whether the path is one text without segments, as in {@code mailto:a@b}. */
    boolean hasOpaquePath() {
        return !hasAuthority() && (pathStart == queryStart || text[pathStart] != '/');
    }

    private boolean hasPort() {
        return hostEnd < pathStart && text[hostEnd] == ':';
    }

    private String cut(int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
