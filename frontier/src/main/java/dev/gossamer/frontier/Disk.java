package dev.gossamer.frontier;

import java.io.IOException;
import java.util.List;

/**
 * The directory that a frontier keeps its files in. Tests have one that forgets, tears and fills.
 */
interface Disk {
    List<String> list() throws IOException;

    /** An empty file, in place of any that was there. */
    File create(String name) throws IOException;

    File open(String name) throws IOException;

    void delete(String name) throws IOException;

    /** Replaces any file that has the new name; all or nothing, also in a crash. */
    void rename(String from, String to) throws IOException;

    /** Waits until new names, renames and deletions are on the disk. */
    void syncNames() throws IOException;

    /** For messages: where the file is. */
    String place(String name);

    /** An open file; reads and writes at a place that the caller names. */
    interface File extends AutoCloseable {
        long bytes() throws IOException;

        /** Reads {@code length} bytes, or fewer where the file ends. */
        int read(long offset, byte[] to, int at, int length) throws IOException;

        void write(long offset, byte[] from, int at, int length) throws IOException;

        void truncate(long bytes) throws IOException;

        /** Waits until what was written is on the disk. */
        void sync() throws IOException;

        @Override
        void close() throws IOException;
    }
}
