package dev.gossamer.frontier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

/** A directory of the file system. */
final class DirectoryDisk implements Disk {
    private final Path directory;
    private final StandardOpenOption[] access;

    DirectoryDisk(Path directory) throws IOException {
        this(directory, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.createDirectories(directory);
    }

    private DirectoryDisk(Path directory, StandardOpenOption... access) {
        this.directory = directory;
        this.access = access;
    }

    /** A directory whose files are opened for reading only; it needs no right to write. */
    static DirectoryDisk readOnly(Path directory) {
        return new DirectoryDisk(directory, StandardOpenOption.READ);
    }

    /** What a thread beside us met: damage as it is, anything else with what it kept us from. */
    static IOException failure(String what, CompletionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof UncheckedIOException unchecked) cause = unchecked.getCause();
        return cause instanceof DamagedFileException damaged
                ? damaged
                : new IOException(what, cause);
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
        Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void syncNames() throws IOException {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
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
        public void write(long offset, byte[] from, int at, int length) throws IOException {
            var buffer = ByteBuffer.wrap(from, at, length);
            try {
                while (buffer.hasRemaining())
                    channel.write(buffer, offset + buffer.position() - at);
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
