package dev.gossamer.index;

/** A search that cannot be understood. The message is one line for whoever typed it. */
public final class BadQueryException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    BadQueryException(String message) {
        super(message);
    }
}
