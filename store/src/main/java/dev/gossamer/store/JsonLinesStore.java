package dev.gossamer.store;

import dev.gossamer.files.DirectoryDisk;
import dev.gossamer.files.Disk;
import dev.gossamer.files.ReplacedFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A JSON object a line for each capture that is a page: what {@link PageFacts} knows of it, and the
 * facts of the answer. Lines are made by the workers at once; the lock is held while one is
 * appended.
 */
public final class JsonLinesStore implements Store {
    public static final long DEFAULT_FILE_BYTES = 1L << 28;
    private static final String SUFFIX = ".jsonl";

    private final Set<PageField> fields;
    private final RollingFile files;

    private JsonLinesStore(Set<PageField> fields, RollingFile files) {
        this.fields = Set.copyOf(fields);
        this.files = files;
    }

    public static JsonLinesStore open(Path dir, Set<PageField> fields) throws IOException {
        return open(dir, fields, DEFAULT_FILE_BYTES, DirectoryDisk::new);
    }

    static JsonLinesStore open(
            Path dir, Set<PageField> fields, long maxFileBytes, Disk.Opener disks)
            throws IOException {
        Files.createDirectories(dir);
        repair(dir);
        return new JsonLinesStore(
                fields, RollingFile.in(disks, dir, "pages", SUFFIX, maxFileBytes));
    }

    /** Cuts what a crash left after the last whole line. */
    private static void repair(Path dir) throws IOException {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(dir, "*" + SUFFIX + ".open")) {
            for (Path file : open) {
                try (var channel = FileChannel.open(file, StandardOpenOption.WRITE);
                        var bytes = PagedFile.open(file)) {
                    long end = bytes.bytes();
                    while (end > 0 && bytes.at(end - 1) != '\n') end--;
                    channel.truncate(end);
                }
                String name = String.valueOf(file.getFileName());
                Path closed = file.resolveSibling(name.substring(0, name.length() - 5));
                ReplacedFile.move(file, closed);
            }
        }
    }

    @Override
    public void write(Capture capture) throws IOException {
        byte[] line = PageField.line(fields, capture.shown()).getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            files.current().append(line);
        }
    }

    @Override
    public synchronized void sync() throws IOException {
        files.sync();
    }

    @Override
    public synchronized void close() throws IOException {
        files.close();
    }
}
