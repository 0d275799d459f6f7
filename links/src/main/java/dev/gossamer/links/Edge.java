package dev.gossamer.links;

import dev.gossamer.url.Url;

/**
 * One link of a page.
 *
 * @param text anchor text or alt; cut to {@link #MAX_TEXT_CHARS}
 */
public record Edge(Url target, Kind kind, String text) {
    public static final int MAX_TEXT_CHARS = 200;

    public Edge {
        if (text.length() > MAX_TEXT_CHARS) {
            boolean splitsPair = Character.isHighSurrogate(text.charAt(MAX_TEXT_CHARS - 1));
            text = text.substring(0, splitsPair ? MAX_TEXT_CHARS - 1 : MAX_TEXT_CHARS);
        }
    }

    /** Why a page names a URL. The order is that of the numbers on disk. */
    public enum Kind {
        /** Something a reader may go to: a, area. */
        NAVIGATE,
        /** Something shown inside the page as a page: frame, iframe. */
        FRAME,
        /** Where the page sends its reader by itself: meta refresh. */
        REFRESH,
        /** Something the page is made of: img, script, style sheet. */
        RESOURCE,
        /** What the page says of itself: link rel=canonical, alternate, next. */
        RELATION,
        /** Where a form of the page is sent. */
        FORM,
        /** Where the server sends whoever asks for the page: a 3xx status. */
        REDIRECT
    }
}
