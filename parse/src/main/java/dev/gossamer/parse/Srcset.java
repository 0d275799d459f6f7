package dev.gossamer.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The URLs of a srcset attribute (HTML 4.8.4.2.2); what is said of their sizes is passed over. */
final class Srcset {
    private Srcset() {}

    static List<String> references(String value) {
        List<String> references = new ArrayList<>();
        rewrite(
                value,
                reference -> {
                    references.add(reference);
                    return reference;
                });
        return references;
    }

    /** Returns the value with other references; what is said of their sizes stays. */
    static String rewrite(String value, UnaryOperator<String> replacement) {
        var out = new StringBuilder(value.length());
        int at = 0;
        while (true) {
            while (at < value.length() && (isSpace(value.charAt(at)) || value.charAt(at) == ',')) {
                at++;
            }
            if (at >= value.length()) return out.toString();
            int from = at;
            while (at < value.length() && !isSpace(value.charAt(at))) at++;
            int stop = at;
            while (stop > from && value.charAt(stop - 1) == ',') stop--;
            if (out.length() > 0) out.append(", ");
            out.append(replacement.apply(value.substring(from, stop)));
            if (stop < at) continue;
            at = endOfDescriptors(value, at);
            out.append(value, stop, at);
        }
    }

    /** A comma ends them, unless it stands in parentheses. */
    private static int endOfDescriptors(String value, int from) {
        boolean inParentheses = false;
        for (int at = from; at < value.length(); at++) {
            switch (value.charAt(at)) {
                case '(' -> inParentheses = true;
                case ')' -> inParentheses = false;
                case ',' -> {
                    if (!inParentheses) return at;
                }
                default -> {}
            }
        }
        return value.length();
    }

    private static boolean isSpace(char c) {
        return c < 0x80 && ByteSearch.isSpace((byte) c);
    }
}
