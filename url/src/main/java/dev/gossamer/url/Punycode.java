package dev.gossamer.url;

import org.jspecify.annotations.Nullable;

/** RFC 3492, without the prefix. Quadratic in time, so callers bound the length. */
final class Punycode {
    private static final int BASE = 36;
    private static final int T_MIN = 1;
    private static final int T_MAX = 26;

    private Punycode() {}

    static String encode(String label) {
        int[] codePoints = label.codePoints().toArray();
        var out = new StringBuilder();
        for (int c : codePoints) {
            if (c < 0x80) out.append((char) c);
        }
        int basic = out.length();
        int handled = basic;
        if (basic > 0) out.append('-');
        int n = 0x80;
        int delta = 0;
        int bias = 72;
        while (handled < codePoints.length) {
            int next = Integer.MAX_VALUE;
            for (int c : codePoints) {
                if (c >= n) next = Math.min(next, c);
            }
            delta += (next - n) * (handled + 1);
            n = next;
            for (int c : codePoints) {
                if (c < n) delta++;
                if (c == n) {
                    number(delta, bias, out);
                    bias = adapt(delta, handled + 1, handled == basic);
                    delta = 0;
                    handled++;
                }
            }
            delta++;
            n++;
        }
        return out.toString();
    }

    private static void number(int value, int bias, StringBuilder out) {
        for (int k = BASE; ; k += BASE) {
            int t = threshold(k, bias);
            if (value < t) break;
            out.append(digit(t + (value - t) % (BASE - t)));
            value = (value - t) / (BASE - t);
        }
        out.append(digit(value));
    }

    /** Null where the text encodes nothing. */
    static @Nullable String decode(String text) {
        int basic = Math.max(0, text.lastIndexOf('-'));
        var out = new StringBuilder();
        for (int i = 0; i < basic; i++) {
            if (text.charAt(i) >= 0x80) return null;
            out.append(text.charAt(i));
        }
        int length = basic;
        long n = 0x80;
        long i = 0;
        int bias = 72;
        for (int at = basic > 0 ? basic + 1 : 0; at < text.length(); length++) {
            long before = i;
            long weight = 1;
            for (int k = BASE; ; k += BASE) {
                int value = at < text.length() ? value(text.charAt(at++)) : -1;
                if (value < 0) return null;
                i += value * weight;
                if (i > Integer.MAX_VALUE) return null;
                int t = threshold(k, bias);
                if (value < t) break;
                weight *= BASE - t;
            }
            bias = adapt((int) (i - before), length + 1, before == 0);
            n += i / (length + 1);
            i %= length + 1;
            if (n > Character.MAX_CODE_POINT) return null;
            out.insert(out.offsetByCodePoints(0, (int) i++), Character.toChars((int) n));
        }
        return out.toString();
    }

    private static int threshold(int k, int bias) {
        return Math.clamp(k - bias, T_MIN, T_MAX);
    }

    private static int adapt(int delta, int points, boolean first) {
        delta = first ? delta / 700 : delta / 2;
        delta += delta / points;
        int k = 0;
        for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE) delta /= BASE - T_MIN;
        return k + (BASE - T_MIN + 1) * delta / (delta + 38);
    }

    private static char digit(int value) {
        return (char) (value < 26 ? 'a' + value : '0' + value - 26);
    }

    private static int value(char c) {
        if (UrlParser.isLetter(c)) return (c | 0x20) - 'a';
        return UrlParser.isDigit(c) ? c - '0' + 26 : -1;
    }
}
