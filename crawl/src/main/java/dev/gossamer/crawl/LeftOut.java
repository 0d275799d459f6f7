package dev.gossamer.crawl;

import java.util.Map;

/**
 * The rules by which a URL that a page names is not taken in, besides the filters, which go by
 * their own names. The status counts by these names, and {@code why} tells them.
 */
final class LeftOut {
    static final String MAX_DEPTH = "max-depth";
    static final String MAX_REDIRECTS = "max-redirects";
    static final String NOFOLLOW = "nofollow";
    static final String NEAR_DUPLICATE = "near-duplicate";

    /** A filter of the user's threw something. */
    static final String FILTER_FAILED = "filter-failed";

    /** Links of a kind that is not followed; they are not counted. */
    static final String RESOURCE = "resources";

    static final String FORM = "form";
    static final String RELATION = "relation";

    /** What each means, for people. */
    static final Map<String, String> MEANING =
            Map.of(
                    RESOURCE,
                            "it is a part of pages (an image, a style, a script), which only --resources fetches",
                    FORM, "it is where a form is sent, and forms are never sent",
                    RELATION, "pages name it in a link element that is not followed",
                    MAX_DEPTH, "it is more links away from a seed than max-depth allows",
                    MAX_REDIRECTS, "too many redirects in a row lead to it",
                    NOFOLLOW, "the page, or the link, asks not to be followed (nofollow)",
                    NEAR_DUPLICATE, "the page is nearly a copy of another (near-duplicates)",
                    FILTER_FAILED, "a filter failed on it");

    private LeftOut() {}
}
