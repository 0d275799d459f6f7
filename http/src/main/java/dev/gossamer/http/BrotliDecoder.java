package dev.gossamer.http;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.ZipException;

/**
 * The content of a stream in the format of RFC 7932. The stream that brotli4j offers fills the
 * caller's array before it returns, and so loses all of it when the input breaks off; this one
 * gives what it has first. Native memory is held until {@link #close}.
 */
final class BrotliDecoder extends BlockInputStream {
    private static final int BLOCK_BYTES = 8192;

    private final InputStream in;
    private final DecoderJNI.Wrapper decoder;
    private final byte[] block = new byte[BLOCK_BYTES];

    /** Native memory that the next call of the decoder may change. */
    private ByteBuffer output = ByteBuffer.allocate(0);

    private boolean isClosed;

    BrotliDecoder(InputStream in) throws IOException {
        this.in = in;
        decoder = new DecoderJNI.Wrapper(BLOCK_BYTES);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (isClosed) throw new IOException("closed");
        if (!findOutput()) return -1;
        int count = Math.min(length, output.remaining());
        output.get(into, offset, count);
        return count;
    }

    /** Returns whether there is output; false at the end of the content. */
    private boolean findOutput() throws IOException {
        while (!output.hasRemaining()) {
            switch (decoder.getStatus()) {
                case DONE -> {
                    return false;
                }
                case OK -> decoder.push(0);
                case NEEDS_MORE_OUTPUT -> output = decoder.pull();
                case NEEDS_MORE_INPUT -> {
                    if (decoder.hasOutput()) output = decoder.pull();
                    else fill();
                }
                case ERROR -> throw new ZipException("bad brotli stream");
            }
        }
        return true;
    }

    private void fill() throws IOException {
        int count = in.read(block, 0, BLOCK_BYTES);
        if (count < 0) throw new EOFException("brotli stream ends early");
        decoder.getInputBuffer().clear().put(block, 0, count);
        decoder.push(count);
    }

    @Override
    public void close() throws IOException {
        if (isClosed) return;
        isClosed = true;
        decoder.destroy();
        in.close();
    }
}
