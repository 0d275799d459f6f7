package dev.gossamer.derive;

import dev.gossamer.http.StatusCode;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.Optional;

/**
 * An archived capture that was decoded and parsed, once for all derivations.
 *
 * @param type media type in lower case; empty where there was none
 * @param parsed for HTML that came with 2xx
 * @param text of the page; empty where the content is not text
 * @param location where a redirect leads, in crawl normal form
 * @param isNoindex whether page or server ask to be kept out of search
 */
record ReadCapture(
        Url url,
        Instant at,
        int status,
        String type,
        Optional<ParsedPage> parsed,
        String text,
        Optional<Url> location,
        boolean isNoindex) {
    /** Returns whether the answer holds the page that was asked for. */
    public boolean isPage() {
        return StatusCode.isPage(status);
    }
}
