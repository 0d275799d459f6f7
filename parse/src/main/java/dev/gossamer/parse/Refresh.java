package dev.gossamer.parse;

import java.util.Optional;

/**
 * A declarative refresh (HTML 4.2.5.3): the content of {@code <meta http-equiv=refresh>} or the
 * value of a Refresh header.
 *
 * @param seconds to wait; at most {@link Integer#MAX_VALUE}
 * @param reference where to go, not yet resolved; empty for the page itself
 */
public record Refresh(int seconds, Optional<String> reference) {
    /** Reads it; empty when it asks for nothing. */
    public static Optional<Refresh> parse(String input) {
        int at = skipSpaces(input, 0);
        int digits = at;
        long seconds = 0;
        for (; at < input.length() && isDigit(input.charAt(at)); at++) {
            seconds = Math.min(seconds * 10 + input.charAt(at) - '0', Integer.MAX_VALUE);
        }
        if (at == digits && (at >= input.length() || input.charAt(at) != '.')) {
            return Optional.empty();
        }
        while (at < input.length() && (isDigit(input.charAt(at)) || input.charAt(at) == '.')) at++;
        if (at < input.length() && !isSeparator(input.charAt(at)) && !isSpace(input.charAt(at))) {
            return Optional.empty();
        }
        at = skipSpaces(input, at);
        if (at < input.length() && isSeparator(input.charAt(at))) at++;
        at = skipSpaces(input, at);
        Optional<String> reference =
                at < input.length() ? Optional.of(reference(input, at)) : Optional.empty();
        return Optional.of(new Refresh((int) seconds, reference));
    }

    /** What stands after the number, with or without {@code url=} and quotes. */
    private static String reference(String input, int from) {
        int at = from;
        if (input.regionMatches(true, at, "url", 0, 3)) {
            int equals = skipSpaces(input, at + 3);
            if (equals >= input.length() || input.charAt(equals) != '=') return input.substring(at);
            at = skipSpaces(input, equals + 1);
        }
        if (at < input.length() && (input.charAt(at) == '"' || input.charAt(at) == '\'')) {
            int close = input.indexOf(input.charAt(at), at + 1);
            return input.substring(at + 1, close < 0 ? input.length() : close);
        }
        return input.substring(at);
    }

    private static int skipSpaces(String input, int from) {
        int at = from;
        while (at < input.length() && isSpace(input.charAt(at))) at++;
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isSpace(char c) {
        return c < 0x80 && ByteSearch.isSpace((byte) c);
    }

    private static boolean isSeparator(char c) {
        return c == ';' || c == ',';
    }
}
