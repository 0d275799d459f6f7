package dev.gossamer.fetch;

/** The ways in which a fetch fails. The name in lower case is what logs and status show. */
public enum Fault {
    /** The name does not exist. */
    NO_SUCH_HOST,
    /** The name servers did not answer, or answered with an error. */
    DNS_FAILED,
    /** Every address of the host is one the guard refuses. */
    FORBIDDEN_ADDRESS,
    CONNECT_REFUSED,
    CONNECT_TIMEOUT,
    TLS_FAILED,
    FIRST_BYTE_TIMEOUT,
    IDLE_TIMEOUT,
    TOTAL_TIMEOUT,
    TOO_SLOW,
    /** The connection ended before the answer did. */
    CONNECTION_LOST,
    /** What came is not HTTP. */
    BAD_ANSWER,
    HEAD_TOO_LARGE,
    /** The fetcher was closed while it was under way. */
    CANCELLED
}
