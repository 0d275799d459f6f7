package dev.gossamer.store;

import java.io.IOException;

/**
 * Takes the chunk framing (RFC 9112 section 7.1) off a body that comes in pieces and hands on what
 * is inside. Bytes that break the framing end it: {@link #isSound} is false then.
 */
final class Dechunker implements WireBody.ByteSink {
    private enum State {
        SIZE,
        EXTENSION,
        DATA,
        DATA_END,
        TRAILER,
        BROKEN
    }

    private final WireBody.ByteSink into;
    private State state = State.SIZE;
    private long left;
    private int digits;

    Dechunker(WireBody.ByteSink into) {
        this.into = into;
    }

    /** Whether all that came so far was framed rightly; a body cut in the middle still is. */
    boolean isSound() {
        return state != State.BROKEN;
    }

    @Override
    public void accept(byte[] bytes, int from, int length) throws IOException {
        int end = from + length;
        int at = from;
        while (at < end) {
            if (state == State.DATA) {
                int n = (int) Math.min(left, end - at);
                into.accept(bytes, at, n);
                at += n;
                left -= n;
                if (left == 0) state = State.DATA_END;
            } else {
                step(bytes[at++]);
            }
        }
    }

    private void step(byte b) {
        switch (state) {
            case SIZE -> size(b);
            case EXTENSION -> {
                if (b == '\n') endOfSizeLine();
            }
            case DATA_END -> {
                if (b == '\n') state = State.SIZE;
                else if (b != '\r') state = State.BROKEN;
            }
            case DATA, TRAILER, BROKEN -> {}
        }
    }

    private void size(byte b) {
        int digit = Character.digit((char) (b & 0xff), 16);
        if (digit >= 0 && digits < 15) {
            left = left << 4 | digit;
            digits++;
        } else if (digits == 0 || digit >= 0) {
            state = State.BROKEN;
        } else if (b == '\n') {
            endOfSizeLine();
        } else if (b == ';' || b == '\r' || b == ' ' || b == '\t') {
            state = State.EXTENSION;
        } else {
            state = State.BROKEN;
        }
    }

    private void endOfSizeLine() {
        digits = 0;
        state = left == 0 ? State.TRAILER : State.DATA;
    }
}
