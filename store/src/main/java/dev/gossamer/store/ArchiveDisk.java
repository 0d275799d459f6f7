package dev.gossamer.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where files are appended to. Tests put one in its place that runs full or breaks. */
interface ArchiveDisk {
    ArchiveDisk REAL = RealFile::open;

    /** Opens or creates the file, cut or grown to {@code bytes}, to append there. */
    Appender open(Path file, long bytes) throws IOException;

    interface Appender extends AutoCloseable {
        /** Writes all of it or throws. */
        void write(ByteBuffer bytes) throws IOException;

        void truncate(long bytes) throws IOException;

        void force() throws IOException;

        @Override
        void close() throws IOException;
    }

    record RealFile(FileChannel channel) implements Appender {
        static Appender open(Path file, long bytes) throws IOException {
            var channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                channel.truncate(bytes);
                channel.position(bytes);
                return new RealFile(channel);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) channel.write(bytes);
        }

        @Override
        public void truncate(long bytes) throws IOException {
            channel.truncate(bytes);
            channel.position(bytes);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
