package dev.gossamer.parse;

import java.util.Optional;

/**
 * A document type declaration (13.2.5.53 to 13.2.5.68).
 *
 * @param name in lower case
 * @param forceQuirks whether it is so broken that the page is to be shown in quirks mode
 */
record Doctype(
        Optional<String> name,
        Optional<String> publicId,
        Optional<String> systemId,
        boolean forceQuirks) {
    /**
     * @param text all between {@code <!doctype} and {@code >}
     * @param cutOff whether the page ended before the {@code >}
     */
    static Doctype parse(String text, boolean cutOff) {
        return new Reader(text, cutOff).read();
    }

    /** Goes through the text once; a state of the standard is a place in {@link #read}. */
    private static final class Reader {
        private final String text;
        private final boolean cutOff;
        private int at;
        private Optional<String> publicId = Optional.empty();
        private Optional<String> systemId = Optional.empty();

        Reader(String text, boolean cutOff) {
            this.text = text;
            this.cutOff = cutOff;
        }

        Doctype read() {
            skipSpaces();
            if (isAtEnd()) return new Doctype(Optional.empty(), publicId, systemId, true);
            int from = at;
            while (!isAtEnd() && !isSpace(text.charAt(at))) at++;
            var name = Optional.of(lower(text.substring(from, at)));
            boolean isWellFormed = readIdentifiers();
            return new Doctype(name, publicId, systemId, !isWellFormed);
        }

        private boolean readIdentifiers() {
            skipSpaces();
            if (isAtEnd()) return !cutOff;
            boolean isPublic = text.regionMatches(true, at, "PUBLIC", 0, 6);
            if (!isPublic && !text.regionMatches(true, at, "SYSTEM", 0, 6)) return false;
            at += 6;
            skipSpaces();
            if (isPublic) {
                if (!isAtQuote()) return false;
                int close = closeOfQuote();
                publicId = Optional.of(text.substring(at, close));
                if (!passQuote(close)) return false;
                skipSpaces();
                if (isAtEnd()) return !cutOff;
            }
            if (!isAtQuote()) return false;
            int close = closeOfQuote();
            systemId = Optional.of(text.substring(at, close));
            if (!passQuote(close)) return false;
            skipSpaces();
            // What follows here is wrong, but the one wrong thing that is forgiven.
            return !isAtEnd() || !cutOff;
        }

        /** Stands on a quote; moves behind it and returns where its partner is. */
        private int closeOfQuote() {
            int close = text.indexOf(text.charAt(at), at + 1);
            at++;
            return close < 0 ? text.length() : close;
        }

        private boolean passQuote(int close) {
            at = close + 1;
            return close < text.length();
        }

        private boolean isAtQuote() {
            return !isAtEnd() && (text.charAt(at) == '"' || text.charAt(at) == '\'');
        }

        private boolean isAtEnd() {
            return at >= text.length();
        }

        private void skipSpaces() {
            while (!isAtEnd() && isSpace(text.charAt(at))) at++;
        }

        private static boolean isSpace(char c) {
            return c < 0x80 && ByteSearch.isSpace((byte) c);
        }

        private static String lower(String name) {
            var out = new StringBuilder(name);
            for (int i = 0; i < out.length(); i++) {
                char c = out.charAt(i);
                if (c >= 'A' && c <= 'Z') out.setCharAt(i, (char) (c + 0x20));
            }
            return out.toString();
        }
    }
}
