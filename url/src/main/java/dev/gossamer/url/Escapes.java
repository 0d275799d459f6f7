package dev.gossamer.url;

import dev.gossamer.url.NormalForm.Rule;
import java.util.Locale;
import java.util.Set;

/** The rules of the normal form about percent signs, for paths and queries. */
final class Escapes {
    /** Never escaped (RFC 3986, section 2.3). */
    private static final boolean[] UNRESERVED = new boolean[128];

    /**
     * May stand in a path or a query (RFC 3986, sections 3.3 and 3.4); the parser has escaped what
     * ends them.
     */
    private static final boolean[] ALLOWED = new boolean[128];

    static {
        for (int c = 0; c < 128; c++) {
            boolean unreserved =
                    UrlParser.isLetter((char) c)
                            || UrlParser.isDigit((char) c)
                            || "-._~".indexOf(c) >= 0;
            UNRESERVED[c] = unreserved;
            ALLOWED[c] = unreserved || "!$&'()*+,;=:@/?".indexOf(c) >= 0;
        }
    }

    private final boolean upperCase;
    private final boolean decode;
    private final boolean encode;

    Escapes(Set<Rule> rules) {
        upperCase = rules.contains(Rule.PERCENT_CASE);
        decode = rules.contains(Rule.NEEDLESS_ESCAPES);
        encode = rules.contains(Rule.MISSING_ESCAPES);
    }

    /** Whether {@link #rewrite} would surely leave this part alone. */
    boolean areNormal(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!ALLOWED[text[i]] && !isNormal(text, i, to)) return false;
        }
        return true;
    }

    private boolean isNormal(byte[] text, int i, int to) {
        int value =
                text[i] == '%' && i + 2 < to
                        ? PercentEncoding.hexPair(text[i + 1], text[i + 2])
                        : -1;
        if (value < 0) return !encode;
        if (isNeedless(value)) return false;
        return !(upperCase && (isLower(text[i + 1]) || isLower(text[i + 2])));
    }

    private boolean isNeedless(int value) {
        return decode && value < 128 && UNRESERVED[value];
    }

    /**
     * Whether a percent sign that starts no escape stands so close in front that decoding here
     * could complete it. Only where such signs are left alone.
     */
    private boolean followsStray(String text, int i) {
        return !encode
                && ((i > 0 && text.charAt(i - 1) == '%') || (i > 1 && text.charAt(i - 2) == '%'));
    }

    private static boolean isLower(byte hexDigit) {
        return hexDigit >= 'a';
    }

    String rewrite(String text) {
        var out = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (ALLOWED[c]) {
                out.append(c);
                continue;
            }
            int value =
                    c == '%' && i + 2 < text.length()
                            ? PercentEncoding.hexPair(text.charAt(i + 1), text.charAt(i + 2))
                            : -1;
            if (value < 0) {
                out.append(encode ? "%%%02X".formatted((int) c) : Character.toString(c));
                continue;
            }
            if (isNeedless(value) && !followsStray(text, i)) {
                out.append((char) value);
            } else {
                var escape = text.substring(i, i + 3);
                out.append(upperCase ? escape.toUpperCase(Locale.ROOT) : escape);
            }
            i += 2;
        }
        return out.toString();
    }
}
