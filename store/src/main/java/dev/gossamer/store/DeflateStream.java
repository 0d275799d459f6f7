package dev.gossamer.store;

import dev.gossamer.deflate.DeflateEncoder;
import java.io.IOException;
import java.util.zip.Deflater;

/** A raw deflate stream into a file, one after another. Owned by one writer. */
sealed interface DeflateStream {
    /** Level 1 is our own; higher ones are zlib's. */
    static DeflateStream of(int level) {
        return level == 1 ? new Fast(new DeflateEncoder()) : new Zlib(new Deflater(level, true));
    }

    void reset();

    void write(byte[] bytes, int from, int length, OpenFile into) throws IOException;

    /** Puts out all that was written, up to a byte boundary, without ending the stream. */
    void flush(OpenFile into) throws IOException;

    void finish(OpenFile into) throws IOException;

    /** Frees what is not on the heap. */
    void close();

    record Zlib(Deflater deflater) implements DeflateStream {
        @Override
        public void reset() {
            deflater.reset();
        }

        @Override
        public void write(byte[] bytes, int from, int length, OpenFile into) throws IOException {
            deflater.setInput(bytes, from, length);
            while (!deflater.needsInput()) deflater.deflate(into.room());
        }

        @Override
        public void flush(OpenFile into) throws IOException {
            // A sync flush is complete when it leaves room in the buffer.
            boolean isComplete = false;
            while (!isComplete) {
                var room = into.room();
                deflater.deflate(room, Deflater.SYNC_FLUSH);
                isComplete = room.hasRemaining();
            }
        }

        @Override
        public void finish(OpenFile into) throws IOException {
            deflater.finish();
            while (!deflater.finished()) deflater.deflate(into.room());
        }

        @Override
        public void close() {
            deflater.end();
        }
    }

    /** Our own compressor, which has no levels. */
    record Fast(DeflateEncoder encoder) implements DeflateStream {
        @Override
        public void reset() {
            encoder.reset();
        }

        @Override
        public void write(byte[] bytes, int from, int length, OpenFile into) throws IOException {
            encoder.write(bytes, from, length, into);
        }

        @Override
        public void flush(OpenFile into) throws IOException {
            encoder.flush(into);
        }

        @Override
        public void finish(OpenFile into) throws IOException {
            encoder.finish(into);
        }

        @Override
        public void close() {}
    }
}
