package dev.gossamer.store;

import java.util.Optional;

/** RFC 4648 base 32 of 20 bytes, which need no padding: 32 letters. */
final class Base32 {
    private static final char[] LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".toCharArray();
    private static final int LETTERS_OF_SHA1 = 32;

    private Base32() {}

    static String encode(byte[] sha1) {
        char[] out = new char[LETTERS_OF_SHA1];
        for (int group = 0; group < sha1.length / 5; group++) {
            long bits = 0;
            for (int i = 0; i < 5; i++) bits = bits << 8 | (sha1[group * 5 + i] & 0xff);
            for (int i = 7; i >= 0; i--, bits >>>= 5) out[group * 8 + i] = LETTERS[(int) bits & 31];
        }
        return new String(out);
    }

    /** Empty for what is not the base 32 of a SHA-1. */
    static Optional<byte[]> decodeSha1(CharSequence text) {
        if (text.length() != LETTERS_OF_SHA1) return Optional.empty();
        byte[] out = new byte[Sha1.BYTES];
        for (int group = 0; group < 4; group++) {
            long bits = 0;
            for (int i = 0; i < 8; i++) {
                int value = value(text.charAt(group * 8 + i));
                if (value < 0) return Optional.empty();
                bits = bits << 5 | value;
            }
            for (int i = 4; i >= 0; i--, bits >>>= 8) out[group * 5 + i] = (byte) bits;
        }
        return Optional.of(out);
    }

    private static int value(char letter) {
        if (letter >= 'A' && letter <= 'Z') return letter - 'A';
        if (letter >= 'a' && letter <= 'z') return letter - 'a';
        return letter >= '2' && letter <= '7' ? letter - '2' + 26 : -1;
    }
}
