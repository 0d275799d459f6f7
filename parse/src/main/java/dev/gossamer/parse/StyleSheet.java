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
    private final References references;
    private final List<Link> links = new ArrayList<>();
    private int at;

    private StyleSheet(String text, Url url) {
        this.text = text;
        references = new References(url, Encoding.UTF_8);
    }

    /**
     * Reads a style sheet.
     *
     * @param url where it was found, against which references are resolved
     * @param body decoded content, read as UTF-8: references are ASCII nearly everywhere
     */
    public static List<Link> links(Url url, byte[] body) {
        var sheet = new StyleSheet(new String(body, StandardCharsets.UTF_8), url);
        sheet.read();
        return sheet.links;
    }

    private void read() {
        boolean isImport = false;
        while (at < text.length() && links.size() < ParseLimits.LINKS) {
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
        if (reference.isEmpty() || reference.startsWith("#")) return;
        references
                .resolve(reference)
                .filter(Url::isHttp)
                .ifPresent(url -> links.add(new Link(url, Link.Kind.RESOURCE, "", "", 0)));
    }
}
