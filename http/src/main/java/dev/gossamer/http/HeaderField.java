package dev.gossamer.http;

/** A header field. Neither part may hold a line end: that would begin another field. */
public record HeaderField(String name, String value) {
    public HeaderField {
        if (!isField(name, value)) {
            throw new IllegalArgumentException("not a header field: " + name + ": " + value);
        }
    }

    /** Returns whether these two make a field. */
    static boolean isField(String name, String value) {
        return !name.isEmpty() && !holdsLineEnd(name) && !holdsLineEnd(value);
    }

    private static boolean holdsLineEnd(String text) {
        return text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0 || text.indexOf('\0') >= 0;
    }
}
