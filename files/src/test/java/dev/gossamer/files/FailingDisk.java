package dev.gossamer.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Real directories whose operations fail: all of them by chance, writes where there is no room, or
 * opening and cutting while the disk is broken. A write that fails may have written a part.
 */
public final class FailingDisk implements Disk.Opener {
    private static final String FULL = "No space left on device";

    private final Random random;
    private double chance;
    private long room = Long.MAX_VALUE;
    private boolean isBroken;
    private boolean failsNextNames;
    private int failures;

    /**
     * @param seed of the chance by which operations fail
     */
    public FailingDisk(long seed) {
        random = new Random(seed);
    }

    /** Lets each operation fail with this probability from now on. */
    public void failWith(double probability) {
        chance = probability;
    }

    /** Lets writes fail when so many bytes more were written. */
    public void room(long bytes) {
        room = bytes;
    }

    /** Lets opening and cutting a file fail until further notice. */
    public void broken(boolean isBroken) {
        this.isBroken = isBroken;
    }

    /** Lets the next attempt to make names durable fail, behind the rename. */
    public void failNextSyncOfNames() {
        failsNextNames = true;
    }

    /** Returns how many operations have failed by chance. */
    public int failures() {
        return failures;
    }

    @Override
    public Disk at(Path directory) throws IOException {
        return new Directory(new DirectoryDisk(directory));
    }

    private void mayFail() throws IOException {
        if (isBroken) throw new IOException("broken");
        failByChance();
    }

    private void failByChance() throws IOException {
        if (chance == 0 || random.nextDouble() >= chance) return;
        failures++;
        throw new IOException(FULL);
    }

    private final class Directory implements Disk {
        private final Disk disk;

        Directory(Disk disk) {
            this.disk = disk;
        }

        @Override
        public List<String> list() throws IOException {
            failByChance();
            return disk.list();
        }

        @Override
        public File create(String name) throws IOException {
            mayFail();
            return new Opened(disk.create(name));
        }

        @Override
        public File open(String name) throws IOException {
            mayFail();
            return new Opened(disk.open(name));
        }

        @Override
        public void delete(String name) throws IOException {
            failByChance();
            disk.delete(name);
        }

        @Override
        public void rename(String from, String to) throws IOException {
            failByChance();
            disk.rename(from, to);
        }

        @Override
        public void syncNames() throws IOException {
            failByChance();
            if (failsNextNames) {
                failsNextNames = false;
                throw new IOException("Input/output error");
            }
            disk.syncNames();
        }

        @Override
        public String place(String name) {
            return disk.place(name);
        }
    }

    private final class Opened implements Disk.File {
        private final Disk.File file;

        Opened(Disk.File file) {
            this.file = file;
        }

        @Override
        public long bytes() throws IOException {
            return file.bytes();
        }

        @Override
        public int read(long offset, byte[] to, int at, int length) throws IOException {
            failByChance();
            return file.read(offset, to, at, length);
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            int length = from.remaining();
            int part = chance == 0 ? length : random.nextInt(length + 1);
            int fits = (int) Math.min(room, part);
            file.write(offset, from.slice(from.position(), fits));
            from.position(from.position() + fits);
            room -= fits;
            if (fits < part) throw new IOException(FULL);
            if (fits == length) return;
            failByChance();
            write(offset + fits, from);
        }

        @Override
        public void truncate(long bytes) throws IOException {
            mayFail();
            file.truncate(bytes);
        }

        @Override
        public void sync() throws IOException {
            failByChance();
            file.sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
