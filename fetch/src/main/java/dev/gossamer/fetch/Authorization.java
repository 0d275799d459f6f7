package dev.gossamer.fetch;

import dev.gossamer.http.FieldList;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers to a server's challenge: Digest (RFC 7616) where it is offered, so that the password does
 * not travel, else Basic (RFC 7617). One object per site and lane; it remembers the last challenge,
 * so that only the first request is refused.
 */
final class Authorization {
    private static final Set<String> ALGORITHMS =
            Set.of("md5", "md5-sess", "sha-256", "sha-256-sess");

    private static final int MAX_PARAMETERS = 100;

    private final FetchOptions.Credentials credentials;

    /** Parameters of the digest challenge; null before one, empty for Basic. */
    private @Nullable Map<String, String> challenge;

    private int count;

    Authorization(FetchOptions.Credentials credentials) {
        this.credentials = credentials;
    }

    /** The value of the field, once a challenge is known. */
    Optional<String> header(String method, String target) {
        var known = challenge;
        if (known == null) return Optional.empty();
        return Optional.of(known.isEmpty() ? basic() : digest(known, method, target));
    }

    /**
     * Takes the challenges of a 401 answer; false when there is none that could be met, or the same
     * has been tried.
     *
     * @param isTried the request carried our answer to the challenge known before
     */
    boolean challenged(Iterable<String> fields, boolean isTried) {
        boolean hasBasic = false;
        for (String field : fields) {
            String lower = field.toLowerCase(Locale.ROOT);
            int digest = lower.indexOf("digest ");
            hasBasic |= lower.contains("basic");
            if (digest < 0) continue;
            var parameters = parameters(field.substring(digest + 7));
            if (!isKnown(parameters.getOrDefault("algorithm", "MD5"))) continue;
            // A nonce that has merely grown old may be answered again, RFC 7616 section 3.3.
            boolean isStale = "true".equalsIgnoreCase(parameters.get("stale"));
            if (isTried && !isStale) return false;
            challenge = parameters;
            count = 0;
            return true;
        }
        if (isTried || !hasBasic) return false;
        challenge = Map.of();
        return true;
    }

    /**
     * Reads {@code name=value} and {@code name="value"}, whatever stands between them. One pass
     * over the text: it comes from the network.
     */
    private static Map<String, String> parameters(String text) {
        var parameters = new HashMap<String, String>();
        int at = 0;
        while (at < text.length() && parameters.size() < MAX_PARAMETERS) {
            int equals = text.indexOf('=', at);
            if (equals < 0) break;
            int end = equals;
            while (end > at && Character.isWhitespace(text.charAt(end - 1))) end--;
            int start = end;
            while (start > at && isNameChar(text.charAt(start - 1))) start--;
            int from = equals + 1;
            while (from < text.length() && Character.isWhitespace(text.charAt(from))) from++;
            var value = new StringBuilder();
            at = value(text, from, value);
            if (start < end) {
                String name = text.substring(start, end).toLowerCase(Locale.ROOT);
                parameters.putIfAbsent(name, value.toString());
            }
        }
        return parameters;
    }

    /** Reads a value, quoted or not; returns the index after it. */
    private static int value(String text, int from, StringBuilder value) {
        int at = from;
        boolean isQuoted = at < text.length() && text.charAt(at) == '"';
        if (isQuoted) at++;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean isEnd = isQuoted ? c == '"' : c == ',' || Character.isWhitespace(c);
            if (isEnd) return at + 1;
            if (isQuoted && c == '\\' && at + 1 < text.length()) c = text.charAt(++at);
            value.append(c);
        }
        return at;
    }

    private static boolean isNameChar(char c) {
        return c == '_' || c == '-' || (c < 0x80 && Character.isLetterOrDigit(c));
    }

    private String basic() {
        String pair = credentials.user() + ":" + credentials.password();
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private String digest(Map<String, String> known, String method, String target) {
        String algorithm = known.getOrDefault("algorithm", "MD5");
        String realm = known.getOrDefault("realm", "");
        String nonce = known.getOrDefault("nonce", "");
        boolean isSession = algorithm.toLowerCase(Locale.ROOT).endsWith("-sess");
        boolean hasQop =
                known.containsKey("qop")
                        && FieldList.items(known.get("qop").replace(' ', ',')).contains("auth");
        String nc = String.format(Locale.ROOT, "%08x", ++count);
        // Need not be secret, only ours: it keeps a server from choosing all of what is hashed.
        String cnonce = hash("SHA-256", nonce + credentials.user() + count).substring(0, 16);
        String first =
                hash(algorithm, credentials.user() + ":" + realm + ":" + credentials.password());
        if (isSession) first = hash(algorithm, first + ":" + nonce + ":" + cnonce);
        String second = hash(algorithm, method + ":" + target);
        String middle = hasQop ? nonce + ":" + nc + ":" + cnonce + ":auth" : nonce;
        String response = hash(algorithm, first + ":" + middle + ":" + second);
        var text = new StringBuilder("Digest ");
        text.append("username=").append(quote(credentials.user()));
        text.append(", realm=").append(quote(realm)).append(", nonce=").append(quote(nonce));
        text.append(", uri=").append(quote(target)).append(", response=").append(quote(response));
        if (known.containsKey("algorithm")) text.append(", algorithm=").append(algorithm);
        if (known.containsKey("opaque")) {
            text.append(", opaque=").append(quote(known.get("opaque")));
        }
        if (hasQop || isSession) text.append(", cnonce=").append(quote(cnonce));
        if (hasQop) text.append(", qop=auth, nc=").append(nc);
        return text.toString();
    }

    private static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static boolean isKnown(String algorithm) {
        return ALGORITHMS.contains(algorithm.toLowerCase(Locale.ROOT));
    }

    private static String hash(String algorithm, String text) {
        String name = algorithm.toUpperCase(Locale.ROOT).startsWith("MD5") ? "MD5" : "SHA-256";
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance(name).digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + name, e);
        }
    }
}
