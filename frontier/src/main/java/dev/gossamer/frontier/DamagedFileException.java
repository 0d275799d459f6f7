package dev.gossamer.frontier;

import java.io.IOException;

/**
 * A file of the frontier does not hold what was written to it. Trying again does not help, and to
 * go on without it would be another crawl.
 */
public final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedFileException(String place, long offset) {
        super(place + ": damaged at offset " + offset);
    }

    DamagedFileException(String place, long offset, String what) {
        super(place + ": damaged at offset " + offset + ": " + what);
    }
}
