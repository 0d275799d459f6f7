package dev.gossamer.http;

/** The reason why a body is not whole, in the words of WARC-Truncated (WARC 1.1 section 5.13). */
public enum Truncation {
    /** Longer than it may be. */
    LENGTH,
    /** A time-out passed before its end. */
    TIME,
    /** The connection was lost before its end. */
    DISCONNECT,
    UNSPECIFIED
}
