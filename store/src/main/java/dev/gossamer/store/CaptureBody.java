package dev.gossamer.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of a body, in memory or in a file. A store reads them within {@link Store#write} and
 * not after.
 */
public sealed interface CaptureBody {
    long bytes();

    /** Feeds the whole body to {@code into}, piece by piece. */
    void feed(ByteSink into) throws IOException;

    record InMemory(byte[] content) implements CaptureBody {
        @Override
        public long bytes() {
            return content.length;
        }

        @Override
        public void feed(ByteSink into) throws IOException {
            into.accept(content, 0, content.length);
        }
    }

    /**
     * A body too large for memory.
     *
     * @param bytes the file's length; a file that turns out shorter or longer is an error
     */
    record InFile(Path file, long bytes) implements CaptureBody {
        private static final int PIECE = 1 << 16;

        @Override
        public void feed(ByteSink into) throws IOException {
            long left = bytes;
            try (var in = Files.newInputStream(file)) {
                byte[] piece = new byte[PIECE];
                for (int n = in.read(piece); n > 0; n = in.read(piece)) {
                    left -= n;
                    if (left < 0) break;
                    into.accept(piece, 0, n);
                }
            }
            if (left != 0) {
                throw new IOException(file + ": not " + bytes + " bytes long as announced");
            }
        }
    }

    /** Takes a run of bytes; they may change after it returns. */
    @FunctionalInterface
    interface ByteSink {
        void accept(byte[] bytes, int from, int length) throws IOException;
    }
}
