package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The references of a style sheet: {@code url(...)} and {@code @import "..."} (CSS Syntax Level 3).
 * Comments are passed over; strings count only behind {@code @import}. One pass, whatever the bytes
 * are.
 */
public final class StyleSheet {
    private final String text;
    private final List<Reference> found = new ArrayList<>();
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

    /**
     * A reference.
     *
     * @param from where it begins in the sheet, with its quotes if it has any
     * @param to behind its end
     */
    private record Reference(String value, int from, int to) {}

    /** Returns the references as they are written, of a style sheet or of a style attribute. */
    static List<String> references(String text) {
        var sheet = new StyleSheet(text);
        sheet.read();
        return sheet.found.stream().map(Reference::value).toList();
    }

    /**
     * Returns a style sheet, or the value of a style attribute, with other references.
     *
     * @param replacement what to write for a reference as it was written
     */
    public static String rewrite(String text, UnaryOperator<String> replacement) {
        var sheet = new StyleSheet(text);
        sheet.read();
        if (sheet.found.isEmpty()) return text;
        var out = new StringBuilder(text.length() + 256);
        int done = 0;
        for (var reference : sheet.found) {
            out.append(text, done, reference.from).append('"');
            appendString(replacement.apply(reference.value), out);
            out.append('"');
            done = reference.to;
        }
        return out.append(text, done, text.length()).toString();
    }

    /** What would end the string is left out: no URL has it. */
    private static void appendString(String value, StringBuilder out) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c != '"' && c != '\\' && c != '<' && c >= ' ') out.append(c);
        }
    }

    private void read() {
        boolean isImport = false;
        while (at < text.length() && found.size() < ParseLimits.LINKS) {
            char c = text.charAt(at);
            if (c == '/' && text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                at = end < 0 ? text.length() : end + 2;
            } else if (c == '"' || c == '\'') {
                int start = at;
                String value = string(c);
                if (isImport) add(value, start);
                isImport = false;
            } else if (c == '@' && text.regionMatches(true, at, "@import", 0, 7)) {
                isImport = true;
                at += 7;
            } else if ((c == 'u' || c == 'U') && isFunction()) {
                at += 4;
                argument();
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

    private void argument() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        int start = at;
        if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
            add(string(text.charAt(at)), start);
            return;
        }
        while (at < text.length() && ")\n\"'(".indexOf(text.charAt(at)) < 0) at++;
        add(unescaped(start, at).strip(), start);
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

    private void add(String reference, int from) {
        boolean isData = reference.regionMatches(true, 0, "data:", 0, 5);
        if (!reference.isEmpty() && !reference.startsWith("#") && !isData)
            found.add(new Reference(reference, from, at));
    }
}
