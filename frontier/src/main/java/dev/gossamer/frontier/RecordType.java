package dev.gossamer.frontier;

/** What a record says; docs/frontier-format.md tells what is in it. The codes are on disk. */
enum RecordType {
    /** A new URL was queued. */
    QUEUED(1),
    /** A URL was taken in; whether it is new is to be found out. */
    FOUND(2),
    /** Which of the URLs that were FOUND since the last CHECKED are new, and queued. */
    CHECKED(3),
    /** A request to a server was given out. */
    BEGAN(4),
    /** A task ended; carries the host's pace after it. */
    ENDED(5),
    /** The first URL of an origin was dropped. */
    DROPPED(6),
    /** Every URL of a host that was not parked was dropped. */
    DROPPED_ALL(7),
    /** A new process took over at a time: what was under way was queued again. */
    RESUMED(8),
    /** A URL that waits got a better priority: it is queued once more, its old entry is stale. */
    PROMOTED(9),
    /** What is known of an origin changed; in a snapshot, what is known of it. */
    ORIGIN(10),
    /** The first URL of an origin was given up for now. */
    PARKED(11),
    /** What was parked of an origin is tried again. */
    REVIVED(12),
    /** The journal is on the disk up to an offset. */
    SYNCED(13),
    /** The seed of all fingerprints of this frontier. */
    SEED(14),
    /** A URL that was under way at RESUMED has a new number; RESUMED gave it, this tells of it. */
    REQUEUED(15),
    /** Which rules kept how many URLs out, so far; the count goes on from here. */
    LEFT_OUT(29),
    /** A new URL waits outside, as there is no place for its host in memory. */
    HELD(30),
    /** The first URL that waits at a door comes in, or is dropped there. */
    ADMITTED(31),
    /** A host whose URLs are all parked left memory: they wait outside. */
    LEFT(32),
    /** What is parked outside is tried again. */
    ROOM_REVIVED(33),
    /** Pages whose links were owed to other shards owe them no more, the oldest first. */
    LINKED(36),

    /** Letters from other shards up to an offset were taken; also in snapshots. */
    INBOX(39),
    /** A numbered message to another shard, and its number. */
    SENT(40),
    /** A numbered message of another shard, and its number. */
    GOT(41),

    // In snapshots only.

    /** Numbers of the whole shard. */
    TOTALS(16),
    /** A host's pace; what else is known of it follows. */
    HOST(17),
    /** URLs of the origin, of one priority. */
    LANE(18),
    /** A URL of the origin whose request did not come to an end. */
    RETURNED(19),
    /** A request to the host that is under way. */
    UNDER_WAY(20),
    /** An address that may not be asked before a time. */
    ADDRESS(21),
    /** A registered domain that may not be asked before a time. */
    DOMAIN(22),
    /** A file of fingerprints. */
    RUN(23),
    /** Fingerprints that are in no such file. */
    SEEN(24),
    /** Nothing is missing. */
    END(25),
    /** Numbers of the origin's entries that are stale. */
    STALE(26),
    /** Waiting URLs whose priority can still become better. */
    PROMOTABLE(27),
    /** Page counts of hosts that left memory. */
    FORGOTTEN(28),
    /** URLs that wait outside, at one door. */
    ROOM(34),
    /** How many of them there are, and of which domains. */
    ROOM_COUNTS(35),
    /** A page whose links may not be on disk in other shards. */
    OWED(37),
    /** How many of the URLs that were new came from each source. */
    SOURCES(38),
    /** A place that the shard has, or has asked for. */
    PLACE(42),
    /** A place that the shard keeps: who has it, and who asks for it. */
    KEPT_PLACE(43),
    /** How many messages went to each shard and came from it, and which may not have arrived. */
    CORRESPONDENCE(44);

    final int code;

    RecordType(int code) {
        this.code = code;
    }
}
