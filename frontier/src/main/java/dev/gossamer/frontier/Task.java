package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.util.List;

/** What the frontier wants done next. Each is answered by exactly one call of finished. */
public sealed interface Task {
    /** The host whose turn this is. */
    String host();

    /** Look up the host's addresses. */
    record Resolve(String host) implements Task {}

    /**
     * Ask this host for the robots.txt of an origin, and follow no redirect: the frontier does, so
     * that each request has its own turn.
     *
     * @param origin whose rules they are: of this host, or of one that was redirected here
     * @param redirects how many in a row led here
     */
    record Robots(String host, String origin, Url url, int redirects, List<InetAddress> addresses)
            implements Task {}

    /**
     * @param attempt 1 for the first
     */
    record Fetch(
            String host,
            Url url,
            List<InetAddress> addresses,
            Url via,
            int depth,
            int redirects,
            int attempt)
            implements Task {}
}
