package dev.gossamer.url;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Percent-encode sets of the standard (section 1.3), each a bit, and encoding with them. */
final class PercentEncoding {
    static final int C0_CONTROL = 1;
    static final int FRAGMENT = 1 << 1;
    static final int QUERY = 1 << 2;
    static final int SPECIAL_QUERY = 1 << 3;
    static final int PATH = 1 << 4;
    static final int USERINFO = 1 << 5;

    /**
     * For each ASCII character, the sets it belongs to: it must be escaped where its bit is set.
     */
    private static final byte[] SETS = new byte[128];

    private static final String HEX = "0123456789ABCDEF";

    static {
        for (int c = 0; c < 128; c++) {
            if (c < 0x20 || c == 0x7F)
                SETS[c] = C0_CONTROL | FRAGMENT | QUERY | SPECIAL_QUERY | PATH | USERINFO;
        }
        add(" \"<>`", FRAGMENT);
        add(" \"#<>", QUERY | SPECIAL_QUERY | PATH | USERINFO);
        add("'", SPECIAL_QUERY);
        add("?^`{}", PATH | USERINFO);
        add("/:;=@[\\]|", USERINFO);
    }

    private PercentEncoding() {}

    private static void add(String characters, int sets) {
        for (int i = 0; i < characters.length(); i++) SETS[characters.charAt(i)] |= (byte) sets;
    }

    /** Whether the character stands as it is in a component with this set. */
    static boolean isPlain(int c, int set) {
        return c < 128 && (SETS[c] & set) == 0;
    }

    /**
     * Appends {@code text[from, to)} as UTF-8, escaping what is in the set. A lone surrogate
     * becomes U+FFFD.
     */
    static void encode(CharSequence text, int from, int to, int set, AsciiBuffer out) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (isPlain(c, set)) {
                out.append(c);
            } else if (c < 0x80) {
                escape(c, out);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < to
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                utf8(Character.toCodePoint(c, text.charAt(++i)), out);
            } else {
                utf8(Character.isSurrogate(c) ? 0xFFFD : c, out);
            }
        }
    }

    /**
     * Appends {@code text[from, to)} in a document's own charset, for its queries. What the charset
     * lacks becomes {@code &#...;}, escaped, as in a form.
     */
    static void encode(String text, int from, int to, int set, Charset charset, AsciiBuffer out) {
        if (charset.equals(StandardCharsets.UTF_8) || !charset.canEncode()) {
            encode(text, from, to, set, out);
            return;
        }
        int start = from;
        for (int i = from; i < to; i++) {
            int refused = refused(text.charAt(i), charset);
            if (refused == 0) continue;
            encodeRun(CharBuffer.wrap(text, start, i), set, charset, out);
            characterReference(refused, out);
            start = i + 1;
        }
        encodeRun(CharBuffer.wrap(text, start, to), set, charset, out);
    }

    /**
     * What the Encoding standard's encoders refuse though Java's do not; what to name instead, or
     * 0.
     */
    private static int refused(char c, Charset charset) {
        return switch (c) {
            case 0x0E, 0x0F, 0x1B -> charset.name().equals("ISO-2022-JP") ? 0xFFFD : 0;
            case 0xE5E5 -> charset.name().startsWith("GB") ? c : 0;
            default -> 0;
        };
    }

    private static void encodeRun(CharBuffer in, int set, Charset charset, AsciiBuffer out) {
        var encoder = charset.newEncoder().onUnmappableCharacter(CodingErrorAction.REPORT);
        var encoded =
                ByteBuffer.allocate(
                        16 + (int) (in.remaining() * (double) encoder.maxBytesPerChar()));
        while (true) {
            var result = encoder.encode(in, encoded, true);
            if (result.isUnderflow()) encoder.flush(encoded);
            encodeBytes(encoded, set, out);
            if (!result.isError()) return;
            characterReference(result.isMalformed() ? 0xFFFD : Character.codePointAt(in, 0), out);
            in.position(in.position() + result.length());
            encoder.reset();
        }
    }

    private static void characterReference(int codePoint, AsciiBuffer out) {
        out.append("%26%23" + codePoint + "%3B");
    }

    private static void encodeBytes(ByteBuffer encoded, int set, AsciiBuffer out) {
        for (int i = 0; i < encoded.position(); i++) {
            int b = encoded.get(i) & 0xFF;
            if (isPlain(b, set)) {
                out.append(b);
            } else {
                escape(b, out);
            }
        }
        encoded.clear();
    }

    private static void utf8(int codePoint, AsciiBuffer out) {
        if (codePoint < 0x800) {
            escape(0xC0 | (codePoint >> 6), out);
        } else if (codePoint < 0x10000) {
            escape(0xE0 | (codePoint >> 12), out);
            escape(0x80 | (codePoint >> 6 & 0x3F), out);
        } else {
            escape(0xF0 | (codePoint >> 18), out);
            escape(0x80 | (codePoint >> 12 & 0x3F), out);
            escape(0x80 | (codePoint >> 6 & 0x3F), out);
        }
        escape(0x80 | (codePoint & 0x3F), out);
    }

    private static void escape(int b, AsciiBuffer out) {
        out.append('%');
        out.append(HEX.charAt(b >> 4));
        out.append(HEX.charAt(b & 15));
    }

    /** Percent-decodes, then decodes UTF-8 with U+FFFD for what is broken. */
    static String decode(String text) {
        if (text.indexOf('%') < 0) return text;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            int value =
                    bytes[i] == '%' && i + 2 < bytes.length
                            ? hexPair(bytes[i + 1], bytes[i + 2])
                            : -1;
            if (value >= 0) i += 2;
            bytes[length++] = value >= 0 ? (byte) value : bytes[i];
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** The value of two hexadecimal digits, or -1. */
    static int hexPair(int high, int low) {
        int h = Character.digit(high, 16);
        int l = Character.digit(low, 16);
        return high < 0x80 && low < 0x80 && h >= 0 && l >= 0 ? (h << 4) | l : -1;
    }
}
