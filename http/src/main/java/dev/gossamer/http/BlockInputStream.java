package dev.gossamer.http;

import java.io.IOException;
import java.io.InputStream;

/** A stream that is read in blocks; a single byte is a block of one. */
abstract class BlockInputStream extends InputStream {
    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public abstract int read(byte[] into, int offset, int length) throws IOException;
}
