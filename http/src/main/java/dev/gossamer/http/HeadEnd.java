package dev.gossamer.http;

/** Finds the empty line that ends a head, across as many pieces as it comes in. */
public final class HeadEnd {
    private boolean isLineEmpty;

    /** Gets ready for the next head. */
    public void reset() {
        isLineEmpty = false;
    }

    /** Takes the next byte; returns true for the last byte of the empty line. */
    public boolean isAt(byte b) {
        if (b == '\n') {
            if (isLineEmpty) return true;
            isLineEmpty = true;
        } else if (b != '\r') {
            isLineEmpty = false;
        }
        return false;
    }

    /** Returns the index after the head of a message; its length where the head has no end. */
    public static int in(byte[] message) {
        var end = new HeadEnd();
        for (int at = 0; at < message.length; at++) {
            if (end.isAt(message[at])) return at + 1;
        }
        return message.length;
    }
}
