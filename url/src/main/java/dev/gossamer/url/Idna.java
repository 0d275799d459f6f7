package dev.gossamer.url;

import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The domain parser of the standard (section 3.3), not strict: UTS #46 with CheckBidi and
 * CheckJoiners, without CheckHyphens, VerifyDnsLength, UseSTD3ASCIIRules and transitional
 * processing.
 */
final class Idna {
    /**
     * The longest domain that is not all ASCII, in UTF-16 units: names in DNS have 253 characters
     * in their ASCII form, which is never shorter, and Punycode takes quadratic time.
     */
    static final int MAX_LENGTH = 2 * Url.MAX_HOST_LENGTH + 2;

    private Idna() {}

    /**
     * The domain in ASCII and lower case, or null for failure. An ASCII domain is only lowered,
     * whatever its labels.
     */
    static @Nullable String toAscii(String domain) {
        if (isAscii(domain)) return domain.toLowerCase(Locale.ROOT);
        if (domain.length() > MAX_LENGTH) return null;
        var mapped = map(domain);
        if (mapped == null) return null;
        var labels = mapped.split("\\.", -1);
        var ascii = new String[labels.length];
        for (int i = 0; i < labels.length; i++) {
            ascii[i] = labels[i];
            if (labels[i].startsWith("xn--")) {
                var decoded = Punycode.decode(labels[i].substring(4));
                if (decoded == null || !isEncodedLabel(decoded)) return null;
                labels[i] = decoded;
            } else if (!isAscii(labels[i])) {
                ascii[i] = "xn--" + Punycode.encode(labels[i]);
            }
            if (!isValid(labels[i])) return null;
        }
        if (BidiRule.isBidiDomain(labels)) {
            for (var label : labels) {
                if (!BidiRule.isKeptBy(label)) return null;
            }
        }
        return String.join(".", ascii);
    }

    private static @Nullable String map(String domain) {
        var mapped = new StringBuilder(domain.length());
        for (int i = 0; i < domain.length(); ) {
            int codePoint = domain.codePointAt(i);
            i += Character.charCount(codePoint);
            var mapping = IdnaMapping.of(codePoint);
            if (mapping == null) return null;
            mapped.append(mapping);
        }
        return Normalizer.normalize(mapped, Normalizer.Form.NFC);
    }

    /**
     * What "xn--" may stand for: something that needs it and that mapping would have left alone.
     */
    private static boolean isEncodedLabel(String label) {
        return !isAscii(label)
                && !label.startsWith("xn--")
                && Normalizer.isNormalized(label, Normalizer.Form.NFC)
                && label.codePoints()
                        .allMatch(c -> new String(Character.toChars(c)).equals(IdnaMapping.of(c)));
    }

    /** The validity criteria of UTS #46 (section 4.1) that mapping alone does not ensure. */
    private static boolean isValid(String label) {
        if (label.isEmpty()) return true;
        return switch (Character.getType(label.codePointAt(0))) {
            case Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK ->
                    false;
            default -> label.indexOf('.') < 0 && Joiners.areInContext(label);
        };
    }

    static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) return false;
        }
        return true;
    }
}
