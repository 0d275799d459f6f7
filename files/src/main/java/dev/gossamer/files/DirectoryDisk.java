package dev.gossamer.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A disk that is a directory of the file system. */
public final class DirectoryDisk implements Disk {
    private final Path directory;
    private final StandardOpenOption[] access;

    /** Creates the directory where it is missing. */
    public DirectoryDisk(Path directory) throws IOException {
        this(directory, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.createDirectories(directory);
    }

    private DirectoryDisk(Path directory, StandardOpenOption... access) {
        this.directory = directory;
        this.access = access;
    }

    /** Opens a directory whose files are only read; this needs no right to write. */
    public static DirectoryDisk readOnly(Path directory) {
        return new DirectoryDisk(directory, StandardOpenOption.READ);
    }

    @Override
    public List<String> list() throws IOException {
        var names = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(directory)) {
            for (var file : files) names.add(file.getFileName().toString());
        }
        names.sort(null);
        return names;
    }

    @Override
    public File create(String name) throws IOException {
        return open(
                name,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    @Override
    public File open(String name) throws IOException {
        return open(name, access);
    }

    private File open(String name, StandardOpenOption... options) throws IOException {
        var path = directory.resolve(name);
        return new ChannelFile(path, FileChannel.open(path, options));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        ReplacedFile.renameOnly(directory.resolve(from), directory.resolve(to));
    }

    @Override
    public void syncNames() throws IOException {
        ReplacedFile.force(directory);
    }

    @Override
    public String place(String name) {
        return directory.resolve(name).toString();
    }

    private record ChannelFile(Path path, FileChannel channel) implements File {
        @Override
        public long bytes() throws IOException {
            return channel.size();
        }

        @Override
        public int read(long offset, byte[] to, int at, int length) throws IOException {
            var buffer = ByteBuffer.wrap(to, at, length);
            while (buffer.hasRemaining())
                if (channel.read(buffer, offset + buffer.position() - at) < 0) break;
            return buffer.position() - at;
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            long next = offset;
            try {
                while (from.hasRemaining()) next += channel.write(from, next);
            } catch (IOException e) {
                throw new IOException(path + ": cannot write at offset " + offset, e);
            }
        }

        @Override
        public void truncate(long bytes) throws IOException {
            channel.truncate(bytes);
        }

        @Override
        public void sync() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
