package dev.gossamer.fetch;

import dev.gossamer.http.Headers;
import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;

/** How one fetch ended. Redirects are answers like others: the crawl decides whether to follow. */
public sealed interface Outcome {
    Url url();

    /** When the request was sent. */
    Instant at();

    Duration took();

    /**
     * A server answered. Whatever befell the body after the head was whole (a limit, a time-out, a
     * lost connection) is told by {@link Body#truncation}.
     *
     * @param requestHead as sent, up to and with the empty line; values of fields that carry a
     *     secret are replaced by a marker
     * @param responseHead exactly as it came, up to and with the empty line
     */
    record Answer(
            Url url,
            Instant at,
            Duration took,
            InetAddress address,
            byte[] requestHead,
            byte[] responseHead,
            int status,
            Headers headers,
            Body body)
            implements Outcome {}

    /**
     * A server answered, and {@link Request#wanted} did not want the body after seeing the head.
     */
    record Declined(
            Url url,
            Instant at,
            Duration took,
            InetAddress address,
            byte[] requestHead,
            byte[] responseHead,
            int status,
            Headers headers)
            implements Outcome {}

    /** There is no answer to speak of. */
    record Failed(Url url, Instant at, Duration took, Fault fault, String detail)
            implements Outcome {}
}
