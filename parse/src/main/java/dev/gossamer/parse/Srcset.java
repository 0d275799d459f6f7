package dev.gossamer.parse;

import java.util.ArrayList;
import java.util.List;

/** The URLs of a srcset attribute (HTML 4.8.4.2.2); what is said of their sizes is passed over. */
final class Srcset {
    private Srcset() {}

    static List<String> references(String value) {
        List<String> references = new ArrayList<>();
        int at = 0;
        while (true) {
            while (at < value.length() && (isSpace(value.charAt(at)) || value.charAt(at) == ',')) {
                at++;
            }
            if (at >= value.length()) return references;
            int from = at;
            while (at < value.length() && !isSpace(value.charAt(at))) at++;
            int stop = at;
            while (stop > from && value.charAt(stop - 1) == ',') stop--;
            references.add(value.substring(from, stop));
            if (stop == at) at = endOfDescriptors(value, at);
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
