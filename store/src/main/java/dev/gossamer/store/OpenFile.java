package dev.gossamer.store;

import dev.gossamer.deflate.DeflateEncoder;
import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A file being written: it bears the suffix {@code .open} until it is closed. Bytes gather in a
 * direct buffer; {@link #commit} says that what was put so far is whole, {@link #uncommit} that
 * what came since must go.
 *
 * <p>Owned by one writer at a time, so no lock. A channel that fails, or is closed because its
 * thread was interrupted, is opened anew at the next use and cut at the last commit.
 */
final class OpenFile implements DeflateEncoder.Sink, AutoCloseable {
    static final String SUFFIX = ".open";

    private final Disk disk;
    private final Path file;
    private final ByteBuffer buffer;
    private Disk.File onDisk;
    private boolean isSound = true;

    /** Then a part of it may have been written. */
    private boolean isWriteFailed;

    /** Then only the new name must still be made durable. */
    private boolean isRenamed;

    private long committedBytes;
    private long writtenBytes;

    private OpenFile(Disk disk, Path file, int bufferBytes, Disk.File onDisk) {
        this.disk = disk;
        this.file = file;
        buffer = ByteBuffer.allocateDirect(bufferBytes);
        this.onDisk = onDisk;
    }

    /**
     * @param file the name that it will have when it is closed
     */
    static OpenFile create(Disk.Opener disks, Path file, int bufferBytes) throws IOException {
        Path open = openName(file);
        try {
            var disk = disks.at(directory(file));
            return new OpenFile(disk, file, bufferBytes, disk.create(name(open)));
        } catch (IOException e) {
            throw new IOException(open + ": cannot be created: " + e.getMessage(), e);
        }
    }

    static Path openName(Path file) {
        return file.resolveSibling(file.getFileName() + SUFFIX);
    }

    private static Path directory(Path file) {
        Path parent = file.getParent();
        return parent == null ? Path.of("") : parent;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    Path file() {
        return file;
    }

    /** Where the next byte will lie. */
    long position() {
        return writtenBytes + buffer.position();
    }

    long committedBytes() {
        return committedBytes;
    }

    @Override
    public ByteBuffer room() throws IOException {
        if (!buffer.hasRemaining()) flush();
        return buffer;
    }

    void put(byte[] bytes, int from, int length) throws IOException {
        for (int at = from; at < from + length; ) {
            var room = room();
            int n = Math.min(room.remaining(), from + length - at);
            room.put(bytes, at, n);
            at += n;
        }
    }

    /** Puts and commits, all of it or nothing. */
    void append(byte[] bytes) throws IOException {
        try {
            put(bytes, 0, bytes.length);
            commit();
        } catch (IOException e) {
            rollback();
            throw e;
        }
    }

    /** All that was put is handed to the operating system and will not be rolled back. */
    void commit() throws IOException {
        flush();
        committedBytes = writtenBytes;
    }

    private void flush() throws IOException {
        if (!isSound) reopen();
        buffer.flip();
        try {
            onDisk.write(writtenBytes, buffer);
        } catch (IOException e) {
            isWriteFailed = true;
            throw failure("write", writtenBytes, e);
        }
        writtenBytes += buffer.limit();
        buffer.clear();
    }

    /** Returns whether more than this number of bytes have, or may have, come into the file. */
    boolean isWrittenBehind(long bytes) {
        return writtenBytes > bytes || isWriteFailed;
    }

    /** Takes back what was committed since the file was {@code bytes} long. */
    void uncommit(long bytes) {
        committedBytes = bytes;
        rollback();
    }

    /** Forgets what was put since the last commit. */
    private void rollback() {
        buffer.clear();
        writtenBytes = committedBytes;
        try {
            onDisk.truncate(committedBytes);
        } catch (IOException e) {
            isSound = false; // tried again before the next byte is written
        }
    }

    private void reopen() throws IOException {
        try {
            onDisk.close();
            onDisk = disk.open(name(openName(file)));
            onDisk.truncate(committedBytes);
            isSound = true;
        } catch (IOException e) {
            throw failure("open again", committedBytes, e);
        }
    }

    /** Returns the file to sync without its owner; it may be closed by then. */
    Disk.File onDisk() {
        return onDisk;
    }

    void force() throws IOException {
        if (!isSound) reopen();
        try {
            onDisk.sync();
        } catch (IOException e) {
            isSound = false;
            throw failure("sync", committedBytes, e);
        }
    }

    /**
     * Makes it durable and takes the suffix off. Uncommitted bytes are dropped, and a file that got
     * none at all is deleted. When it throws, it may be called again.
     */
    @Override
    public void close() throws IOException {
        if (!isRenamed) {
            if (position() != committedBytes) rollback();
            force();
        }
        try {
            if (!isRenamed) rename();
            disk.syncNames();
        } catch (IOException e) {
            throw failure("close", committedBytes, e);
        }
    }

    private void rename() throws IOException {
        onDisk.close();
        isSound = false;
        if (committedBytes == 0) disk.delete(name(openName(file)));
        else disk.rename(name(openName(file)), name(file));
        isRenamed = true;
    }

    private IOException failure(String what, long offset, IOException cause) {
        return new IOException(
                openName(file) + " at " + offset + ": " + what + " failed: " + cause, cause);
    }
}
