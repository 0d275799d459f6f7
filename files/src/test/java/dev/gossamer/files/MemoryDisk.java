package dev.gossamer.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * Files in memory that can fail: the process can be killed in the middle of any write, power loss
 * takes what was not synced, and there may be no room.
 */
public final class MemoryDisk implements Disk {
    /** The process is dead; nothing that happens after this counts. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed() {
            super("killed", null, false, false);
        }
    }

    /** The message of a write for which there is no room. */
    public static final String FULL = "no space left";

    private static final class Content {
        byte[] bytes = {};
        int length;
        int synced;

        /** What the disk refused: it is read as it was written until the power is lost. */
        int refusedFrom;

        int refusedTo;
    }

    private final TreeMap<String, Content> files = new TreeMap<>();
    private long killAfterBytes = Long.MAX_VALUE;
    private long roomBytes = Long.MAX_VALUE;
    private int syncsUntilFailure = Integer.MAX_VALUE;

    /** The process dies when so many bytes more were written; each other change counts as ten. */
    public void killAfter(long bytes) {
        killAfterBytes = bytes;
    }

    /** So many bytes more may be written before the disk is full. */
    public void room(long bytes) {
        roomBytes = bytes;
    }

    /** After so many more a sync fails, and as with Linux a later one does not make up for it. */
    public void failSyncAfter(int syncs) {
        syncsUntilFailure = syncs;
    }

    /** What was not synced is cut at a random place in each file, or left as zeros. */
    public void losePower(Random random) {
        for (var content : files.values()) {
            if (content.refusedTo > 0)
                Arrays.fill(content.bytes, content.refusedFrom, content.refusedTo, (byte) 0);
            int lost = content.length - content.synced;
            if (lost == 0) continue;
            int kept = content.synced + random.nextInt(lost + 1);
            if (random.nextBoolean()) content.length = kept;
            else Arrays.fill(content.bytes, kept, content.length, (byte) 0);
        }
    }

    /** Returns the bytes of all files together. */
    public long bytes() {
        return files.values().stream().mapToLong(c -> c.length).sum();
    }

    /** Returns the bytes of a file that a loss of power may take. */
    public long unsyncedBytes(String name) {
        var content = content(name, "ask about");
        return (long) content.length - content.synced;
    }

    /** Returns a copy of what a file holds. */
    public byte[] content(String name) {
        var content = content(name, "read");
        return Arrays.copyOf(content.bytes, content.length);
    }

    /** Puts a file there. */
    public void content(String name, byte[] bytes) {
        var content = new Content();
        content.bytes = bytes;
        content.length = bytes.length;
        files.put(name, content);
    }

    private Content content(String name, String what) {
        var content = files.get(name);
        if (content == null) throw new AssertionError("no file to " + what + ": " + name);
        return content;
    }

    private void spend(long bytes) {
        killAfterBytes -= bytes;
        if (killAfterBytes < 0) throw new Killed();
    }

    @Override
    public List<String> list() {
        return new ArrayList<>(files.keySet());
    }

    @Override
    public File create(String name) {
        spend(10);
        var content = new Content();
        files.put(name, content);
        return new Opened(content);
    }

    @Override
    public File open(String name) throws NoSuchFileException {
        if (!files.containsKey(name)) throw new NoSuchFileException(place(name));
        return new Opened(content(name, "open"));
    }

    @Override
    public void delete(String name) {
        spend(10);
        files.remove(name);
    }

    @Override
    public void rename(String from, String to) {
        spend(10);
        files.put(to, content(from, "rename"));
        files.remove(from);
    }

    @Override
    public void syncNames() {
        spend(1);
    }

    @Override
    public String place(String name) {
        return "memory/" + name;
    }

    private final class Opened implements File {
        private final Content content;

        Opened(Content content) {
            this.content = content;
        }

        @Override
        public long bytes() {
            return content.length;
        }

        @Override
        public int read(long offset, byte[] to, int at, int length) {
            int read = (int) Math.max(0, Math.min(length, content.length - offset));
            if (read > 0) System.arraycopy(content.bytes, (int) offset, to, at, read);
            return read;
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            int length = from.remaining();
            if (killAfterBytes < 0) throw new Killed();
            int written = (int) Math.min(length, Math.min(killAfterBytes, roomBytes));
            int end = (int) offset + written;
            if (end > content.bytes.length)
                content.bytes = Arrays.copyOf(content.bytes, Math.max(end, end * 3 / 2));
            from.get(content.bytes, (int) offset, written);
            // Written anew, it can be synced again.
            if (offset <= content.refusedFrom && end >= content.refusedTo) content.refusedTo = 0;
            content.length = Math.max(content.length, end);
            roomBytes -= written;
            if (written < length && roomBytes <= 0) throw new IOException(FULL);
            spend(length);
        }

        @Override
        public void truncate(long bytes) {
            spend(10);
            content.length = (int) Math.min(content.length, bytes);
            content.synced = Math.min(content.synced, content.length);
        }

        @Override
        public void sync() throws IOException {
            spend(1);
            if (syncsUntilFailure-- == 0) {
                content.refusedFrom = content.synced;
                content.refusedTo = content.length;
                content.synced = content.length;
                throw new IOException("input/output error");
            }
            content.synced = content.length;
        }

        @Override
        public void close() {}
    }
}
