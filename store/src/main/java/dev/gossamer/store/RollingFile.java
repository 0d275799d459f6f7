package dev.gossamer.store;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Appends to one file after another, each of bounded size, numbered. Not safe for several threads:
 * who owns it has the lock.
 */
final class RollingFile {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final Pattern SERIAL = Pattern.compile("-(\\d{5,9})\\.");

    private final Disk.Opener disks;
    private final Path dir;
    private final String prefix;
    private final String suffix;
    private final long maxFileBytes;
    private int nextSerial;
    private @Nullable OpenFile file;

    private RollingFile(
            Disk.Opener disks,
            Path dir,
            String prefix,
            String suffix,
            long maxFileBytes,
            int nextSerial) {
        this.disks = disks;
        this.dir = dir;
        this.prefix = prefix;
        this.suffix = suffix;
        this.maxFileBytes = maxFileBytes;
        this.nextSerial = nextSerial;
    }

    /** Numbers go on from the highest in the directory. */
    static RollingFile in(
            Disk.Opener disks, Path dir, String prefix, String suffix, long maxFileBytes)
            throws IOException {
        if (maxFileBytes < 1) throw new IllegalArgumentException("maxFileBytes " + maxFileBytes);
        int next = 0;
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(dir, prefix + "-*" + suffix + "*")) {
            for (Path old : files) {
                var serial = SERIAL.matcher(String.valueOf(old.getFileName()));
                if (serial.find()) next = Math.max(next, Integer.parseInt(serial.group(1)) + 1);
            }
        }
        return new RollingFile(disks, dir, prefix, suffix, maxFileBytes, next);
    }

    /** The file to append to. Full ones are closed before the next is begun. */
    OpenFile current() throws IOException {
        if (file != null && file.committedBytes() >= maxFileBytes) close();
        if (file == null) {
            String name = String.format(Locale.ROOT, "%s-%05d%s", prefix, nextSerial++, suffix);
            file = OpenFile.create(disks, dir.resolve(name), BUFFER_BYTES);
        }
        return file;
    }

    void sync() throws IOException {
        if (file != null) file.force();
    }

    void close() throws IOException {
        if (file == null) return;
        file.close();
        file = null;
    }
}
