package dev.gossamer.parse;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the bytes 0x80 to 0xFF mean in an encoding with one byte a character. The JDK's table,
 * corrected where the Encoding standard differs: bytes below 0xA0 without a meaning are control
 * characters there, a few have another meaning, and the JDK lacks three of the encodings.
 */
final class SingleByte {
    private static final String ISO_8859_10_FROM_A0 =
            "\u00A0\u0104\u0112\u0122\u012A\u0128\u0136\u00A7\u013B\u0110\u0160\u0166\u017D\u00AD\u016A\u014A"
                    + "\u00B0\u0105\u0113\u0123\u012B\u0129\u0137\u00B7\u013C\u0111\u0161\u0167\u017E\u2015\u016B\u014B"
                    + "\u0100\u00C1\u00C2\u00C3\u00C4\u00C5\u00C6\u012E\u010C\u00C9\u0118\u00CB\u0116\u00CD\u00CE\u00CF"
                    + "\u00D0\u0145\u014C\u00D3\u00D4\u00D5\u00D6\u0168\u00D8\u0172\u00DA\u00DB\u00DC\u00DD\u00DE\u00DF"
                    + "\u0101\u00E1\u00E2\u00E3\u00E4\u00E5\u00E6\u012F\u010D\u00E9\u0119\u00EB\u0117\u00ED\u00EE\u00EF"
                    + "\u00F0\u0146\u014D\u00F3\u00F4\u00F5\u00F6\u0169\u00F8\u0173\u00FA\u00FB\u00FC\u00FD\u00FE\u0138";

    /** Pairs: where ISO-8859-14 differs from ISO-8859-1, and what it has there. */
    private static final String ISO_8859_14_CHANGES =
            "\u00A1\u1E02\u00A2\u1E03\u00A4\u010A\u00A5\u010B\u00A6\u1E0A\u00A8\u1E80\u00AA\u1E82"
                    + "\u00AB\u1E0B\u00AC\u1EF2\u00AF\u0178\u00B0\u1E1E\u00B1\u1E1F\u00B2\u0120"
                    + "\u00B3\u0121\u00B4\u1E40\u00B5\u1E41\u00B7\u1E56\u00B8\u1E81\u00B9\u1E57"
                    + "\u00BA\u1E83\u00BB\u1E60\u00BC\u1EF3\u00BD\u1E84\u00BE\u1E85\u00BF\u1E61"
                    + "\u00D0\u0174\u00D7\u1E6A\u00DE\u0176\u00F0\u0175\u00F7\u1E6B\u00FE\u0177";

    private static final Map<Encoding, SingleByte> TABLES = new EnumMap<>(Encoding.class);

    static {
        for (Encoding encoding : Encoding.values()) TABLES.put(encoding, read(encoding));
    }

    private final char[] high;

    private SingleByte(char[] high) {
        this.high = high;
    }

    static SingleByte of(Encoding encoding) {
        return Objects.requireNonNull(TABLES.get(encoding));
    }

    String decode(byte[] in, int from, int end) {
        if (ByteSearch.indexOfNonAscii(in, from, end) == end) {
            return new String(in, from, end - from, StandardCharsets.ISO_8859_1);
        }
        char[] out = new char[end - from];
        for (int i = 0; i < out.length; i++) {
            byte b = in[from + i];
            out[i] = b >= 0 ? (char) b : high[b & 0x7F];
        }
        return new String(out);
    }

    Optional<byte[]> encode(String text) {
        byte[] out = new byte[text.length()];
        for (int i = 0; i < out.length; i++) {
            char c = text.charAt(i);
            int b = c < 0x80 ? c : byteOf(c);
            if (b < 0) return Optional.empty();
            out[i] = (byte) b;
        }
        return Optional.of(out);
    }

    private int byteOf(char c) {
        for (int i = 0; i < high.length; i++) if (high[i] == c && c != '\uFFFD') return i + 0x80;
        return -1;
    }

    private static SingleByte read(Encoding encoding) {
        char[] high = new char[0x80];
        for (int i = 0; i < 0x80; i++) high[i] = ofJdk(encoding, i + 0x80);
        switch (encoding) {
            case ISO_8859_10 -> ISO_8859_10_FROM_A0.getChars(0, 0x60, high, 0x20);
            case ISO_8859_14 -> change(high, ISO_8859_14_CHANGES);
            case WINDOWS_1255 -> change(high, "\u00CA\u05BA");
            case KOI8_U -> change(high, "\u00AE\u045E\u00BE\u040E");
            case X_MAC_CYRILLIC -> change(high, "\u00A2\u0490\u00B6\u0491\u00FF\u20AC");
            case X_USER_DEFINED -> {
                for (int i = 0; i < 0x80; i++) high[i] = (char) (0xF780 + i);
            }
            default -> {}
        }
        return new SingleByte(high);
    }

    private static char ofJdk(Encoding encoding, int b) {
        char c = new String(new byte[] {(byte) b}, encoding.charset()).charAt(0);
        return c == '\uFFFD' && b < 0xA0 ? (char) b : c;
    }

    private static void change(char[] high, String pairs) {
        for (int i = 0; i < pairs.length(); i += 2) {
            high[pairs.charAt(i) - 0x80] = pairs.charAt(i + 1);
        }
    }
}
