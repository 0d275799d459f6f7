package dev.gossamer.frontier;

/** Why the frontier let go of a URL without an answer. The codes are on disk. */
public enum DropReason {
    /** robots.txt forbids it. */
    ROBOTS(1),
    /** Its host has given as many pages as it may. */
    PAGE_LIMIT(2),
    /** A filter, the scope or a limit forbids it now, though it did not when it was found. */
    FILTER(6),
    /**
     * Its host or domain has as many URLs, origins or hosts as one may, or the state on disk has as
     * many bytes.
     */
    BUDGET(7),
    /** An operator blocked its host and let go of what waited for it. */
    BLOCKED(8);

    final int code;

    DropReason(int code) {
        this.code = code;
    }
}
