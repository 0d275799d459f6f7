package dev.gossamer.fetch;

import io.netty.util.ByteProcessor;

/** Finds the empty line that ends a head, across as many reads as it takes. */
final class HeadEnd implements ByteProcessor {
    private boolean isLineEmpty;

    void reset() {
        isLineEmpty = false;
    }

    /** False at the last byte of the empty line. */
    @Override
    public boolean process(byte b) {
        if (b == '\n') {
            if (isLineEmpty) return false;
            isLineEmpty = true;
        } else if (b != '\r') {
            isLineEmpty = false;
        }
        return true;
    }
}
