package dev.gossamer.frontier;

/** Why the frontier let go of a URL without an answer. The codes are on disk. */
public enum Drop {
    /** robots.txt forbids it. */
    ROBOTS(1),
    /** Its host has given as many pages as it may. */
    PAGE_LIMIT(2),
    /** It failed as often as a URL may. */
    FAILED(3),
    /** Its host failed for so long that all its URLs were given up. */
    GAVE_UP(4),
    /** Its host's name has no address. */
    NO_ADDRESS(5);

    final int code;

    Drop(int code) {
        this.code = code;
    }
}
