package dev.gossamer.parse;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for the encoding that a page declares in its first bytes (HTML 13.2.3.2, "prescan a byte
 * stream to determine its encoding"). It is simpler than the tokenizer and differs from it on
 * purpose: it runs before anything is known of the page.
 */
final class MetaPrescan {
    /** The standard looks no further. */
    static final int BYTES = 1024;

    /** The page ended before anything was found. */
    private static final class EndOfBytes extends Exception {
        private EndOfBytes() {
            super(null, null, false, false);
        }
    }

    private final byte[] in;
    private final int end;
    private int at;
    private String name = "";
    private String value = "";

    private MetaPrescan(byte[] in) {
        this.in = in;
        this.end = Math.min(in.length, BYTES);
    }

    static Optional<Encoding> find(byte[] in) {
        return new MetaPrescan(in).find();
    }

    private Optional<Encoding> find() {
        if (startsWith(0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00)) return Optional.of(Encoding.UTF_16LE);
        if (startsWith(0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78)) return Optional.of(Encoding.UTF_16BE);
        try {
            while (at < end) {
                if (in[at] == '<') {
                    Optional<Encoding> found = markup();
                    if (found.isPresent()) return found;
                }
                at++;
            }
        } catch (EndOfBytes e) {
            return xmlEncoding();
        }
        return xmlEncoding();
    }

    private boolean startsWith(int... bytes) {
        if (end < bytes.length) return false;
        for (int i = 0; i < bytes.length; i++) if (in[i] != (byte) bytes[i]) return false;
        return true;
    }

    /** Reads what begins here and stays on its last byte. */
    private Optional<Encoding> markup() throws EndOfBytes {
        if (ByteSearch.startsWith(in, at, end, "<!--")) {
            at += 2;
            do at = find('>', at + 1);
            while (in[at - 1] != '-' || in[at - 2] != '-');
        } else if (ByteSearch.startsWith(in, at, end, "<meta") && isSpaceOrSlash(at + 5)) {
            at += 5;
            return meta();
        } else if (isLetter(at + 1) || (byteAt(at + 1) == '/' && isLetter(at + 2))) {
            while (!ByteSearch.isSpace(byteAt(at)) && byteAt(at) != '>') at++;
            while (nextAttribute()) {}
        } else if (in[at + 1] == '!' || in[at + 1] == '/' || in[at + 1] == '?') {
            at = find('>', at + 1);
        }
        return Optional.empty();
    }

    private boolean isLetter(int place) {
        return place < end && ByteSearch.isLetter(in[place]);
    }

    private boolean isSpaceOrSlash(int place) {
        return place < end && (in[place] == '/' || ByteSearch.isSpace(in[place]));
    }

    private byte byteAt(int place) throws EndOfBytes {
        if (place >= end) throw new EndOfBytes();
        return in[place];
    }

    private int find(char wanted, int from) throws EndOfBytes {
        int place = ByteSearch.indexOf(in, wanted, Math.min(from, end), end);
        if (place == end) throw new EndOfBytes();
        return place;
    }

    private Optional<Encoding> meta() throws EndOfBytes {
        Set<String> names = new HashSet<>();
        boolean gotPragma = false;
        boolean needsPragma = false;
        Optional<Encoding> charset = Optional.empty();
        boolean isDecided = false;
        while (nextAttribute()) {
            if (!names.add(name)) continue;
            switch (name) {
                case "http-equiv" -> gotPragma |= value.equals("content-type");
                case "content" -> {
                    var inContent = MetaCharset.ofContent(value);
                    if (!isDecided && inContent.isPresent()) {
                        charset = inContent;
                        needsPragma = true;
                        isDecided = true;
                    }
                }
                case "charset" -> {
                    charset = Encoding.ofLabel(value);
                    needsPragma = false;
                    isDecided = true;
                }
                default -> {}
            }
        }
        return needsPragma && !gotPragma ? Optional.empty() : charset.map(MetaCharset::readable);
    }

    /** The standard's "get an attribute"; values are in lower case. */
    private boolean nextAttribute() throws EndOfBytes {
        while (byteAt(at) == '/' || ByteSearch.isSpace(in[at])) at++;
        if (in[at] == '>') return false;
        int from = at++;
        while (!ByteSearch.endsAttributeName(byteAt(at))) at++;
        name = lower(from, at);
        value = "";
        while (ByteSearch.isSpace(byteAt(at))) at++;
        if (in[at] != '=') return true;
        at++;
        while (ByteSearch.isSpace(byteAt(at))) at++;
        byte quote = in[at];
        if (quote == '"' || quote == '\'') {
            int close = find((char) quote, at + 1);
            value = lower(at + 1, close);
            at = close + 1;
        } else {
            from = at;
            while (byteAt(at) != '>' && !ByteSearch.isSpace(in[at])) at++;
            value = lower(from, at);
        }
        return true;
    }

    private String lower(int from, int to) {
        return new String(in, from, to - from, StandardCharsets.ISO_8859_1)
                .toLowerCase(Locale.ROOT);
    }

    /** What an XML declaration at the very start says. */
    private Optional<Encoding> xmlEncoding() {
        if (!ByteSearch.startsWith(in, 0, end, "<?xml")) return Optional.empty();
        int close = ByteSearch.indexOf(in, '>', 0, end);
        if (close == end) return Optional.empty();
        String declaration = new String(in, 0, close, StandardCharsets.ISO_8859_1);
        int from = declaration.indexOf("encoding");
        if (from < 0) return Optional.empty();
        String rest = declaration.substring(from + "encoding".length()).stripLeading();
        if (!rest.startsWith("=")) return Optional.empty();
        rest = rest.substring(1).stripLeading();
        if (!rest.startsWith("\"") && !rest.startsWith("'")) return Optional.empty();
        int quote = rest.indexOf(rest.charAt(0), 1);
        if (quote < 0) return Optional.empty();
        return Encoding.ofLabel(rest.substring(1, quote)).map(MetaCharset::readable);
    }
}
