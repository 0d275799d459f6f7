package dev.gossamer.replay;

import java.util.Set;

/** The media types that a replayed answer may have; what is not among them is not shown. */
final class ShownTypes {
    /** Drawings, which are pages too. */
    static final String SVG = "image/svg+xml";

    private static final Set<String> SHOWN =
            Set.of(
                    "text/html",
                    "application/xhtml+xml",
                    "text/css",
                    "text/plain",
                    "image/png",
                    "image/jpeg",
                    "image/gif",
                    "image/webp",
                    "image/avif",
                    "image/apng",
                    "image/bmp",
                    SVG,
                    "image/x-icon",
                    "image/vnd.microsoft.icon",
                    "font/woff",
                    "font/woff2",
                    "font/ttf",
                    "font/otf",
                    "application/font-woff",
                    "application/font-woff2",
                    "application/x-font-ttf",
                    "application/x-font-woff",
                    "application/vnd.ms-fontobject",
                    "audio/mpeg",
                    "audio/ogg",
                    "audio/wav",
                    "audio/webm",
                    "video/mp4",
                    "video/ogg",
                    "video/webm");

    private ShownTypes() {}

    static boolean isShown(String type) {
        return SHOWN.contains(type);
    }

    static boolean isFont(String type) {
        return type.startsWith("font/") || type.contains("font");
    }
}
