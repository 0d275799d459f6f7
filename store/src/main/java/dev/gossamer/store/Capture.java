package dev.gossamer.store;

import dev.gossamer.http.Truncation;
import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One request and its answer, as they went over the wire, and what was read out of it if somebody
 * has read it yet.
 *
 * @param via the page that led here; the URL itself for a seed
 * @param at when the request was sent
 * @param took from then to the last byte of the answer
 * @param requestHead exactly as sent, up to and with the empty line
 * @param responseHead exactly as it came, up to and with the empty line
 * @param body as it came, content encoding and chunk framing included
 * @param truncation why the body is not whole, if it is not
 * @param payloadDigest of {@link PayloadDigest}, where the caller has computed it already;
 *     otherwise a store that needs it computes it
 * @param page what the parser found, for the stores that keep text
 * @param unchanged the earlier capture that a 304 confirms
 */
public record Capture(
        Url url,
        Url via,
        Instant at,
        Duration took,
        InetAddress address,
        byte[] requestHead,
        byte[] responseHead,
        int status,
        CaptureBody body,
        Optional<Truncation> truncation,
        Optional<PayloadDigest> payloadDigest,
        Optional<PageFacts> page,
        Optional<Unchanged> unchanged) {

    /**
     * An earlier capture that is still what the server has.
     *
     * @param page as it was archived
     * @param original the capture that holds the payload: the same one, or that of a revisit
     */
    public record Unchanged(ArchivedPage page, IndexEntry original) {}

    /** A whole body in memory, nothing else known. */
    public Capture(
            Url url,
            Url via,
            Instant at,
            InetAddress address,
            byte[] requestHead,
            byte[] responseHead,
            int status,
            byte[] body) {
        this(
                url,
                via,
                at,
                Duration.ZERO,
                address,
                requestHead,
                responseHead,
                status,
                new CaptureBody.InMemory(body),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Returns the answer that a reader is to see: the earlier one in place of a 304 that confirms
     * it, else this one.
     */
    public Capture shown() {
        if (unchanged.isEmpty()) return this;
        var shown = unchanged.get().page();
        return new Capture(
                url,
                via,
                at,
                took,
                address,
                requestHead,
                shown.head(),
                shown.status(),
                new CaptureBody.InMemory(shown.body()),
                truncation,
                payloadDigest,
                page,
                Optional.empty());
    }

    public Capture withBody(CaptureBody newBody, Optional<Truncation> newTruncation) {
        return with(newBody, newTruncation, Optional.empty(), page);
    }

    public Capture withDigest(PayloadDigest digest) {
        return with(body, truncation, Optional.of(digest), page);
    }

    public Capture withPage(PageFacts facts) {
        return with(body, truncation, payloadDigest, Optional.of(facts));
    }

    private Capture with(
            CaptureBody newBody,
            Optional<Truncation> newTruncation,
            Optional<PayloadDigest> newDigest,
            Optional<PageFacts> newPage) {
        return new Capture(
                url,
                via,
                at,
                took,
                address,
                requestHead,
                responseHead,
                status,
                newBody,
                newTruncation,
                newDigest,
                newPage,
                unchanged);
    }
}
