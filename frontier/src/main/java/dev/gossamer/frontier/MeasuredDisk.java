package dev.gossamer.frontier;

import dev.gossamer.files.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A disk that knows how many bytes the frontier's files take on it together. Files are written by
 * several threads; the sizes are guarded by this object.
 */
final class MeasuredDisk implements Disk {
    private final Disk disk;
    private final Map<String, Size> sizes = new HashMap<>();
    private long bytes;

    private static final class Size {
        long bytes;
    }

    private MeasuredDisk(Disk disk) {
        this.disk = disk;
    }

    /** Measures the files that are there and whose names begin with one of the prefixes. */
    static MeasuredDisk of(Disk disk, List<String> prefixes) throws IOException {
        var measured = new MeasuredDisk(disk);
        for (var name : disk.list())
            if (prefixes.stream().anyMatch(name::startsWith)) measured.measure(name);
        return measured;
    }

    private void measure(String name) throws IOException {
        try (var file = disk.open(name)) {
            resized(size(name), file.bytes());
        }
    }

    /** Returns the bytes of all files together. */
    synchronized long bytes() {
        return bytes;
    }

    /** Returns the bytes of one file; zero when it is not there. */
    synchronized long bytes(String name) {
        var size = sizes.get(name);
        return size == null ? 0 : size.bytes;
    }

    private synchronized Size size(String name) {
        return sizes.computeIfAbsent(name, _ -> new Size());
    }

    private synchronized void resized(Size size, long now) {
        bytes += now - size.bytes;
        size.bytes = now;
    }

    private synchronized void removed(String name) {
        var size = sizes.remove(name);
        if (size != null) resized(size, 0);
    }

    @Override
    public List<String> list() throws IOException {
        return disk.list();
    }

    @Override
    public File create(String name) throws IOException {
        var file = disk.create(name);
        removed(name);
        return new MeasuredFile(file, size(name));
    }

    @Override
    public File open(String name) throws IOException {
        var file = disk.open(name);
        var size = size(name);
        resized(size, file.bytes());
        return new MeasuredFile(file, size);
    }

    @Override
    public void delete(String name) throws IOException {
        disk.delete(name);
        removed(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        disk.rename(from, to);
        synchronized (this) {
            removed(to);
            var size = sizes.remove(from);
            if (size != null) sizes.put(to, size);
        }
    }

    @Override
    public void syncNames() throws IOException {
        disk.syncNames();
    }

    @Override
    public String place(String name) {
        return disk.place(name);
    }

    private final class MeasuredFile implements File {
        private final File file;
        private final Size size;

        MeasuredFile(File file, Size size) {
            this.file = file;
            this.size = size;
        }

        @Override
        public long bytes() throws IOException {
            return file.bytes();
        }

        @Override
        public int read(long offset, byte[] to, int at, int length) throws IOException {
            return file.read(offset, to, at, length);
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            int length = from.remaining();
            file.write(offset, from);
            synchronized (MeasuredDisk.this) {
                resized(size, Math.max(size.bytes, offset + length));
            }
        }

        @Override
        public void truncate(long bytes) throws IOException {
            file.truncate(bytes);
            synchronized (MeasuredDisk.this) {
                resized(size, Math.min(size.bytes, bytes));
            }
        }

        @Override
        public void sync() throws IOException {
            file.sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
