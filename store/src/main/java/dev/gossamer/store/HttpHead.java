package dev.gossamer.store;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Looks up a field in the bytes of an HTTP head without taking it apart: a store asks for two or
 * three fields of each page.
 */
final class HttpHead {
    private static final Set<String> PACKED_TYPES =
            Set.of(
                    "application/gzip",
                    "application/x-gzip",
                    "application/zip",
                    "application/x-7z-compressed",
                    "application/x-bzip2",
                    "application/x-xz",
                    "application/x-rar-compressed",
                    "application/java-archive",
                    "application/vnd.android.package-archive",
                    "application/font-woff",
                    "font/woff",
                    "font/woff2",
                    "image/jpeg",
                    "image/png",
                    "image/gif",
                    "image/webp",
                    "image/avif");

    private HttpHead() {}

    /** The value of the first field of that name, without the white space around it. */
    static Optional<String> field(byte[] head, String name) {
        for (int line = nextLine(head, 0); line < head.length; line = nextLine(head, line)) {
            int colon = line + name.length();
            if (colon < head.length && head[colon] == ':' && startsWith(head, line, name)) {
                int end = colon + 1;
                while (end < head.length && head[end] != '\n') end++;
                int from = colon + 1;
                return Optional.of(
                        new String(head, from, end - from, StandardCharsets.ISO_8859_1).strip());
            }
        }
        return Optional.empty();
    }

    static boolean isChunked(byte[] head) {
        return field(head, "transfer-encoding")
                .map(value -> value.toLowerCase(Locale.ROOT).endsWith("chunked"))
                .orElse(false);
    }

    /** The media type in lower case without its parameters; empty where the head names none. */
    static String mediaType(byte[] head) {
        String value = field(head, "content-type").orElse("");
        int end = 0;
        while (end < value.length() && ";, \t".indexOf(value.charAt(end)) < 0) end++;
        return value.substring(0, end).toLowerCase(Locale.ROOT);
    }

    /** Whether the body came in a compressed form, so that compressing it again gains nothing. */
    static boolean isPacked(byte[] head) {
        String coding = field(head, "content-encoding").orElse("identity");
        if (!coding.isEmpty() && !coding.equalsIgnoreCase("identity")) return true;
        String type = mediaType(head);
        return type.startsWith("video/")
                || type.startsWith("audio/")
                || PACKED_TYPES.contains(type);
    }

    private static int nextLine(byte[] head, int from) {
        int at = from;
        while (at < head.length && head[at] != '\n') at++;
        return at + 1;
    }

    private static boolean startsWith(byte[] head, int at, String lowerCaseName) {
        for (int i = 0; i < lowerCaseName.length(); i++) {
            int b = head[at + i];
            int lower = b >= 'A' && b <= 'Z' ? b + 32 : b;
            if (lower != lowerCaseName.charAt(i)) return false;
        }
        return true;
    }
}
