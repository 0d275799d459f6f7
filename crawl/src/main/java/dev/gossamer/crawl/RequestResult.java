package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What became of a request of an application.
 *
 * @param mark whose request it was
 * @param url that was asked for, or to which redirects led; empty where the request names none
 * @param reason why it failed or was dropped; empty otherwise
 * @param answer of the server, if it gave one
 */
public record RequestResult(
        RequestMark mark, Optional<Url> url, State state, String reason, Optional<Answer> answer) {
    /** The most links of a page that are reported. */
    public static final int MAX_LINKS = 1000;

    /** The most characters that these links have together. */
    public static final int MAX_LINK_CHARACTERS = 200_000;

    /** What became of it. The names are those of the JSON. */
    public enum State {
        /** The server answered, whatever the status. */
        fetched,
        /** It was tried several times, and is tried again after hours or days. */
        failed,
        /** A rule of the crawl forbids it. */
        dropped,
        /** The crawl has it already, or has it in its queue. */
        seen
    }

    /**
     * The answer of a server.
     *
     * @param at when it was asked
     * @param type the media type
     * @param bytes of the body as it came
     * @param digest of the payload, as {@code crawl.log} has it; empty if there is none
     * @param links the first ones of the page
     */
    public record Answer(
            int status, Instant at, String type, long bytes, String digest, List<Url> links) {
        public Answer {
            links = List.copyOf(links);
        }
    }

    /** Without an answer. */
    static RequestResult of(RequestMark mark, Url url, State state, String reason) {
        return new RequestResult(mark, Optional.of(url), state, reason, Optional.empty());
    }

    /** A filter of the crawl drops what is asked for. */
    static RequestResult dropped(PageRequest request, String filter) {
        return of(request.mark(), request.url(), State.dropped, filter);
    }

    /** Returns the result of a request that cannot be carried out as it stands. */
    public static RequestResult refused(RequestMark mark, String reason) {
        return new RequestResult(mark, Optional.empty(), State.dropped, reason, Optional.empty());
    }
}
