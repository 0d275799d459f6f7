package dev.gossamer.store;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Index lines in the order in which one writer makes them, not sorted yet. A log holds lines of one
 * WARC file; its name says which and from which offset on, so that after a crash only what follows
 * its last line must be read again. Short enough to be searched line by line.
 */
final class IndexLog {
    static final String SUFFIX = ".log";
    static final int MAX_LINES = 1024;

    private static final int BUFFER_BYTES = 1 << 13;

    private final Disk.Opener disks;
    private final IndexFiles files;
    private final Runnable whenClosed;
    private @Nullable OpenFile file;
    private int lines;

    /**
     * @param whenClosed called after each log that is complete
     */
    IndexLog(Disk.Opener disks, IndexFiles files, Runnable whenClosed) {
        this.disks = disks;
        this.files = files;
        this.whenClosed = whenClosed;
    }

    /** Adds and commits a line. */
    void add(IndexEntry entry) throws IOException {
        if (file == null) {
            Path log = files.dir().resolve(entry.file() + "@" + entry.offset() + SUFFIX);
            file = OpenFile.create(disks, log, BUFFER_BYTES);
            lines = 0;
        }
        file.append((entry.line() + "\n").getBytes(StandardCharsets.US_ASCII));
        lines++;
    }

    boolean isFull() {
        return lines >= MAX_LINES;
    }

    Optional<Disk.File> openFile() {
        return file == null ? Optional.empty() : Optional.of(file.onDisk());
    }

    void sync() throws IOException {
        if (file != null) file.force();
    }

    void close() throws IOException {
        if (file == null) return;
        file.close();
        file = null;
        lines = 0;
        whenClosed.run();
    }
}
