package dev.gossamer.report;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** HTML that is being written. Whatever is not markup of ours goes through {@link #text}. */
final class Markup {
    private final StringBuilder out = new StringBuilder(1 << 16);

    /** Adds markup: a text of this program, with nothing in it that came from elsewhere. */
    Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Adds numbers into markup of ours. */
    Markup format(String markup, double... numbers) {
        var boxed = new Object[numbers.length];
        for (int i = 0; i < numbers.length; i++) boxed[i] = numbers[i];
        out.append(String.format(Locale.ROOT, markup, boxed));
        return this;
    }

    /** Adds text of anybody, in an element or between quotes. */
    Markup text(String text) {
        out.append(escaped(text));
        return this;
    }

    /**
     * Returns text without what is markup, and without characters that a page cannot have or that
     * change the direction of the text around them.
     */
    static String escaped(String text) {
        var safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> append(safe, c));
        return safe.toString();
    }

    private static void append(StringBuilder safe, int c) {
        switch (c) {
            case '&' -> safe.append("&amp;");
            case '<' -> safe.append("&lt;");
            case '>' -> safe.append("&gt;");
            case '"' -> safe.append("&quot;");
            case '\'' -> safe.append("&#39;");
            default -> safe.appendCodePoint(isShown(c) ? c : '\uFFFD');
        }
    }

    private static boolean isShown(int c) {
        boolean isControl = Character.isISOControl(c) && c != '\t' && c != '\n';
        boolean isLoneSurrogate = c >= 0xD800 && c <= 0xDFFF;
        boolean isDirection = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        return !isControl && !isLoneSurrogate && !isDirection && (c & 0xFFFE) != 0xFFFE;
    }

    /** Returns the bytes of a text in UTF-8. */
    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
