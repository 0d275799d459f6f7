package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How a {@link Task} ended, as far as the frontier must know. What a result says decides who is
 * charged for a failure: the URL, its origin, the pace of its host, or nobody.
 */
public sealed interface Result {
    /** Answers a Resolve. No addresses at all is a lasting failure of the name. */
    record Resolved(List<InetAddress> addresses, Duration ttl) implements Result {}

    /**
     * Answers a Resolve: a proxy looks the name up, and nobody here knows its addresses. So only
     * the host itself has a pace, and no address.
     */
    record ResolvedElsewhere(Duration ttl) implements Result {}

    /**
     * Answers a Robots: these rules hold for {@code validFor}.
     *
     * @param bytes that the rules take of memory, about
     * @param isRemembered whether they came from an earlier answer, and no server was asked
     * @param source the text that holds them, of those that a redirect led to: another process may
     *     need it; else nothing
     */
    record Rules(
            Predicate<Url> allowed,
            Optional<Duration> crawlDelay,
            Duration validFor,
            long bytes,
            boolean isRemembered,
            String source)
            implements Result {
        /** Of no size worth counting. */
        public Rules(Predicate<Url> allowed, Optional<Duration> crawlDelay, Duration validFor) {
            this(allowed, crawlDelay, validFor, 0);
        }

        /** Of an answer that came now. */
        public Rules(
                Predicate<Url> allowed,
                Optional<Duration> crawlDelay,
                Duration validFor,
                long bytes) {
            this(allowed, crawlDelay, validFor, bytes, false, "");
        }

        /** The same rules, with the text that holds them. */
        public Rules from(String text) {
            return new Rules(allowed, crawlDelay, validFor, bytes, isRemembered, text);
        }

        /** The same rules, of an earlier answer. */
        public Rules remembered(Duration stillValidFor) {
            return new Rules(allowed, crawlDelay, stillValidFor, bytes, true, source);
        }
    }

    /**
     * Answers a Robots: the robots.txt lies elsewhere. It is asked for there when the pace of that
     * host allows; whoever answers decides how many redirects are followed.
     */
    record Moved(Url target) implements Result {}

    /**
     * Answers a Fetch: the URL is dealt with, whatever the status.
     *
     * @param isPage whether it counts as a page
     */
    record Fetched(int status, boolean isPage) implements Result {
        /** Of an answer that was asked for as a page. */
        public Fetched(int status) {
            this(status, isPage(status));
        }

        private static boolean isPage(int status) {
            return status / 100 == 2;
        }
    }

    /**
     * Answers a Fetch: the answer was used, but its body broke off. The URL is asked for once more.
     */
    record Cut(int status) implements Result {}

    /**
     * Answers any task: there was no connection to the origin, or no address of its name. The URL
     * stays where it is; the origin (the host, for a Resolve) waits, and is parked in the end.
     *
     * @param isLasting whether trying again soon is of no use, as with a name that does not exist
     */
    record Unreachable(String fault, boolean isLasting) implements Result {
        public Unreachable(String fault) {
            this(fault, false);
        }
    }

    /**
     * Answers a Fetch or a Robots: there was a connection but no answer that can be used. A fault
     * of that URL, as long as the origin answers for others.
     */
    record Failed(Failure kind, String fault) implements Result {
        public Failed(String fault) {
            this(Failure.UNUSABLE, fault);
        }
    }

    /** How a connection failed to bring an answer. */
    enum Failure {
        /** It carried nothing, or nothing more: perhaps the network between us is away. */
        SILENT,
        /** Something came that cannot be used. */
        UNUSABLE,
        /** The same, of a kind that comes again: one more attempt is enough. */
        LASTING
    }

    /**
     * Answers a Fetch or a Robots: the server answered that it cannot now (5xx, 429), and when to
     * come back if it said so. The gap of its host becomes longer, and the URL goes behind the
     * others.
     */
    record Later(int status, Optional<Duration> retryAfter) implements Result {}

    /**
     * Answers any task: it failed by a fault of our own, and no server is charged for it.
     *
     * @param isOfUrl whether the fault goes with the URL, so that it is tried only so often
     */
    record Ours(String fault, boolean isOfUrl) implements Result {}

    /** Answers a Fetch: no request was made, as a filter forbids the URL now. */
    record Refused() implements Result {}
}
