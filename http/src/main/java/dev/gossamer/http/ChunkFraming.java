package dev.gossamer.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * The chunk framing of a body (RFC 9112 section 7.1), read in pieces as they come. The one reader
 * of it: a fetch only looks for the end, because the archive keeps the framing; a digest and a
 * decoder take the data out.
 *
 * <pre>
 * while ((count = framing.next(piece)) &gt; 0) {
 *     // count bytes of data begin at piece.position()
 *     piece.position(piece.position() + count);
 * }
 * </pre>
 *
 * A line may end with LF alone, chunk extensions and trailers are passed over. What breaks the
 * framing otherwise ends it: {@link #isBad}.
 */
public final class ChunkFraming {
    private enum State {
        SIZE,
        EXTENSION,
        DATA,
        AFTER_DATA,
        TRAILER,
        DONE,
        BAD
    }

    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};

    /** More than any body has, and too few to overflow. */
    private static final int MAX_DIGITS = 15;

    private State state = State.SIZE;

    /** Of the chunk's data. */
    private long left;

    private int digits;

    /** Of the current trailer line, its CR not counted. */
    private int lineBytes;

    /** Returns a body framed as one chunk and the last one, which is empty. */
    public static byte[] oneChunk(byte[] body) {
        var framed = new ByteArrayOutputStream(body.length + 32);
        if (body.length > 0) {
            framed.writeBytes((Integer.toHexString(body.length) + "\r\n").getBytes(US_ASCII));
            framed.writeBytes(body);
            framed.writeBytes(LINE_END);
        }
        framed.writeBytes(LAST_CHUNK);
        return framed.toByteArray();
    }

    /** Gets ready for the next body. */
    public void reset() {
        state = State.SIZE;
        left = 0;
        digits = 0;
        lineBytes = 0;
    }

    /** Returns whether the body and its trailers are whole. */
    public boolean isDone() {
        return state == State.DONE;
    }

    /** Returns whether the last chunk has begun: no data comes after it, perhaps trailers. */
    public boolean isAtLastChunk() {
        return state == State.TRAILER || state == State.DONE;
    }

    /** Returns whether the bytes were not framed as they must be. A body that is cut is not bad. */
    public boolean isBad() {
        return state == State.BAD;
    }

    /**
     * Passes over framing up to the next data.
     *
     * @return how many bytes of data begin at the position of {@code piece}; the caller passes over
     *     them before the next call. Zero where there are none: the piece is used up, or its
     *     position is behind the body, or behind the byte that broke the framing.
     */
    public int next(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            switch (state) {
                case DATA -> {
                    int count = (int) Math.min(left, piece.remaining());
                    left -= count;
                    if (left == 0) state = State.AFTER_DATA;
                    return count;
                }
                case SIZE -> size(piece.get());
                case EXTENSION -> extension(piece);
                case AFTER_DATA -> afterData(piece.get());
                case TRAILER -> trailer(piece.get());
                case DONE, BAD -> {
                    return 0;
                }
            }
        }
        return 0;
    }

    private void size(byte b) {
        int digit = digit(b);
        if (digit >= 0) {
            left = left << 4 | digit;
            if (++digits > MAX_DIGITS) state = State.BAD;
        } else if (digits == 0) {
            state = State.BAD;
        } else if (b == '\n') {
            endOfSizeLine();
        } else {
            boolean mayFollow = b == ';' || b == '\r' || HeadLines.isBlank(b);
            state = mayFollow ? State.EXTENSION : State.BAD;
        }
    }

    private static int digit(byte b) {
        if (b >= '0' && b <= '9') return b - '0';
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    private void extension(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            if (piece.get() == '\n') {
                endOfSizeLine();
                return;
            }
        }
    }

    private void endOfSizeLine() {
        digits = 0;
        state = left == 0 ? State.TRAILER : State.DATA;
    }

    private void afterData(byte b) {
        if (b == '\n') state = State.SIZE;
        else if (b != '\r') state = State.BAD;
    }

    private void trailer(byte b) {
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
