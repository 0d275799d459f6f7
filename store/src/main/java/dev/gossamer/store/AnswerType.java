package dev.gossamer.store;

import dev.gossamer.http.Codings;
import dev.gossamer.http.Headers;
import dev.gossamer.http.MediaType;
import dev.gossamer.http.ResponseHead;
import java.util.Set;

/** The meaning of the type of an answer for storing it. */
final class AnswerType {
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

    private AnswerType() {}

    /** Returns the type as CDX indexes name it: {@code unk} for none or for what is not a type. */
    static String indexed(byte[] responseHead) {
        String type = MediaType.essence(Headers.of(responseHead));
        return type.isEmpty() ? "unk" : type;
    }

    /** Returns whether the body came in a compressed form: compressing it again gains nothing. */
    static boolean isPacked(byte[] responseHead) {
        var head = ResponseHead.parse(responseHead);
        if (Codings.of(head).compress()) return true;
        String type = MediaType.essence(head.headers());
        return type.startsWith("video/")
                || type.startsWith("audio/")
                || PACKED_TYPES.contains(type);
    }
}
