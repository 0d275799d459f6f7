package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** How a {@link Task} ended, as far as the frontier must know. */
public sealed interface Result {
    /** Answers a Resolve. */
    record Resolved(List<InetAddress> addresses, Duration ttl) implements Result {}

    /**
     * Answers a Robots: these rules hold for {@code validFor}. Unreachable robots are rules that
     * forbid everything and hold for a short time; the URLs wait for the next answer instead of
     * being dropped when {@code isFinal} is false.
     *
     * @param bytes that the rules take of memory, about
     */
    record Rules(
            Predicate<Url> allowed,
            Optional<Duration> crawlDelay,
            Duration validFor,
            boolean isFinal,
            long bytes)
            implements Result {
        /** Of no size worth counting. */
        public Rules(
                Predicate<Url> allowed,
                Optional<Duration> crawlDelay,
                Duration validFor,
                boolean isFinal) {
            this(allowed, crawlDelay, validFor, isFinal, 0);
        }
    }

    /**
     * Answers a Robots: the robots.txt lies elsewhere. It is asked for there when the pace of that
     * host allows; whoever answers decides how many redirects are followed.
     */
    record Moved(Url target) implements Result {}

    /** Answers a Fetch: the URL is dealt with, whatever the status. */
    record Fetched(int status) implements Result {}

    /**
     * Answers a Fetch or a Resolve: it failed by a fault of host or network and may be tried again
     * later.
     */
    record Failed(String fault) implements Result {}

    /**
     * Answers a Fetch: the server asked us to come back later (429, 503), in so much time if it
     * said so.
     */
    record Later(int status, Optional<Duration> retryAfter) implements Result {}
}
