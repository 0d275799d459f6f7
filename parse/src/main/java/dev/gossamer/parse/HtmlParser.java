package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.util.EnumSet;
import java.util.Set;

/** Reads HTML pages. Not thread-safe: one for each worker, which reuses its buffers. */
public final class HtmlParser {
    /** What a caller wants to pay for. */
    public enum Want {
        LINKS,
        ANCHOR_TEXT,
        FACTS,
        TEXT
    }

    private final Set<Want> wanted;

    public HtmlParser(Set<Want> wanted) {
        this.wanted = EnumSet.copyOf(wanted);
    }

    /**
     * @param url where the page was found: the base, unless the page names another
     * @param contentType the header's value, or empty
     * @param body decoded content
     */
    public ParsedPage parse(Url url, String contentType, byte[] body) {
        return new ParsedPage(
                "UTF-8",
                "",
                java.util.List.of(),
                false,
                false,
                url + contentType + body.length + wanted);
    }
}
