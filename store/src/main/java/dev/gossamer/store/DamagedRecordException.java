package dev.gossamer.store;

import java.io.IOException;

/** The failure that a record of a file cannot be read, although the disk can. */
final class DamagedRecordException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedRecordException(String message) {
        super(message);
    }

    DamagedRecordException(String what, long at) {
        super(what + " at " + at);
    }
}
