package dev.gossamer.frontier;

/**
 * How many bytes the state may take on disk, and how many it takes. From three quarters of the
 * limit on, domains that hold at least an even share of all queued URLs get no new ones; near the
 * limit nobody does. So a trap fills three quarters, and what is left is for all others.
 *
 * <p>Old journals, which only tell what happened, may take a half and go before anything is
 * refused. The last eighth is for what takes room for a while: a snapshot that is being written,
 * runs that are being merged.
 */
final class DiskBudget {
    enum Room {
        AMPLE,
        SCARCE,
        NONE
    }

    /** A segment of queues takes at most so much of the limit, so that it can go before long. */
    private static final int SEGMENT_PART = 16;

    private static final long LARGEST_SEGMENT = 64L << 20;

    /** A URL is written to the journal, and later to a segment of its queue. */
    private static final int COPIES = 2;

    /** What URLs of hosts that have no place in memory may take. */
    private static final int WAITING_ROOM_PART = 8;

    private final long limit;
    private long used;

    DiskBudget(long limit) {
        this.limit = limit;
    }

    /** The files take so many bytes now. */
    void measured(long bytes) {
        used = bytes;
    }

    /** A URL of so many bytes was taken in since. */
    void queued(int bytes) {
        used += (long) COPIES * bytes;
    }

    long used() {
        return used;
    }

    Room room() {
        if (used < limit / 4 * 3) return Room.AMPLE;
        return used < limit / 8 * 7 ? Room.SCARCE : Room.NONE;
    }

    /** Whether old journals must go. */
    boolean isHistoryTooLarge() {
        return used > limit / 2;
    }

    /** The longest that a journal may become. */
    long journalBytes() {
        return limit / 8;
    }

    /** The most that URLs may take whose hosts have no place in memory. */
    long waitingRoomBytes() {
        return limit / WAITING_ROOM_PART;
    }

    long segmentBytes() {
        return Math.min(LARGEST_SEGMENT, limit / SEGMENT_PART);
    }

    /** Whether a snapshot is worth its trouble because it lets so many bytes go. */
    boolean isWorthACheckpoint(long reclaimableBytes) {
        return room() != Room.AMPLE && reclaimableBytes > limit / SEGMENT_PART;
    }
}
