package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The references of a style sheet: {@code url(...)} and {@code @import "..."} (CSS Syntax Level 3).
 * Comments are passed over; strings count only behind {@code @import}. One pass, whatever the bytes
 * are.
 */
public final class StyleSheet {
    private final String text;
    private final List<String> found = new ArrayList<>();
    private int at;

    private StyleSheet(String text) {
        this.text = text;
    }

    /**
     * Reads a style sheet.
     *
     * @param url where it was found, against which references are resolved
     * @param body decoded content, read as UTF-8: references are ASCII nearly everywhere
     */
    public static List<Link> links(Url url, byte[] body) {
        var base = new References(url, Encoding.UTF_8);
        var links = new ArrayList<Link>();
        for (String reference : references(new String(body, StandardCharsets.UTF_8)))
            base.resolve(reference)
                    .filter(Url::isHttp)
                    .ifPresent(
                            target -> links.add(new Link(target, Link.Kind.RESOURCE, "", "", 0)));
        return links;
    }

    /** Returns the references as they are written, of a style sheet or of a style attribute. */
    static List<String> references(String text) {
        var sheet = new StyleSheet(text);
        sheet.read();
        return sheet.found;
    }

    private void read() {
        boolean isImport = false;
        while (at < text.length() && found.size() < ParseLimits.LINKS) {
            char c = text.charAt(at);
            if (c == '/' && text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                at = end < 0 ? text.length() : end + 2;
            } else if (c == '"' || c == '\'') {
                String value = string(c);
                if (isImport) add(value);
                isImport = false;
            } else if (c == '@' && text.regionMatches(true, at, "@import", 0, 7)) {
                isImport = true;
                at += 7;
            } else if ((c == 'u' || c == 'U') && isFunction()) {
                at += 4;
                add(argument());
                isImport = false;
            } else {
                if (c == ';' || c == '{') isImport = false;
                at++;
            }
        }
    }

    /** Whether {@code url(} stands here, and is not the end of another name. */
    private boolean isFunction() {
        if (!text.regionMatches(true, at, "url(", 0, 4)) return false;
        if (at == 0) return true;
        char before = text.charAt(at - 1);
        return !Character.isLetterOrDigit(before) && before != '-' && before != '_';
    }

    private String argument() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\''))
            return string(text.charAt(at));
        int start = at;
        while (at < text.length() && ")\n\"'(".indexOf(text.charAt(at)) < 0) at++;
        return unescaped(start, at).strip();
    }

    /** A string ends at its quote, or, broken, at the end of the line. */
    private String string(char quote) {
        int start = ++at;
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n')
            at += text.charAt(at) == '\\' ? 2 : 1;
        at = Math.min(at, text.length());
        String value = unescaped(start, at);
        if (at < text.length()) at++;
        return value;
    }

    /** Characters behind a backslash stand for themselves; numbers of characters are rare. */
    private String unescaped(int start, int end) {
        String raw = text.substring(start, end);
        if (raw.indexOf('\\') < 0) return raw;
        var out = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            if (raw.charAt(i) == '\\' && i + 1 < raw.length()) i++;
            out.append(raw.charAt(i));
        }
        return out.toString();
    }

    private void add(String reference) {
        boolean isData = reference.regionMatches(true, 0, "data:", 0, 5);
        if (!reference.isEmpty() && !reference.startsWith("#") && !isData) found.add(reference);
    }
}
