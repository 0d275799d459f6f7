package dev.gossamer.store;

import java.io.IOException;
import java.util.zip.Deflater;

/** A raw deflate stream into a file, one after another. Owned by one writer. */
sealed interface DeflateStream {
    /** Level 1 is our own; higher ones are zlib's. */
    static DeflateStream of(int level) {
        return level == 1 ? new Fast() : new Zlib(new Deflater(level, true));
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

    /** Gathers a block at a time; most records are one. */
    final class Fast implements DeflateStream {
        private final FastDeflater deflater = new FastDeflater();
        private final byte[] block = new byte[FastDeflater.MAX_BLOCK + FastDeflater.PADDING];
        private int length;

        @Override
        public void reset() {
            deflater.reset();
            length = 0;
        }

        @Override
        public void write(byte[] bytes, int from, int count, OpenFile into) throws IOException {
            for (int done = 0; done < count; ) {
                if (length == FastDeflater.MAX_BLOCK) endBlock(false, into);
                int n = Math.min(FastDeflater.MAX_BLOCK - length, count - done);
                System.arraycopy(bytes, from + done, block, length, n);
                length += n;
                done += n;
            }
        }

        private void endBlock(boolean isLast, OpenFile into) throws IOException {
            deflater.block(block, length, isLast);
            length = 0;
            take(into);
        }

        private void take(OpenFile into) throws IOException {
            var out = deflater.output();
            into.put(out.bytes(), 0, out.length());
            out.taken();
        }

        @Override
        public void flush(OpenFile into) throws IOException {
            if (length > 0) endBlock(false, into);
            deflater.flush();
            take(into);
        }

        @Override
        public void finish(OpenFile into) throws IOException {
            endBlock(true, into);
        }

        @Override
        public void close() {}
    }
}
