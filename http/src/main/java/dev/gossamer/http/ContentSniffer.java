package dev.gossamer.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what an answer is when its server does not say so, as browsers do (WHATWG MIME Sniffing
 * standard). A type that the server names is believed; what has no type, or one that says nothing,
 * is recognised by its first bytes.
 */
public final class ContentSniffer {
    /** How much of the content is looked at: the standard's resource header. */
    public static final int MAX_BYTES = 1445;

    private static final String XHTML = "http://www.w3.org/1999/xhtml";

    /** Section 7.1, table 1: what HTML begins with. The byte after a name must end the name. */
    private static final List<String> HTML =
            List.of(
                    "<!doctype html",
                    "<html",
                    "<head",
                    "<script",
                    "<iframe",
                    "<h1",
                    "<div",
                    "<font",
                    "<table",
                    "<a",
                    "<style",
                    "<title",
                    "<b",
                    "<body",
                    "<br",
                    "<p",
                    "<!--");

    /** What a format begins with; a dot stands for any byte. */
    private record Signature(String bytes, String type) {}

    private static final List<Signature> SIGNATURES =
            List.of(
                    new Signature("%PDF-", "application/pdf"),
                    new Signature("%!PS-Adobe-", "application/postscript"),
                    // Byte order marks.
                    new Signature("\u00FE\u00FF", "text/plain"),
                    new Signature("\u00FF\u00FE", "text/plain"),
                    new Signature("\u00EF\u00BB\u00BF", "text/plain"),
                    new Signature("\0\0\1\0", "image/x-icon"),
                    new Signature("\0\0\2\0", "image/x-icon"),
                    new Signature("BM", "image/bmp"),
                    new Signature("GIF87a", "image/gif"),
                    new Signature("GIF89a", "image/gif"),
                    new Signature("RIFF....WEBPVP", "image/webp"),
                    new Signature("\u0089PNG\r\n\u001A\n", "image/png"),
                    new Signature("\u00FF\u00D8\u00FF", "image/jpeg"),
                    new Signature("FORM....AIFF", "audio/aiff"),
                    new Signature("ID3", "audio/mpeg"),
                    new Signature("OggS\0", "application/ogg"),
                    new Signature("MThd\0\0\0\6", "audio/midi"),
                    new Signature("RIFF....AVI ", "video/avi"),
                    new Signature("RIFF....WAVE", "audio/wave"),
                    new Signature("....ftyp", "video/mp4"),
                    new Signature("\u001AE\u00DF\u00A3", "video/webm"),
                    new Signature("\u001F\u008B\b", "application/x-gzip"),
                    new Signature("PK\3\4", "application/zip"),
                    new Signature("Rar \u001A\7\0", "application/x-rar-compressed"));

    private ContentSniffer() {}

    /** Gives the beginning of decoded content, so that nothing is decoded that need not be. */
    @FunctionalInterface
    public interface Content {
        byte[] first(int maxBytes) throws IOException;
    }

    /**
     * Returns whether an answer is HTML, or XHTML by whatever XML type, which is read as HTML.
     *
     * @param content asked only where the header fields do not tell
     */
    public static boolean isHtml(Headers headers, Content content) throws IOException {
        var named = MediaType.of(headers);
        if (named.isPresent() && !isUnknown(named.get())) {
            if (named.get().isHtml()) return true;
            return isXml(named.get()) && isXhtml(text(content.first(MAX_BYTES)));
        }
        if (isNosniff(headers)) return false;
        String sniffed = sniff(content.first(MAX_BYTES));
        return sniffed.equals("text/html")
                || (sniffed.equals("text/xml") && isXhtml(text(content.first(MAX_BYTES))));
    }

    /** Section 5.1: these types are named by servers that do not know. */
    private static boolean isUnknown(MediaType type) {
        return switch (type.essence()) {
            case "unknown/unknown", "application/unknown", "*/*" -> true;
            default -> false;
        };
    }

    private static boolean isXml(MediaType type) {
        return type.essence().equals("text/xml") || type.essence().equals("application/xml");
    }

    /** Such an answer is not to be taken for anything that holds scripts. */
    private static boolean isNosniff(Headers headers) {
        Optional<String> first =
                headers.first("x-content-type-options")
                        .map(value -> FieldList.items(value).getFirst());
        return first.isPresent() && first.get().equalsIgnoreCase("nosniff");
    }

    /** Returns the type of content whose type is unknown, section 7.1. */
    static String sniff(byte[] content) {
        String start = text(content);
        int at = 0;
        while (at < start.length() && isSpace(start.charAt(at))) at++;
        for (String tag : HTML) {
            if (start.regionMatches(true, at, tag, 0, tag.length())
                    && endsTag(start, at + tag.length(), tag)) return "text/html";
        }
        if (start.startsWith("<?xml", at)) return "text/xml";
        for (var signature : SIGNATURES) {
            if (begins(start, signature.bytes)) return signature.type;
        }
        return start.chars().anyMatch(ContentSniffer::isBinary)
                ? "application/octet-stream"
                : "text/plain";
    }

    private static boolean endsTag(String start, int at, String tag) {
        if (tag.equals("<!--")) return true;
        return at < start.length() && (start.charAt(at) == ' ' || start.charAt(at) == '>');
    }

    private static boolean begins(String start, String pattern) {
        if (start.length() < pattern.length()) return false;
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) != '.' && pattern.charAt(i) != start.charAt(i)) return false;
        }
        return true;
    }

    /** Section 3: bytes that no text holds. */
    private static boolean isBinary(int b) {
        return b <= 0x08 || b == 0x0B || (b >= 0x0E && b <= 0x1A) || (b >= 0x1C && b <= 0x1F);
    }

    private static boolean isSpace(char c) {
        return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
    }

    /** Returns whether the first element is {@code html} of XHTML's namespace. */
    private static boolean isXhtml(String start) {
        int at = start.startsWith("\u00EF\u00BB\u00BF") ? 3 : 0;
        while (at < start.length()) {
            if (isSpace(start.charAt(at))) at++;
            else if (start.startsWith("<?", at)) at = after(start, "?>", at);
            else if (start.startsWith("<!--", at)) at = after(start, "-->", at);
            else if (start.startsWith("<!", at)) at = after(start, ">", at);
            else break;
        }
        if (!start.startsWith("<html", at)) return false;
        int end = start.indexOf('>', at);
        return start.substring(at, end < 0 ? start.length() : end).contains(XHTML);
    }

    private static int after(String start, String end, int from) {
        int at = start.indexOf(end, from);
        return at < 0 ? start.length() : at + end.length();
    }

    /** One character per byte. */
    private static String text(byte[] content) {
        int length = Math.min(content.length, MAX_BYTES);
        return new String(content, 0, length, StandardCharsets.ISO_8859_1);
    }
}
