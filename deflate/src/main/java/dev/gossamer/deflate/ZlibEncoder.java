package dev.gossamer.deflate;

import java.io.IOException;
import java.util.zip.Deflater;

/** The encoder that every JDK has. */
record ZlibEncoder(Deflater deflater) implements DeflateEncoder {
    @Override
    public void reset() {
        deflater.reset();
    }

    @Override
    public void write(byte[] bytes, int from, int length, Sink into) throws IOException {
        deflater.setInput(bytes, from, length);
        while (!deflater.needsInput()) deflater.deflate(into.room());
    }

    @Override
    public void flush(Sink into) throws IOException {
        // A flush is complete when it leaves room in the buffer.
        boolean isComplete = false;
        while (!isComplete) {
            var room = into.room();
            deflater.deflate(room, Deflater.SYNC_FLUSH);
            isComplete = room.hasRemaining();
        }
    }

    @Override
    public void finish(Sink into) throws IOException {
        deflater.finish();
        while (!deflater.finished()) deflater.deflate(into.room());
    }

    @Override
    public void close() {
        deflater.end();
    }
}
