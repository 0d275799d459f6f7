package dev.gossamer.parse;

import dev.gossamer.url.Url;

/**
 * A link of a page.
 *
 * @param target resolved against the base of the page, not yet in crawl normal form; http or https
 * @param kind what the page wants with it
 * @param rel the rel attribute in lower case, tokens separated by one space; empty when there is
 *     none
 * @param text anchor text or alt, white space collapsed; empty when there is none or it was not
 *     asked for
 * @param position the offset of its tag in the page, in bytes (of the page as UTF-8 where its
 *     encoding had to be changed to read it); 0 for a link of a header
 */
public record Link(Url target, Kind kind, String rel, String text, int position) {
    public enum Kind {
        /** Something a reader may go to: a, area. */
        NAVIGATE,
        /** Something shown inside the page as a page: frame, iframe. */
        FRAME,
        /** Something the page is made of: img, script, link rel=stylesheet, source, embed … */
        RESOURCE,
        /** Where a form of the page is sent that is sent with GET: form, button, input. */
        FORM,
        /** Where the page sends its reader by itself: meta refresh. */
        REFRESH,
        /** What the page says of itself: link rel=canonical, alternate, next, prev … */
        RELATION
    }

    public boolean isNofollow() {
        return hasRel("nofollow");
    }

    /** Whether {@code rel} has this token, which is in lower case. */
    public boolean hasRel(String token) {
        return !rel.isEmpty() && (" " + rel + " ").contains(" " + token + " ");
    }
}
