package dev.gossamer.simweb;

/**
 * A way in which the web misbehaves. Each has a share in {@link SimWebOptions#faults()}: of the
 * pages, or of the hosts where it says so. What never heals strikes only pages that no other page
 * hangs from, so that the rest stays reachable.
 */
public enum SimFault {
    /** The body drips out over {@link SimWebOptions#slowFor()}, whole in the end. */
    SLOW(true),
    /** Head and half of the body, then silence; closed after {@link SimWebOptions#stalledFor()}. */
    STALLED(false),
    /** The connection is reset in the middle of the body. */
    RESET(false),
    /** Fewer bytes than Content-Length says, then the end of the connection. */
    TRUNCATED(false),
    /** Bytes that are not HTTP. */
    GARBAGE(false),
    /**
     * A body that goes on and on; cut off at {@link SimServer#ENDLESS_BYTES} and {@link
     * SimWebOptions#stalledFor()}.
     */
    ENDLESS(false),
    /** 503 with Retry-After for the first one or two attempts, then fine. */
    UNAVAILABLE(true),
    /**
     * Share of hosts: connections end without an answer until {@link SimWebOptions#downFor()} after
     * the first contact.
     */
    DOWN(true),
    /**
     * Share of hosts, never host 0: robots.txt is answered with 500 for ever, so nothing may be
     * fetched there.
     */
    ROBOTS_BROKEN(false),
    /** Share of hosts: their first name query is answered SERVFAIL or not at all. */
    DNS_FLAKY(true),
    /**
     * Share of hosts: an endless space hangs from the first page: a calendar, a path that repeats
     * itself or session ids.
     */
    TRAP(true),

    // Those below are not part of SimWebOptions.withFaults.

    /** The connection is lost in the middle of the body at the first attempt, then it is fine. */
    CUT_ONCE(true),
    /**
     * Share of hosts: the first page links to three pages of an origin {@code https://HOST:PORT}
     * where connections are refused.
     */
    DEAD_ORIGIN(false),
    /** Share of hosts: the first page links to a section of twelve pages that answer 500. */
    BROKEN_SECTION(false),
    /** Share of hosts: the pages of that section answer 503 with Retry-After for ever. */
    UNAVAILABLE_SECTION(false),
    /** Share of hosts: each page of that section answers 429 with Retry-After once. */
    LIMITED_SECTION(true),
    /**
     * Share of hosts: the pages of that section are never answered; the connection is closed after
     * {@link SimWebOptions#stalledFor()}.
     */
    HANGING_SECTION(false),
    /** Share of hosts: robots.txt drips out over {@link SimWebOptions#slowFor()}. */
    SLOW_ROBOTS(true),
    /**
     * Share of hosts, never host 0: no request is ever answered, so nothing may be fetched there.
     */
    SILENT(false),
    /** Share of hosts, never host 0: queries for their names are never answered. */
    DNS_SILENT(false);

    private final boolean heals;

    SimFault(boolean heals) {
        this.heals = heals;
    }

    /** Whether {@link SimWebOptions#withFaults} turns it on. */
    boolean isInMix() {
        return compareTo(TRAP) <= 0;
    }

    /** Whether a patient crawler gets the page in the end. */
    public boolean heals() {
        return heals;
    }
}
