package dev.gossamer.cli;

/**
 * Text from the web on its way to a terminal. Control characters (C0, DEL, C1), line separators and
 * the characters that turn the direction of writing become spaces: a page must not move the cursor,
 * change colours or hide what stands beside it.
 */
final class TerminalText {
    private TerminalText() {}

    /** One line. */
    static String clean(String text) {
        return clean(text, false);
    }

    /** Several lines: line ends and tabs stay. */
    static String cleanLines(String text) {
        return clean(text, true);
    }

    private static String clean(String text, boolean keepsLines) {
        int i = 0;
        while (i < text.length() && !isHarmful(text.charAt(i), keepsLines)) i++;
        if (i == text.length()) return text;
        var clean = new StringBuilder(text);
        for (; i < clean.length(); i++)
            if (isHarmful(clean.charAt(i), keepsLines)) clean.setCharAt(i, ' ');
        return clean.toString();
    }

    private static boolean isHarmful(char c, boolean keepsLines) {
        if (keepsLines && (c == '\n' || c == '\t')) return false;
        return Character.isISOControl(c)
                || c == '\u061C'
                || c == '\u200E'
                || c == '\u200F'
                || (c >= '\u2028' && c <= '\u202E')
                || (c >= '\u2066' && c <= '\u2069');
    }
}
