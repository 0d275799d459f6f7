package dev.gossamer.parse;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The query of a reference is sent in the encoding of the page it stands in (URL standard 4.4,
 * "percent-encode after encoding"): {@code ?q=é} in a windows-1252 page asks for {@code ?q=%E9}.
 */
final class QueryEncoding {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private QueryEncoding() {}

    static String apply(String reference, Encoding encoding) {
        if (encoding.encodesUrlsAsUtf8()) return reference;
        int query = reference.indexOf('?');
        if (query < 0) return reference;
        int fragment = reference.indexOf('#');
        int end = fragment < 0 ? reference.length() : fragment;
        if (query >= end || isAscii(reference, query, end)) return reference;
        var out = new StringBuilder(reference.length() + 16).append(reference, 0, query);
        int at = query;
        while (at < end) {
            int from = at;
            while (at < end && reference.charAt(at) >= 0x80) at++;
            if (at > from) encodeRun(reference.substring(from, at), encoding, out);
            else out.append(reference.charAt(at++));
        }
        return out.append(reference, end, reference.length()).toString();
    }

    private static boolean isAscii(String text, int from, int end) {
        for (int i = from; i < end; i++) if (text.charAt(i) >= 0x80) return false;
        return true;
    }

    private static void encodeRun(String run, Encoding encoding, StringBuilder out) {
        var whole = encoding.encode(run);
        if (whole.isPresent()) {
            appendBytes(whole.get(), out);
            return;
        }
        // What the encoding lacks is sent as a character reference, like a form would.
        run.codePoints()
                .forEach(
                        c ->
                                appendBytes(
                                        encoding.encode(Character.toString(c))
                                                .orElseGet(() -> reference(c)),
                                        out));
    }

    private static byte[] reference(int codePoint) {
        return ("%26%23" + codePoint + "%3B").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The second byte of a character may be ASCII; the URL parser knows which of them to escape.
     */
    private static void appendBytes(byte[] bytes, StringBuilder out) {
        for (byte b : bytes) {
            if (b < 0 || b == '#') HEX.toHexDigits(out.append('%'), b);
            else out.append((char) b);
        }
    }
}
