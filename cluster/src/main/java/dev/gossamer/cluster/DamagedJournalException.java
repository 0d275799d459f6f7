package dev.gossamer.cluster;

import java.io.IOException;

/**
 * The failure that a record in the journal of a shard is not what an owner wrote. Its shard stays
 * where it is, and can be taken by nobody until an operator has looked at it.
 */
final class DamagedJournalException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedJournalException(String message) {
        super(message);
    }
}
