package dev.gossamer.store;

import dev.gossamer.deflate.DeflateEncoder;
import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
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

    private final ArchiveDisk disk;
    private final Path file;
    private final ByteBuffer buffer;
    private ArchiveDisk.Appender appender;
    private boolean isSound = true;

    /** Then a part of it may have been written. */
    private boolean isWriteFailed;

    private long committedBytes;
    private long writtenBytes;

    private OpenFile(ArchiveDisk disk, Path file, int bufferBytes, ArchiveDisk.Appender appender) {
        this.disk = disk;
        this.file = file;
        buffer = ByteBuffer.allocateDirect(bufferBytes);
        this.appender = appender;
    }

    /**
     * @param file the name that it will have when it is closed
     */
    static OpenFile create(ArchiveDisk disk, Path file, int bufferBytes) throws IOException {
        Path open = openName(file);
        try {
            return new OpenFile(disk, file, bufferBytes, disk.open(open, 0));
        } catch (IOException e) {
            throw new IOException(open + ": cannot be created: " + e.getMessage(), e);
        }
    }

    static Path openName(Path file) {
        return file.resolveSibling(file.getFileName() + SUFFIX);
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

    /** Room for at least one byte; what is put there follows what was put before. */
    ByteBuffer room() throws IOException {
        if (!buffer.hasRemaining()) flush();
        return buffer;
    }

    @Override
    public void put(byte[] bytes, int from, int length) throws IOException {
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
            appender.write(buffer);
        } catch (IOException e) {
            isWriteFailed = true;
            throw failure("write", writtenBytes, e);
        }
        writtenBytes += buffer.limit();
        buffer.clear();
    }

    /** Whether more than so many bytes have, or may have, come into the file. */
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
            appender.truncate(committedBytes);
        } catch (IOException e) {
            isSound = false; // tried again before the next byte is written
        }
    }

    private void reopen() throws IOException {
        try {
            appender.close();
            appender = disk.open(openName(file), committedBytes);
            isSound = true;
        } catch (IOException e) {
            throw failure("open again", committedBytes, e);
        }
    }

    /** To be forced by somebody else, who may find it closed. */
    ArchiveDisk.Appender appender() {
        return appender;
    }

    void force() throws IOException {
        if (!isSound) reopen();
        try {
            appender.force();
        } catch (IOException e) {
            isSound = false;
            throw failure("sync", committedBytes, e);
        }
    }

    /**
     * Makes it durable and takes the suffix off. Uncommitted bytes are dropped, and a file that got
     * none at all goes.
     */
    @Override
    public void close() throws IOException {
        if (position() != committedBytes) rollback();
        force();
        try {
            appender.close();
            isSound = false;
            if (committedBytes == 0) Files.deleteIfExists(openName(file));
            else ReplacedFile.rename(openName(file), file);
        } catch (IOException e) {
            throw failure("close", committedBytes, e);
        }
    }

    private IOException failure(String what, long offset, IOException cause) {
        return new IOException(
                openName(file) + " at " + offset + ": " + what + " failed: " + cause, cause);
    }
}
