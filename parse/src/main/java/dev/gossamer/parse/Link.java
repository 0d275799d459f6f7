package dev.gossamer.parse;

import dev.gossamer.url.Url;

/**
 * A link of a page.
 *
 * @param target resolved against the base of the page, not yet in crawl normal form
 * @param kind what the page wants with it
 * @param rel the rel attribute in lower case, tokens separated by one space; empty when there is
 *     none
 * @param text anchor text or alt, white space collapsed; empty when there is none or it was not
 *     asked for
 */
public record Link(Url target, Kind kind, String rel, String text) {
    public enum Kind {
        /** Something a reader may go to: a, area, form. */
        NAVIGATE,
        /** Something shown inside the page as a page: frame, iframe. */
        FRAME,
        /** Something the page is made of: img, script, link rel=stylesheet, source, embed … */
        RESOURCE,
        /** Where the page sends its reader by itself: meta refresh. */
        REFRESH,
        /** What the page says of itself: link rel=canonical, alternate, next, prev … */
        RELATION
    }

    public boolean isNofollow() {
        return !rel.isEmpty() && (" " + rel + " ").contains(" nofollow ");
    }
}
