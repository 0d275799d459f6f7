package dev.gossamer.frontier;

import java.io.IOException;

/** What a record says. The codes are on disk. */
enum RecordType {
    /** A URL was taken in and queued. */
    QUEUED(1),
    /** A request to a server was given out. */
    BEGAN(2),
    /** A task ended; carries the host's pace after it. */
    ENDED(3),
    /** The first URL of a host was dropped. */
    DROPPED(4),
    /** Every URL of a host was dropped. */
    DROPPED_ALL(5),
    /** In snapshots: numbers of the whole shard. */
    TOTALS(6),
    /** In snapshots: fingerprints of URLs seen. */
    SEEN(7),
    /** In snapshots: a host's pace; its URLs follow. */
    HOST(8),
    /** In snapshots: a URL that was tried before. */
    AGAIN(9),
    /** In snapshots: an address that may not be asked before a time. */
    ADDRESS(10),
    /** In snapshots: a registered domain that may not be asked before a time. */
    DOMAIN(11),
    /** In snapshots: nothing is missing. */
    END(12);

    final int code;

    RecordType(int code) {
        this.code = code;
    }

    static RecordType read(RecordReader in) throws IOException {
        int code = in.get();
        for (var type : values()) if (type.code == code) return type;
        throw in.damaged("record type " + code);
    }
}
