package dev.gossamer.store;

import dev.gossamer.http.Headers;
import dev.gossamer.url.Url;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A page that an earlier crawl has archived, without its body.
 *
 * @param at when it was fetched
 * @param head of the answer, which may hold validators
 * @param directory of the WARC files that hold the payload
 * @param original the capture that holds the payload: this one, or the one it refers to
 */
public record KnownPage(Url url, Instant at, byte[] head, Path directory, IndexEntry original) {
    /** Returns the header fields of the answer. */
    public Headers headers() {
        return Headers.of(head);
    }
}
