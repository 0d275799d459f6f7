package dev.gossamer.parse;

import java.util.List;

/**
 * What was read out of one HTML page.
 *
 * @param charset the encoding's WHATWG name
 * @param title white space collapsed; empty when there is none or it was not asked for
 * @param text the readable text in document order; empty when it was not asked for
 */
public record ParsedPage(
        String charset,
        String title,
        List<Link> links,
        boolean noindex,
        boolean nofollow,
        String text) {}
