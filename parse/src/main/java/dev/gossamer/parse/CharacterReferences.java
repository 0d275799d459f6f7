package dev.gossamer.parse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Character references (13.2.5.72 to 13.2.5.80): an ampersand and a name or a number, and what
 * pages make of them. Also the other two things that tell the raw text of a page from what it
 * means: carriage returns and NUL.
 *
 * <p>The named ones stand in a resource, a line each: the name, a semicolon if it only counts with
 * one, and its code points in hexadecimal. They are sorted, so the longest name that the text
 * begins with is found by narrowing a range of the list with each character.
 */
final class CharacterReferences {
    /** Where a reference stands decides what an unfinished one means. */
    enum Place {
        TEXT,
        ATTRIBUTE
    }

    private static final char REPLACEMENT = '\uFFFD';

    /** What windows-1252 has at 0x80 to 0x9F, which numeric references often mean. */
    private static final String C1 =
            "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F"
                    + "\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178";

    private static final String[] NAMES;
    private static final String[] VALUES;

    static {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (String line : readLines()) {
            String[] fields = line.split(" ");
            int[] codePoints =
                    Arrays.stream(fields, 1, fields.length)
                            .mapToInt(field -> Integer.parseInt(field, 16))
                            .toArray();
            String value = new String(codePoints, 0, codePoints.length);
            names.add(fields[0]);
            values.add(value);
            if (!fields[0].endsWith(";")) {
                names.add(fields[0] + ";");
                values.add(value);
            }
        }
        Integer[] order = new Integer[names.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> names.get(a).compareTo(names.get(b)));
        NAMES = Arrays.stream(order).map(names::get).toArray(String[]::new);
        VALUES = Arrays.stream(order).map(values::get).toArray(String[]::new);
    }

    private CharacterReferences() {}

    private static List<String> readLines() {
        var resource =
                Objects.requireNonNull(
                        CharacterReferences.class.getResourceAsStream("character-references.txt"));
        try (var reader =
                new BufferedReader(new InputStreamReader(resource, StandardCharsets.US_ASCII))) {
            return reader.readAllLines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text that a range of the page means, read in the given state. */
    static String decodeText(String raw, Tokenizer.State state) {
        String text = normalizeNewlines(raw);
        boolean keepsNul = state == Tokenizer.State.DATA || state == Tokenizer.State.CDATA_SECTION;
        if (!keepsNul) text = text.replace('\0', REPLACEMENT);
        boolean hasReferences = state == Tokenizer.State.DATA || state == Tokenizer.State.RCDATA;
        return hasReferences ? replace(text, Place.TEXT) : text;
    }

    /** The value that a range of a tag means. */
    static String decodeAttribute(String raw) {
        return replace(decodeName(raw), Place.ATTRIBUTE);
    }

    /** For everything without references: names, comments, declarations. */
    static String decodeName(String raw) {
        return normalizeNewlines(raw).replace('\0', REPLACEMENT);
    }

    private static String normalizeNewlines(String raw) {
        return raw.indexOf('\r') < 0 ? raw : raw.replace("\r\n", "\n").replace('\r', '\n');
    }

    private static String replace(String text, Place place) {
        int ampersand = text.indexOf('&');
        if (ampersand < 0) return text;
        var out = new StringBuilder(text.length());
        int done = 0;
        while (ampersand >= 0) {
            out.append(text, done, ampersand);
            done = replaceOne(text, ampersand, place, out);
            ampersand = text.indexOf('&', done);
        }
        return out.append(text, done, text.length()).toString();
    }

    /** Appends what the ampersand means; returns the place after what it took. */
    private static int replaceOne(String text, int at, Place place, StringBuilder out) {
        int first = at + 1;
        if (first < text.length() && text.charAt(first) == '#') {
            int after = replaceNumeric(text, first + 1, out);
            if (after > 0) return after;
        } else {
            int match = longestName(text, first);
            if (match >= 0 && counts(text, first, match, place)) {
                out.append(VALUES[match]);
                return first + NAMES[match].length();
            }
        }
        out.append('&');
        return first;
    }

    /** For history's sake {@code ?a=1&copy=2} in an attribute is no copyright sign. */
    private static boolean counts(String text, int first, int match, Place place) {
        int after = first + NAMES[match].length();
        if (place == Place.TEXT || NAMES[match].endsWith(";") || after >= text.length())
            return true;
        char next = text.charAt(after);
        return next != '=' && !isAsciiLetterOrDigit(next);
    }

    private static boolean isAsciiLetterOrDigit(char c) {
        int folded = c | 0x20;
        boolean isDigit = c >= '0' && c <= '9';
        return c < 0x80 && (isDigit || (folded >= 'a' && folded <= 'z'));
    }

    /** The index of the longest name that the text has at this place, or -1. */
    private static int longestName(String text, int from) {
        int low = 0;
        int high = NAMES.length;
        int best = -1;
        for (int depth = 0; from + depth < text.length() && low < high; depth++) {
            char c = text.charAt(from + depth);
            low = firstNotBelow(low, high, depth, c);
            high = firstNotBelow(low, high, depth, (char) (c + 1));
            if (low < high && NAMES[low].length() == depth + 1) best = low;
        }
        return best;
    }

    /** The first name in the range whose character at this depth is {@code c} or more. */
    private static int firstNotBelow(int from, int to, int depth, char c) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            String name = NAMES[middle];
            if (name.length() <= depth || name.charAt(depth) < c) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /** Returns the place after the reference, or 0 when no digit follows. */
    private static int replaceNumeric(String text, int from, StringBuilder out) {
        boolean isHex = from < text.length() && (text.charAt(from) | 0x20) == 'x';
        int radix = isHex ? 16 : 10;
        int digits = isHex ? from + 1 : from;
        int code = 0;
        int p = digits;
        for (; p < text.length(); p++) {
            char c = text.charAt(p);
            int digit = c < 0x80 ? Character.digit(c, radix) : -1;
            if (digit < 0) break;
            code = Math.min(code * radix + digit, 0x110000);
        }
        if (p == digits) return 0;
        out.appendCodePoint(scalar(code));
        return p < text.length() && text.charAt(p) == ';' ? p + 1 : p;
    }

    private static int scalar(int code) {
        if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return REPLACEMENT;
        return code >= 0x80 && code <= 0x9F ? C1.charAt(code - 0x80) : code;
    }
}
