package dev.gossamer.files;

import java.io.IOException;

/**
 * The failure that a disk belongs to another process by now, or that nobody can tell what of the
 * last writes it took. Trying again does not help: who wrote there must begin anew with what the
 * disk holds.
 */
public final class DiskLostException extends IOException {
    private static final long serialVersionUID = 1;

    public DiskLostException(String message) {
        super(message);
    }

    public DiskLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
