package dev.gossamer.fetch;

/** The ways in which a fetch fails. The name in lower case is what logs and status show. */
public enum Fault {
    /** The name does not exist. */
    NO_SUCH_HOST,
    /** The name servers did not answer, or answered with an error. */
    DNS_FAILED,
    /** Every address of the host is one the guard refuses. */
    FORBIDDEN_ADDRESS,
    /** No fetcher knows the scheme, or the URL cannot be written into a request line. */
    UNSUPPORTED_URL,
    CONNECT_REFUSED,
    CONNECT_TIMEOUT,
    /** No route, no free port, or another reason of the network's own. */
    CONNECT_FAILED,
    /** The proxy could not be reached, did not accept us, or could not reach the host. */
    PROXY_FAILED,
    TLS_FAILED,
    TLS_TIMEOUT,
    /** The server's certificate is expired, for another name, or of nobody we trust. */
    BAD_CERTIFICATE,
    FIRST_BYTE_TIMEOUT,
    IDLE_TIMEOUT,
    TOTAL_TIMEOUT,
    TOO_SLOW,
    /** The connection ended before the answer did. */
    CONNECTION_LOST,
    /** What came is not HTTP. */
    BAD_ANSWER,
    HEAD_TOO_LARGE,
    TOO_MANY_FIELDS,
    /** More 1xx answers than one may send before the real one. */
    TOO_MANY_INTERIM,
    /** As many connections are open as options allow. */
    TOO_MANY_CONNECTIONS,
    /** The body was too large for memory and could not be written to disk. */
    SPILL_FAILED,
    /** The fetcher was closed while it was under way. */
    CANCELLED,
    /** A mistake of ours, made an outcome so that the crawl goes on. */
    INTERNAL
}
