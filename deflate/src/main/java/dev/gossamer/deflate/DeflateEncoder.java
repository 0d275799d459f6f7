package dev.gossamer.deflate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/** A raw deflate stream, one after another. Owned by one thread at a time. */
public sealed interface DeflateEncoder extends AutoCloseable permits IsaEncoder, ZlibEncoder {
    /** Where the compressed bytes go. */
    @FunctionalInterface
    interface Sink {
        /**
         * Returns a buffer with room for at least one byte. What is put there follows what was put
         * before.
         */
        ByteBuffer room() throws IOException;
    }

    /**
     * Returns an encoder of this level of zlib, or of one that compresses as well and is faster.
     */
    static DeflateEncoder of(int level) {
        if (level == 1) {
            var library = IsaLibrary.here();
            if (library.isPresent()) return new IsaEncoder(library.get());
        }
        return new ZlibEncoder(new Deflater(level, true));
    }

    /** Begins a new stream. */
    void reset();

    /** Adds bytes to the stream. */
    void write(byte[] bytes, int from, int length, Sink into) throws IOException;

    /** Puts out everything that was written, up to a byte boundary, without ending the stream. */
    void flush(Sink into) throws IOException;

    /** Ends the stream. */
    void finish(Sink into) throws IOException;

    /** Frees what is not on the heap. */
    @Override
    void close();
}
