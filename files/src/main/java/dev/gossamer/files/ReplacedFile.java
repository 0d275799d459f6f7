package dev.gossamer.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Replacement of a file as a whole: a reader sees the old content or the new one, never a part,
 * also after a crash or a power cut. The new content is written under another name and forced to
 * disk, then renamed, and the directory is forced to disk.
 */
public final class ReplacedFile {
    private static final Set<OpenOption> FRESH =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private ReplacedFile() {}

    /** Writes the content; it is durable when the method returns. */
    public static void write(Path file, byte[] content) throws IOException {
        write(file, content, new FileAttribute<?>[0]);
    }

    /**
     * Writes the content; it is durable when the method returns.
     *
     * @param permissions as ls shows them, used where the system has such; the file never has
     *     others, not even for a moment
     */
    public static void write(Path file, byte[] content, String permissions) throws IOException {
        if (!isPosix(file)) {
            write(file, content);
            return;
        }
        var attribute =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
        write(file, content, new FileAttribute<?>[] {attribute});
    }

    private static void write(Path file, byte[] content, FileAttribute<?>[] attributes)
            throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (var channel = FileChannel.open(fresh, FRESH, attributes)) {
            var bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) channel.write(bytes);
        }
        move(fresh, file);
    }

    /**
     * Gives a file that was written completely its final name, in the same directory. Content and
     * name are durable when the method returns.
     */
    public static void move(Path fresh, Path file) throws IOException {
        try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        rename(fresh, file);
    }

    /** As {@link #move}, for a file whose content was forced to disk before. */
    public static void rename(Path fresh, Path file) throws IOException {
        renameOnly(fresh, file);
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) force(directory);
    }

    /** Renames; the new name is durable when the directory is forced. */
    static void renameOnly(Path fresh, Path file) throws IOException {
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Makes the names in a directory durable; systems that are not POSIX cannot do that. */
    static void force(Path directory) throws IOException {
        if (!isPosix(directory)) return;
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
