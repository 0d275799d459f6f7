package dev.gossamer.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * Takes chunk framing away (RFC 9112 section 7.1), as lenient as {@link ChunkScanner}. A body that
 * ends early gives what it has and then an {@link EOFException}.
 */
final class ChunkedInputStream extends InputStream {
    private final InputStream in;
    private long left;
    private boolean isFirst = true;
    private boolean isDone;

    ChunkedInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (left == 0 && !isDone) nextChunk();
        if (isDone) return -1;
        int count = in.read(into, offset, (int) Math.min(length, left));
        if (count < 0) throw new EOFException("body ends inside a chunk");
        left -= count;
        return count;
    }

    /** Lets a decoder that wraps this one know that there is more. */
    @Override
    public int available() throws IOException {
        return isDone ? 0 : 1;
    }

    private void nextChunk() throws IOException {
        if (!isFirst) readRestOfLine();
        isFirst = false;
        int digits = 0;
        int b = in.read();
        for (; Character.digit(b, 16) >= 0; b = in.read(), digits++) {
            if (digits > 15) throw new ZipException("chunk size too long");
            left = left << 4 | Character.digit(b, 16);
        }
        if (b < 0) throw new EOFException("body ends before a chunk");
        if (digits == 0) throw new ZipException("no chunk size");
        if (b != '\n') readRestOfLine();
        isDone = left == 0;
    }

    private void readRestOfLine() throws IOException {
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) throw new EOFException("body ends inside its framing");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
