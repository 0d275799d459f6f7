package dev.gossamer.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.ZipException;

/**
 * The data of a chunked body. Reads its source in blocks, never byte by byte: a body may lie in a
 * file, and consist of framing alone. A body that ends early gives what it has and then throws an
 * {@link EOFException}.
 */
final class ChunkedInputStream extends BlockInputStream {
    private static final int BLOCK_BYTES = 8192;

    private final InputStream in;
    private final ChunkFraming framing = new ChunkFraming();
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).limit(0);

    /** Data at the position of the block that was not handed out yet. */
    private int ready;

    ChunkedInputStream(InputStream in) {
        this.in = in;
    }

    /** Gathers the data of as many chunks as the block holds. */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (!findData()) return -1;
        int count = 0;
        while (ready > 0 && count < length) {
            int part = Math.min(ready, length - count);
            block.get(into, offset + count, part);
            ready -= part;
            count += part;
            if (ready == 0) ready = framing.next(block);
        }
        return count;
    }

    /** Returns whether there is data; false at the end of the body. */
    private boolean findData() throws IOException {
        while (ready == 0) {
            if (framing.isAtLastChunk()) return false;
            if (framing.isBad()) throw new ZipException("bad chunk");
            if (!block.hasRemaining()) {
                int count = in.read(block.array(), 0, BLOCK_BYTES);
                if (count < 0) throw new EOFException("body ends inside its framing");
                block.position(0).limit(count);
            }
            ready = framing.next(block);
        }
        return true;
    }

    /** Lets a decoder that wraps this one know that there is more. */
    @Override
    public int available() {
        return framing.isAtLastChunk() && ready == 0 ? 0 : 1;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
