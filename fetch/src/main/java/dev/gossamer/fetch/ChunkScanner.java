package dev.gossamer.fetch;

import io.netty.buffer.ByteBuf;

/**
 * Finds the end of a chunked body (RFC 9112 section 7.1) without taking the framing away, because
 * the archive keeps it. A line may end with LF alone; trailers are passed over.
 */
final class ChunkScanner {
    private enum State {
        SIZE,
        REST_OF_LINE,
        DATA,
        AFTER_DATA,
        TRAILER,
        DONE,
        BAD
    }

    private State state = State.SIZE;
    private long size;
    private int digits;

    /** Bytes of the current trailer line, its CR left out. */
    private int lineBytes;

    void reset() {
        state = State.SIZE;
        size = 0;
        digits = 0;
        lineBytes = 0;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    boolean isBad() {
        return state == State.BAD;
    }

    /** The index after the last byte that belongs to the body; all of it unless done or bad. */
    int scan(ByteBuf buffer) {
        int at = buffer.readerIndex();
        int end = buffer.writerIndex();
        while (at < end && state != State.DONE && state != State.BAD) {
            if (state == State.DATA) {
                long step = Math.min(size, end - at);
                size -= step;
                at += (int) step;
                if (size == 0) state = State.AFTER_DATA;
            } else {
                take(buffer.getByte(at++));
            }
        }
        return at;
    }

    private void take(byte b) {
        switch (state) {
            case SIZE -> takeSize(b);
            case REST_OF_LINE -> {
                if (b == '\n') endSizeLine();
            }
            case AFTER_DATA -> {
                if (b == '\n') beginSize();
                else if (b != '\r') state = State.BAD;
            }
            case TRAILER -> takeTrailer(b);
            default -> throw new IllegalStateException(state.name());
        }
    }

    private void takeSize(byte b) {
        int digit = Character.digit(b, 16);
        if (digit >= 0) {
            size = size << 4 | digit;
            // Fifteen digits are more than any body and cannot overflow.
            if (++digits > 15) state = State.BAD;
        } else if (digits == 0) {
            state = State.BAD;
        } else if (b == '\n') {
            endSizeLine();
        } else {
            boolean mayFollow = b == ';' || b == '\r' || b == ' ' || b == '\t';
            state = mayFollow ? State.REST_OF_LINE : State.BAD;
        }
    }

    private void endSizeLine() {
        state = size == 0 ? State.TRAILER : State.DATA;
    }

    private void beginSize() {
        state = State.SIZE;
        digits = 0;
        size = 0;
    }

    private void takeTrailer(byte b) {
        if (b == 0) {
            state = State.BAD;
        } else if (b == '\n') {
            if (lineBytes == 0) state = State.DONE;
            lineBytes = 0;
        } else if (b != '\r') {
            lineBytes++;
        }
    }
}
