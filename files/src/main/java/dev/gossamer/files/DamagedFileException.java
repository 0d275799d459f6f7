package dev.gossamer.files;

import java.io.IOException;

/**
 * The failure that a file does not hold what was written to it. Reading it again does not help: the
 * file must be repaired, replaced or built anew.
 */
public final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * @param place the path of the file
     */
    public DamagedFileException(String place, long offset) {
        super(place + " is damaged at offset " + offset);
    }

    /**
     * @param place the path of the file
     * @param what is wrong at that offset
     */
    public DamagedFileException(String place, long offset, String what) {
        super(place + " is damaged at offset " + offset + ": " + what);
    }
}
