package dev.gossamer.parse;

import java.util.Locale;
import java.util.Optional;

/** What a meta element says of the encoding of its page. */
final class MetaCharset {
    private MetaCharset() {}

    /**
     * The encoding in the content of {@code <meta http-equiv=content-type>} (HTML 2.5.5, "extract a
     * character encoding from a meta element").
     */
    static Optional<Encoding> ofContent(String content) {
        String text = content.toLowerCase(Locale.ROOT);
        int at = 0;
        while (true) {
            at = text.indexOf("charset", at);
            if (at < 0) return Optional.empty();
            at = skipSpaces(text, at + "charset".length());
            if (at < text.length() && text.charAt(at) == '=') break;
        }
        at = skipSpaces(text, at + 1);
        if (at >= text.length()) return Optional.empty();
        char quote = text.charAt(at);
        int stop;
        if (quote == '"' || quote == '\'') {
            stop = text.indexOf(quote, ++at);
            if (stop < 0) return Optional.empty();
        } else {
            stop = at;
            while (stop < text.length() && text.charAt(stop) != ';' && !isSpace(text.charAt(stop)))
                stop++;
        }
        return Encoding.ofLabel(text.substring(at, stop));
    }

    /** What can be meant by bytes in which a meta element could be read at all. */
    static Encoding readable(Encoding declared) {
        return switch (declared) {
            case UTF_16BE, UTF_16LE -> Encoding.UTF_8;
            case X_USER_DEFINED -> Encoding.WINDOWS_1252;
            default -> declared;
        };
    }

    private static int skipSpaces(String text, int from) {
        int at = from;
        while (at < text.length() && isSpace(text.charAt(at))) at++;
        return at;
    }

    private static boolean isSpace(char c) {
        return c < 0x80 && ByteSearch.isSpace((byte) c);
    }
}
