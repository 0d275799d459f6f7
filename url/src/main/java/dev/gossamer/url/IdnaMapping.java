package dev.gossamer.url;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The mapping table of UTS #46, computed rather than stored: by its own derivation (section 6
 * there) it is Unicode's NFKC_Casefold but for a few characters, and the JDK knows normalisation
 * and case. Compared over all code points with ICU's table for the same version of Unicode this
 * gives the same; see docs/decisions/idna.md. The version is the JDK's.
 */
final class IdnaMapping {
    private IdnaMapping() {}

    /**
     * What stands for the code point: itself, something else, nothing; null where it is disallowed.
     */
    static @Nullable String of(int codePoint) {
        var text = new String(Character.toChars(codePoint));
        if (codePoint < 0x80) return text.toLowerCase(Locale.ROOT);
        if (isIgnored(codePoint)) return "";
        return switch (codePoint) {
            // Deviations, which only transitional processing would map, and the capital of the
            // first.
            case 0xDF, 0x3C2, 0x200C, 0x200D -> text;
            case 0x1E9E -> "\u00DF";
            case 0x3002, 0xFF0E, 0xFF61 -> ".";
            default -> isDisallowed(codePoint) ? null : folded(text);
        };
    }

    private static @Nullable String folded(String text) {
        var once = Normalizer.normalize(fold(Normalizer.normalize(text, Form.NFD)), Form.NFKC);
        var twice = Normalizer.normalize(fold(once), Form.NFKC);
        // A dot inside a character would be a separator that nobody sees.
        return twice.indexOf('.') >= 0 || twice.indexOf('\u3002') >= 0 ? null : twice;
    }

    /**
     * Full case folding: the lower case of the upper case, but for dotless i and for Cherokee,
     * which folds upwards.
     */
    private static String fold(String text) {
        var folded = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        c -> {
                            var letter = new String(Character.toChars(c));
                            if (c == 0x131) {
                                folded.append(letter);
                            } else if (Character.UnicodeScript.of(c)
                                    == Character.UnicodeScript.CHEROKEE) {
                                folded.append(letter.toUpperCase(Locale.ROOT));
                            } else {
                                folded.append(
                                        letter.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
                            }
                        });
        return folded.toString();
    }

    private static boolean isDisallowed(int c) {
        // Ogham's visible space; ideographic descriptions; the object replacement characters.
        if (c == 0x1680 || isIn(c, 0x2FF0, 0x2FFF) || c == 0x31EF || c == 0xFFFC || c == 0xFFFD)
            return true;
        return switch (Character.getType(c)) {
            case Character.UNASSIGNED,
                    Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            default -> false;
        };
    }

    /**
     * Default_Ignorable_Code_Point, as far as it is not disallowed: soft hyphen, fillers, variation
     * selectors ...
     */
    private static boolean isIgnored(int c) {
        return switch (c) {
            case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x200B, 0x3164, 0xFEFF, 0xFFA0 ->
                    true;
            default ->
                    isIn(c, 0x180B, 0x180F)
                            || isIn(c, 0x2060, 0x2064)
                            || isIn(c, 0x206A, 0x206F)
                            || isIn(c, 0xFE00, 0xFE0F)
                            || isIn(c, 0x1BCA0, 0x1BCA3)
                            || isIn(c, 0x1D173, 0x1D17A)
                            || isIn(c, 0xE0100, 0xE01EF);
        };
    }

    private static boolean isIn(int c, int first, int last) {
        return c >= first && c <= last;
    }
}
