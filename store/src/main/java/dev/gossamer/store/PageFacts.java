package dev.gossamer.store;

import dev.gossamer.url.Url;
import java.util.Collections;
import java.util.List;

/**
 * The facts that a parser found in a page, as far as stores keep them.
 *
 * @param title empty where there is none
 * @param text the page's words without markup
 * @param links where it points, in the order of the page; may be computed when they are asked for
 */
public record PageFacts(String title, String text, List<Url> links) {
    public PageFacts {
        links = Collections.unmodifiableList(links);
    }
}
