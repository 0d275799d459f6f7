package dev.gossamer.crawl;

import dev.gossamer.url.Url;

/**
 * A URL that an application asks for.
 *
 * @param mark who asks
 * @param priority lower is sooner, as {@link Strategy#priority} has it: the default order gives
 *     seeds 0 and links their depth
 * @param isAgain whether it is fetched also when the crawl has seen it
 */
public record PageRequest(RequestMark mark, Url url, int priority, boolean isAgain) {
    /** The longest URL, in characters. */
    public static final int MAX_URL_LENGTH = 8000;

    /** The highest priority value, which comes last. */
    public static final int MAX_PRIORITY = 1_000_000;

    public PageRequest {
        if (!url.isHttp() || url.host().isEmpty())
            throw new IllegalArgumentException("not a URL of http or https: " + url);
        if (url.length() > MAX_URL_LENGTH)
            throw new IllegalArgumentException(
                    "the URL has more than %d characters".formatted(MAX_URL_LENGTH));
        if (priority < 0 || priority > MAX_PRIORITY)
            throw new IllegalArgumentException(
                    "the priority is from 0 to %d: %d".formatted(MAX_PRIORITY, priority));
    }
}
