package dev.gossamer.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory whose files are created, written in place and renamed. Production code uses {@link
 * DirectoryDisk}; tests use disks that fill up, fail, or lose what was not synced.
 */
public interface Disk {
    /** Opens the disk of a directory. A test passes one in whose disks fail. */
    @FunctionalInterface
    interface Opener {
        /** Returns the disk of a directory, which is created where it is missing. */
        Disk at(Path directory) throws IOException;
    }

    /** Returns the names of all files, sorted. */
    List<String> list() throws IOException;

    /** Creates an empty file, in place of any that was there. */
    File create(String name) throws IOException;

    /** Opens a file that exists. */
    File open(String name) throws IOException;

    /** Deletes a file, if it is there. */
    void delete(String name) throws IOException;

    /** Replaces any file that has the new name; all or nothing, also in a crash. */
    void rename(String from, String to) throws IOException;

    /** Waits until new names, renames and deletions are on the disk. */
    void syncNames() throws IOException;

    /** Returns where the file is, for messages. */
    String place(String name);

    /** An open file; reads and writes at a place that the caller names. */
    interface File extends AutoCloseable {
        /** Returns the length of the file. */
        long bytes() throws IOException;

        /** Reads {@code length} bytes, or fewer where the file ends. */
        int read(long offset, byte[] to, int at, int length) throws IOException;

        /** Writes all that remains in the buffer. When it throws, a part may be written. */
        void write(long offset, ByteBuffer from) throws IOException;

        /** Writes a part of an array, as {@link #write(long, ByteBuffer)} does. */
        default void write(long offset, byte[] from, int at, int length) throws IOException {
            write(offset, ByteBuffer.wrap(from, at, length));
        }

        /** Cuts the file; a shorter one stays as it is. */
        void truncate(long bytes) throws IOException;

        /** Waits until what was written is on the disk. */
        void sync() throws IOException;

        @Override
        void close() throws IOException;
    }
}
