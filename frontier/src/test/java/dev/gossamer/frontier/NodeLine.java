package dev.gossamer.frontier;

import dev.gossamer.files.Disk;
import dev.gossamer.files.DiskLostException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The line between a simulated node and the brokers that hold its shards. It can be cut for a
 * while; the node can be fenced, so that nothing it writes is taken any more; and something can
 * happen in the middle of what the node writes.
 */
final class NodeLine {
    /** The process ends in the middle of what it does. */
    static final class Died extends Error {
        private static final long serialVersionUID = 1;

        Died() {
            super("died", null, false, false);
        }
    }

    private boolean isCut;
    private boolean isFenced;
    private boolean isDead;
    private int untilEvent;
    private Runnable event = () -> {};

    boolean isWell() {
        return !isCut && !isFenced && !isDead;
    }

    boolean isCut() {
        return isCut;
    }

    boolean isDead() {
        return isDead;
    }

    boolean isFenced() {
        return isFenced;
    }

    void cut() {
        isCut = true;
    }

    void mend() {
        isCut = false;
    }

    void fence() {
        isFenced = true;
    }

    void die() {
        isDead = true;
    }

    /** Something happens before so many operations more are done. */
    void after(int operations, Runnable what) {
        untilEvent = operations;
        event = what;
    }

    private void use() throws IOException {
        if (untilEvent > 0 && --untilEvent == 0) event.run();
        if (isDead) throw new Died();
        if (isFenced) throw new DiskLostException("fenced");
        if (isCut) throw new IOException("the brokers are away");
    }

    /** The files of a shard at the other end. */
    Disk to(Disk far) {
        return new FarDisk(far);
    }

    private final class FarDisk implements Disk {
        private final Disk far;

        FarDisk(Disk far) {
            this.far = far;
        }

        @Override
        public List<String> list() throws IOException {
            return far.list();
        }

        @Override
        public File create(String name) throws IOException {
            use();
            return new FarFile(far.create(name));
        }

        @Override
        public File open(String name) throws IOException {
            return new FarFile(far.open(name));
        }

        @Override
        public void delete(String name) throws IOException {
            use();
            far.delete(name);
        }

        @Override
        public void rename(String from, String to) throws IOException {
            use();
            far.rename(from, to);
        }

        @Override
        public void syncNames() throws IOException {
            use();
            far.syncNames();
        }

        @Override
        public String place(String name) {
            return far.place(name);
        }
    }

    private final class FarFile implements Disk.File {
        private final Disk.File far;

        FarFile(Disk.File far) {
            this.far = far;
        }

        @Override
        public long bytes() throws IOException {
            return far.bytes();
        }

        @Override
        public int read(long offset, byte[] to, int at, int length) throws IOException {
            return far.read(offset, to, at, length);
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            use();
            far.write(offset, from);
        }

        @Override
        public void truncate(long bytes) throws IOException {
            use();
            far.truncate(bytes);
        }

        @Override
        public void sync() throws IOException {
            use();
            far.sync();
        }

        @Override
        public void close() throws IOException {
            far.close();
        }
    }
}
