package dev.gossamer.parse;

import java.util.List;

/**
 * What was read out of one HTML page.
 *
 * @param charset the encoding's WHATWG name
 * @param facts what the page says of itself; {@link Facts#robots} is always read, the rest is empty
 *     when it was not asked for
 * @param links in document order; empty when they were not asked for
 * @param text the readable text in document order, a line a block, white space collapsed; empty
 *     when it was not asked for
 * @param isTruncated whether one of the {@link ParseLimits} left something out
 */
public record ParsedPage(
        String charset, Facts facts, List<Link> links, String text, boolean isTruncated) {
    public ParsedPage {
        links = List.copyOf(links);
    }

    public String title() {
        return facts.title();
    }

    public boolean noindex() {
        return facts.robots().noindex();
    }

    public boolean nofollow() {
        return facts.robots().nofollow();
    }
}
