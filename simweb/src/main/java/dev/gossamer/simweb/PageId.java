package dev.gossamer.simweb;

/**
 * One URL of the simulated web in a long: host (24 bits), {@link Space} (5 bits), number within the
 * space (35 bits). Walks over millions of URLs and the server's log hold these instead of strings.
 */
final class PageId {
    /** What a path leads to where there is nothing. */
    static final long NONE = -1;

    private static final int NUMBER_BITS = 35;
    private static final int SPACE_BITS = 5;
    private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
    private static final Space[] SPACES = Space.values();

    /** The kinds of URLs that a host has. Number i of each is linked from page i, if it exists. */
    enum Space {
        PAGE,
        /** The same bytes as the page, under another path. */
        PRINT,
        REDIRECT,
        MISSING,
        FILE,
        IMAGE,
        /** Forbidden by robots.txt. */
        PRIVATE,
        /** Endless: any number exists. */
        TRAP,
        ROBOTS,
        /** A page of the live origin at the host's second port. */
        BESIDE,
        /** Forbidden by the robots.txt of the second port. */
        BESIDE_PRIVATE,
        BESIDE_ROBOTS,
        /** A page of an origin where nothing listens. */
        DEAD,
        /** A page of the section of a site that answers with failures. */
        SECTION,
        /** A redirect to a first page, which nothing links to: for seeds. */
        FRONT,
        /** A page that only a sitemap names. */
        LISTED,
        /** The sitemap of a host; those that it names if it is an index. */
        SITEMAP,
        /** A page that only the header field Link of a page names. */
        NEXT,
        /** The style sheet of a page. */
        SHEET,
        /** A style sheet that only the one of the page imports. */
        IMPORTED,
        /** An image that only a style sheet names. */
        SHEET_IMAGE,
        /** An image that only an element style names. */
        PAGE_IMAGE,
        /** An image that only an attribute style names. */
        PART_IMAGE;

        /** Its place in an id, in a set of ids and in a log. */
        @SuppressWarnings("EnumOrdinal") // never leaves the process
        int index() {
            return ordinal();
        }
    }

    private PageId() {}

    static long of(int host, Space space, long number) {
        return (long) host << (NUMBER_BITS + SPACE_BITS)
                | (long) space.index() << NUMBER_BITS
                | number;
    }

    /** Whether it belongs to the origin at the second port of its host. */
    static boolean isBeside(long id) {
        if (id == NONE) return false;
        return switch (space(id)) {
            case BESIDE, BESIDE_PRIVATE, BESIDE_ROBOTS -> true;
            default -> false;
        };
    }

    static int host(long id) {
        return (int) (id >>> (NUMBER_BITS + SPACE_BITS));
    }

    static Space space(long id) {
        return SPACES[(int) (id >>> NUMBER_BITS) & ((1 << SPACE_BITS) - 1)];
    }

    static long number(long id) {
        return id & NUMBER_MASK;
    }
}
