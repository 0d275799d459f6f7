package dev.gossamer.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A media type as the WHATWG MIME Sniffing standard reads it (section 4.4).
 *
 * @param essence type and subtype in lower case: {@code text/html}
 * @param parameters names in lower case; of several with one name the first counts
 */
public record MediaType(String essence, Map<String, String> parameters) {
    private static final String SPACES = " \t\n\r";

    /** A value of a header field and what it means. */
    private record Meaning(String value, Optional<MediaType> type) {}

    /**
     * Of the value that was read last: most answers name the same type as the one before, and each
     * is asked for it several times.
     */
    private static volatile Meaning latest = new Meaning("", Optional.empty());

    public MediaType {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Reads one media type; empty where the standard says failure. */
    public static Optional<MediaType> parse(String text) {
        int end = text.length();
        while (end > 0 && SPACES.indexOf(text.charAt(end - 1)) >= 0) end--;
        int from = skipSpaces(text, 0, end);
        int slash = text.indexOf('/', from);
        if (slash < 0 || slash >= end) return Optional.empty();
        int semicolon = indexOf(text, ';', slash, end);
        String type = text.substring(from, slash);
        String subtype = text.substring(slash + 1, trimEnd(text, slash + 1, semicolon));
        if (!isToken(type) || !isToken(subtype)) return Optional.empty();
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = semicolon;
        while (at < end) at = readParameter(text, at + 1, end, parameters);
        String essence = (type + "/" + subtype).toLowerCase(Locale.ROOT);
        return Optional.of(new MediaType(essence, parameters));
    }

    /** Returns the media type that an answer names, as {@link #extract} reads it. */
    public static Optional<MediaType> of(Headers headers) {
        var values = headers.all("content-type");
        if (values.size() != 1) return extract(values);
        var known = latest;
        if (!known.value.equals(values.getFirst())) {
            known = new Meaning(values.getFirst(), extract(values));
            latest = known;
        }
        return known.type;
    }

    /**
     * Returns type and subtype in lower case without parameters; empty where the answer names no
     * type that can be read.
     */
    public static String essence(Headers headers) {
        return of(headers).map(MediaType::essence).orElse("");
    }

    /**
     * Returns the media type of an answer by its Content-Type headers (Fetch standard, "extract a
     * MIME type"): the last one that is one; a charset is kept as long as the type stays the same.
     *
     * @param headers their values in order; one value may also be several, joined with commas
     */
    public static Optional<MediaType> extract(List<String> headers) {
        Optional<MediaType> result = Optional.empty();
        for (String value : splitAtCommas(String.join(", ", headers))) {
            Optional<MediaType> next = parse(value);
            if (next.isEmpty() || next.get().essence.equals("*/*")) continue;
            boolean keepsCharset =
                    result.isPresent()
                            && result.get().essence.equals(next.get().essence)
                            && next.get().charset().isEmpty();
            Optional<String> charset =
                    keepsCharset ? result.flatMap(MediaType::charset) : Optional.empty();
            result = charset.isPresent() ? next.map(t -> t.withCharset(charset.get())) : next;
        }
        return result;
    }

    private MediaType withCharset(String charset) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put("charset", charset);
        return new MediaType(essence, all);
    }

    /** At commas that do not stand in a quoted string. */
    private static List<String> splitAtCommas(String text) {
        List<String> values = new ArrayList<>();
        int from = 0;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') at = readQuoted(text, at + 1, text.length(), new StringBuilder());
            else if (c == ',') {
                values.add(text.substring(from, at));
                from = ++at;
            } else at++;
        }
        values.add(text.substring(from));
        return values;
    }

    /** Reads one parameter; returns the place of the semicolon after it, or {@code end}. */
    private static int readParameter(
            String text, int from, int end, Map<String, String> parameters) {
        int at = skipSpaces(text, from, end);
        int nameStart = at;
        while (at < end && text.charAt(at) != ';' && text.charAt(at) != '=') at++;
        if (at >= end || text.charAt(at) == ';') return at;
        String name = text.substring(nameStart, at).toLowerCase(Locale.ROOT);
        at++;
        String value;
        if (at < end && text.charAt(at) == '"') {
            var quoted = new StringBuilder();
            at = readQuoted(text, at + 1, end, quoted);
            value = quoted.toString();
            at = indexOf(text, ';', at, end);
        } else {
            int stop = indexOf(text, ';', at, end);
            value = text.substring(at, trimEnd(text, at, stop));
            at = stop;
            if (value.isEmpty()) return at;
        }
        if (isToken(name) && isQuotable(value)) parameters.putIfAbsent(name, value);
        return at;
    }

    private static int readQuoted(String text, int from, int end, StringBuilder value) {
        int at = from;
        while (at < end && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c == '\\' && at < end) c = text.charAt(at++);
            value.append(c);
        }
        return Math.min(at + 1, end);
    }

    private static int skipSpaces(String text, int from, int end) {
        int at = from;
        while (at < end && SPACES.indexOf(text.charAt(at)) >= 0) at++;
        return at;
    }

    private static int trimEnd(String text, int from, int end) {
        int at = end;
        while (at > from && SPACES.indexOf(text.charAt(at - 1)) >= 0) at--;
        return at;
    }

    private static int indexOf(String text, char c, int from, int end) {
        int at = text.indexOf(c, from);
        return at < 0 || at > end ? end : at;
    }

    private static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(MediaType::isTokenChar);
    }

    private static boolean isTokenChar(int c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
    }

    private static boolean isQuotable(String text) {
        return text.chars()
                .allMatch(c -> c == '\t' || (c >= ' ' && c <= '~') || (c >= 0x80 && c <= 0xFF));
    }

    /** Returns the charset parameter, whatever it names. */
    public Optional<String> charset() {
        return Optional.ofNullable(parameters.get("charset"));
    }

    /** Returns whether this is HTML, or XHTML, which is read as HTML. */
    public boolean isHtml() {
        return essence.equals("text/html") || essence.equals("application/xhtml+xml");
    }

    /** As the standard writes it. */
    @Override
    public String toString() {
        var out = new StringBuilder(essence);
        parameters.forEach(
                (name, value) -> {
                    out.append(';').append(name).append('=');
                    if (isToken(value)) out.append(value);
                    else {
                        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"");
                        out.append('"').append(escaped).append('"');
                    }
                });
        return out.toString();
    }
}
