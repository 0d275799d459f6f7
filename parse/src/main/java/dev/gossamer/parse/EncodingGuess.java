package dev.gossamer.parse;

/** Guesses the encoding of a page that declares none. */
final class EncodingGuess {
    private EncodingGuess() {}

    static Encoding guess(byte[] body) {
        if (Bytes.isAscii(body, 0, body.length)) return Encoding.WINDOWS_1252;
        return isUtf8(body) ? Encoding.UTF_8 : Encoding.WINDOWS_1252;
    }

    private static boolean isUtf8(byte[] body) {
        return !new String(body, java.nio.charset.StandardCharsets.UTF_8).contains("\uFFFD");
    }
}
