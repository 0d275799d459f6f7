package dev.gossamer.files;

/**
 * The parts of a process that may grow with the heap, each with its share. All memory whose size
 * depends on the crawl is bounded by one of these, so this table is the place to look at when the
 * heap is too small, and {@code docs/memory.md} prints it.
 *
 * <p>A share is one unit (a byte, a URL, a host) for each {@link #heapBytesEach} bytes of heap,
 * within bounds that hold for every heap. A unit other than a byte costs less than its share: hosts
 * and links come in bursts, and the numbers leave room for what is made while they are handled.
 */
public enum HeapShare {
    /** Bodies of answers that were not archived yet; beyond that they go to files. */
    BODIES("bytes", 8, 0, Long.MAX_VALUE),
    /** The decoded content of one page or sitemap; each processor reads one at a time. */
    CONTENT("bytes", 64, 1 << 20, Long.MAX_VALUE),
    /** Links of one page: one takes half a kilobyte, and several pages are read at once. */
    LINKS_OF_A_PAGE("links", 16 << 10, 1_000, 50_000),
    /** Entries of queues; the middle of a long queue is on disk. */
    QUEUES("bytes", 8, 0, Long.MAX_VALUE),
    /** Hosts: one takes about three kilobytes. Those beyond wait on disk. */
    HOSTS("hosts", 16 << 10, 0, Long.MAX_VALUE),
    /** Hosts beyond which those with nothing to do are forgotten. */
    IDLE_HOSTS("hosts", 32 << 10, 0, Long.MAX_VALUE),
    /** Rules of robots.txt; beyond that those not used for longest are asked for again. */
    RULES("bytes", 32, 0, Long.MAX_VALUE),
    /** Fingerprints of seen URLs not written to disk yet: 30 bytes, and as many for sorting. */
    SEEN("URLs", 512, 0, Long.MAX_VALUE),
    /** The cache of fingerprints that are on disk. */
    SEEN_CACHE("bytes", 16, 0, Long.MAX_VALUE),
    /** Waiting URLs whose priority an order that learns can change: one takes 24 bytes. */
    PROMOTABLE("URLs", 256, 0, Long.MAX_VALUE),
    /** URLs that {@code gossamer retry} collects from the log; the rest wait for the next one. */
    RETRIED("URLs", 4096, 0, Long.MAX_VALUE),
    /** URLs whose depth is known when a frontier is built anew from the log: 16 bytes each. */
    LOGGED_DEPTHS("URLs", 256, 0, 1 << 29),
    /** Contents and titles that a report compares with each other: 24 bytes each, twice. */
    REPORTED("texts", 256, 0, 1 << 27),
    /** Failed requests that are held against links; of those beyond nobody is told who links. */
    FAILED_REQUESTS("URLs", 2048, 1_000, 1 << 27),
    /** Archived pages that a server rewrites and sends; who comes beyond is asked to wait. */
    ANSWERS("bytes", 4, 0, Long.MAX_VALUE),
    /** The record of an earlier crawl that a worker compares with an answer. */
    KNOWN_RECORD("bytes", 256, 1 << 16, 1 << 20),
    /** The array that a reader of the archive keeps for its next record. */
    UNPACKED_RECORD("bytes", 32, 1 << 16, 1 << 28),
    /** Characters of URLs and texts in the segment of the link graph that is being filled. */
    LINK_BUFFER("characters", 64, 1 << 20, 1 << 23),
    /** The segment of the search index that is being filled; a larger one is not faster. */
    INDEX_BUFFER("bytes", 16, 4 << 20, 64 << 20),
    /** PageRank, which is left out where it needs more. */
    RANKS("bytes", 4, 0, Long.MAX_VALUE);

    private final String unit;
    private final long heapBytesEach;
    private final long least;
    private final long most;

    HeapShare(String unit, long heapBytesEach, long least, long most) {
        this.unit = unit;
        this.heapBytesEach = heapBytesEach;
        this.least = least;
        this.most = most;
    }

    /** Returns the share in the heap of this process, in units. */
    public long here() {
        return of(Runtime.getRuntime().maxMemory());
    }

    /** Returns {@link #here} for what is counted by an int. */
    public int count() {
        return (int) Math.min(Integer.MAX_VALUE, here());
    }

    /** Returns the share in a heap of this size, in units. */
    public long of(long heapBytes) {
        return Math.clamp(heapBytes / heapBytesEach, least, most);
    }

    /** Returns the word for one of what is counted, in the plural. */
    public String unit() {
        return unit;
    }

    /** Returns how many bytes of heap there must be for each unit. */
    public long heapBytesEach() {
        return heapBytesEach;
    }
}
