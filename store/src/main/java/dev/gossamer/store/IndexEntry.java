package dev.gossamer.store;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A line of the CDXJ index: where the record of a capture lies.
 *
 * @param key of {@link dev.gossamer.url.Url#surt}
 * @param at to the second
 * @param type media type; {@code warc/revisit} where the payload lies elsewhere; {@code unk} where
 *     the answer named none
 * @param digest of the payload, base 32; empty where unknown
 * @param bytes length of the record in the file, compressed
 * @param file name of the WARC file
 */
public record IndexEntry(
        String key,
        Instant at,
        String url,
        String type,
        int status,
        String digest,
        long bytes,
        long offset,
        String file) {
    static final String REVISIT = "warc/revisit";

    /** Returns the digest of the payload; empty where it is unknown or of another kind. */
    Optional<PayloadDigest> payloadDigest() {
        return Base32.decodeSha1(digest).map(PayloadDigest::new);
    }

    /** Returns the time as the index writes it: 14 digits. */
    public String timestamp() {
        return CaptureTime.text(at);
    }

    public boolean isRevisit() {
        return type.equals(REVISIT);
    }

    /** One line of ASCII without its line end. */
    String line() {
        var out = new StringBuilder(256);
        out.append(key).append(' ').append(CaptureTime.text(at)).append(" {\"url\": ");
        Json.quote(out, url);
        out.append(", \"mime\": ");
        Json.quote(out, type);
        if (status > 0) out.append(", \"status\": \"").append(status).append('"');
        if (!digest.isEmpty()) Json.quote(out.append(", \"digest\": "), digest);
        out.append(", \"length\": \"").append(bytes);
        out.append("\", \"offset\": \"").append(offset);
        out.append("\", \"filename\": ");
        Json.quote(out, file);
        return escaped(out.append('}'));
    }

    /** Names of files and digests of other writers may have any character. */
    private static String escaped(StringBuilder line) {
        for (int i = line.length() - 1; i >= 0; i--) {
            char c = line.charAt(i);
            if (c >= 0x80) line.replace(i, i + 1, "\\u%04x".formatted((int) c));
        }
        return line.toString();
    }

    /** Whether it looks like one, at a glance: ASCII, a key, 14 digits, a JSON object. */
    static boolean isLine(String line) {
        int first = line.indexOf(' ');
        int second = first + 15;
        if (first < 1 || line.length() < second + 3 || !line.startsWith(" {", second)) return false;
        if (line.charAt(line.length() - 1) != '}') return false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c < ' ' || c > 0x7F) return false;
            if (i > first && i < second && (c < '0' || c > '9')) return false;
        }
        return true;
    }

    /** Empty for a line that is not one of ours or a like tool's. */
    static Optional<IndexEntry> parse(String line) {
        int first = line.indexOf(' ');
        int second = line.indexOf(' ', first + 1);
        if (first < 0 || second < 0) return Optional.empty();
        var at = CaptureTime.parse(line.substring(first + 1, second));
        try {
            var fields = fields(line, second + 1);
            if (at.isEmpty() || !fields.containsKey("url") || !fields.containsKey("filename")) {
                return Optional.empty();
            }
            return Optional.of(
                    new IndexEntry(
                            line.substring(0, first),
                            at.get(),
                            fields.getOrDefault("url", ""),
                            fields.getOrDefault("mime", "unk"),
                            status(fields.getOrDefault("status", "")),
                            fields.getOrDefault("digest", ""),
                            Long.parseLong(fields.getOrDefault("length", "0")),
                            Long.parseLong(fields.getOrDefault("offset", "")),
                            fields.getOrDefault("filename", "")));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Revisits of other tools have {@code -} here. */
    private static int status(String text) {
        return text.matches("\\d{3}") ? Integer.parseInt(text) : 0;
    }

    /** The members of a flat JSON object whose values are strings or numbers. */
    private static Map<String, String> fields(String json, int from) {
        var fields = new HashMap<String, String>();
        int at = from;
        while (true) {
            int open = json.indexOf('"', at);
            int close = open < 0 ? -1 : endOfString(json, open);
            int value = close < 0 ? -1 : skip(json, close + 1);
            if (value < 0) return fields;
            int end;
            if (json.charAt(value) == '"') {
                end = endOfString(json, value);
                if (end < 0) return fields;
                fields.put(unquote(json, open, close), unquote(json, value, end));
            } else {
                end = value;
                while (end < json.length() && ",} ".indexOf(json.charAt(end)) < 0) end++;
                fields.put(unquote(json, open, close), json.substring(value, end));
            }
            at = end + 1;
        }
    }

    /** Past a colon and white space to the value; -1 if there is none. */
    private static int skip(String json, int from) {
        int at = from;
        while (at < json.length() && (json.charAt(at) == ' ' || json.charAt(at) == ':')) at++;
        return at < json.length() ? at : -1;
    }

    private static int endOfString(String json, int open) {
        for (int i = open + 1; i < json.length(); i++) {
            if (json.charAt(i) == '\\') i++;
            else if (json.charAt(i) == '"') return i;
        }
        return -1;
    }

    private static String unquote(String json, int open, int close) {
        String raw = json.substring(open + 1, close);
        if (raw.indexOf('\\') < 0) return raw;
        var out = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\\' || i + 1 == raw.length()) {
                out.append(c);
                continue;
            }
            char escape = raw.charAt(++i);
            if (escape == 'u' && i + 4 < raw.length()) {
                out.append((char) Integer.parseInt(raw, i + 1, i + 5, 16));
                i += 4;
            } else {
                int known = "nrtbf".indexOf(escape);
                out.append(known < 0 ? escape : "\n\r\t\b\f".charAt(known));
            }
        }
        return out.toString();
    }
}
