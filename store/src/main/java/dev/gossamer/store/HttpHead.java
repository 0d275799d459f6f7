package dev.gossamer.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Looks up a field in the bytes of an HTTP head without taking it apart: a store asks for two or
 * three fields of each page.
 */
final class HttpHead {
    private static final Pattern TYPE = Pattern.compile("[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+");
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

    /** The type as CDX indexes name it: {@code unk} for none or for what is not a type. */
    static String indexType(byte[] head) {
        String type = mediaType(head);
        return TYPE.matcher(type).matches() ? type : "unk";
    }

    /** The first part of an HTTP message, up to and with the empty line. */
    static byte[] headOf(byte[] message) {
        for (int i = 1; i < message.length; i++) {
            if (message[i] != '\n') continue;
            boolean isEmptyLine =
                    message[i - 1] == '\n'
                            || (message[i - 1] == '\r' && i > 1 && message[i - 2] == '\n');
            if (isEmptyLine) return Arrays.copyOf(message, i + 1);
        }
        return message;
    }

    /** The three digits of the status line; 0 where there are none. */
    static int status(byte[] head) {
        int at = 0;
        while (at < head.length && head[at] != ' ' && head[at] != '\n') at++;
        int status = 0;
        for (int i = at + 1; i <= at + 3; i++) {
            if (i >= head.length || head[i] < '0' || head[i] > '9') return 0;
            status = status * 10 + head[i] - '0';
        }
        return status;
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
