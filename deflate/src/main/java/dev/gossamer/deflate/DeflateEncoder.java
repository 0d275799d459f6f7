package dev.gossamer.deflate;

import java.io.IOException;

/**
 * A raw deflate stream, one after another. It gathers a block of input at a time; most records of
 * an archive are one block. Owned by one thread.
 */
public final class DeflateEncoder {
    private final FastDeflater deflater = new FastDeflater();
    private final byte[] block = new byte[FastDeflater.MAX_BLOCK + FastDeflater.PADDING];
    private int length;

    /** Where the compressed bytes go. The array is used again afterwards. */
    @FunctionalInterface
    public interface Sink {
        void put(byte[] bytes, int from, int length) throws IOException;
    }

    /** Begins a new stream. */
    public void reset() {
        deflater.reset();
        length = 0;
    }

    /** Adds bytes to the stream. */
    public void write(byte[] bytes, int from, int count, Sink into) throws IOException {
        for (int done = 0; done < count; ) {
            if (length == FastDeflater.MAX_BLOCK) endBlock(false, into);
            int n = Math.min(FastDeflater.MAX_BLOCK - length, count - done);
            System.arraycopy(bytes, from + done, block, length, n);
            length += n;
            done += n;
        }
    }

    private void endBlock(boolean isLast, Sink into) throws IOException {
        deflater.block(block, length, isLast);
        length = 0;
        take(into);
    }

    private void take(Sink into) throws IOException {
        var out = deflater.output();
        into.put(out.bytes(), 0, out.length());
        out.taken();
    }

    /** Puts out everything that was written, up to a byte boundary, without ending the stream. */
    public void flush(Sink into) throws IOException {
        if (length > 0) endBlock(false, into);
        deflater.flush();
        take(into);
    }

    /** Ends the stream. */
    public void finish(Sink into) throws IOException {
        endBlock(true, into);
    }
}
