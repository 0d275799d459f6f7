package dev.gossamer.frontier;

import dev.gossamer.files.BlockHead;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The middle parts of long queues, on disk. A chunk is written once and read once; a segment file
 * in which no chunk is needed any more is deleted, after a snapshot that does not name it.
 */
final class Chunks implements ChunkStore, AutoCloseable {
    static final String SEGMENT = "queue-";
    private static final int OFFSET_BITS = 32;

    private final Disk disk;
    private final long segmentBytes;
    private final Map<Integer, Segment> segments = new TreeMap<>();
    private int current = -1;
    private int next;

    private static final class Segment {
        final Disk.File file;
        long bytes;
        int live;

        /** Of its bytes, those that are known to be on the disk. */
        long syncedBytes;

        /** The disk refused it once: another sync alone may succeed without having written it. */
        boolean isDoubtful;

        Segment(Disk.File file, long bytes) {
            this.file = file;
            this.bytes = bytes;
        }

        /** Makes the system take all of it anew. */
        private void rewrite(long end) throws IOException {
            var part = new byte[(int) Math.min(end, 1 << 20)];
            for (long at = 0; at < end; ) {
                int read = file.read(at, part, 0, (int) Math.min(part.length, end - at));
                if (read <= 0) throw new IOException("a queue's segment has become shorter");
                file.write(at, part, 0, read);
                at += read;
            }
        }
    }

    /** A segment that must be on the disk, up to so many bytes, before a snapshot names it. */
    record Unsynced(Segment segment, long bytes) {
        /** On another thread than that of the queues. */
        void sync() throws IOException {
            try {
                if (segment.isDoubtful) segment.rewrite(bytes);
                segment.file.sync();
                segment.isDoubtful = false;
            } catch (IOException e) {
                segment.isDoubtful = true;
                throw e;
            }
        }
    }

    /** What a crash left is never written to again: the first new chunk begins a new segment. */
    Chunks(Disk disk, long segmentBytes) throws IOException {
        this.disk = disk;
        this.segmentBytes = segmentBytes;
        for (var name : disk.list())
            if (name.startsWith(SEGMENT)) next = Math.max(next, number(name) + 1);
    }

    @Override
    public long write(byte[] from, int at, int length) throws IOException {
        var segment = segments.get(current);
        if (segment == null || segment.bytes > segmentBytes) {
            segment = new Segment(disk.create(name(next)), 0);
            current = next++;
            segments.put(current, segment);
        }
        var header = new byte[BlockHead.BYTES];
        BlockHead.put(header, 0, from, at, length);
        segment.file.write(segment.bytes, header, 0, header.length);
        segment.file.write(segment.bytes + header.length, from, at, length);
        long reference = (long) current << OFFSET_BITS | segment.bytes;
        segment.bytes += header.length + length;
        segment.live++;
        return reference;
    }

    @Override
    public byte[] read(long reference) throws IOException {
        var segment = segment(reference);
        long offset = reference & 0xFFFF_FFFFL;
        var header = new byte[BlockHead.BYTES];
        int read = segment.file.read(offset, header, 0, header.length);
        int length = BlockHead.length(header, 0);
        if (read < header.length || length < 0) throw damaged(reference);
        var chunk = new byte[length];
        read = segment.file.read(offset + header.length, chunk, 0, length);
        if (read < length || !BlockHead.isIntact(header, 0, chunk, 0, length))
            throw damaged(reference);
        return chunk;
    }

    @Override
    public void release(long reference) {
        var segment = segments.get((int) (reference >>> OFFSET_BITS));
        if (segment != null) segment.live--;
    }

    @Override
    public void restore(long reference) throws IOException {
        segment(reference).live++;
    }

    /** What is to be synced before a snapshot that names it counts. */
    List<Unsynced> unsynced() {
        var unsynced = new ArrayList<Unsynced>();
        for (var segment : segments.values())
            if (segment.bytes > segment.syncedBytes)
                unsynced.add(new Unsynced(segment, segment.bytes));
        return unsynced;
    }

    /** All of these were synced. */
    static void synced(List<Unsynced> files) {
        for (var file : files)
            file.segment.syncedBytes = Math.max(file.segment.syncedBytes, file.bytes);
    }

    /** Segments that no queue needs now; they may go once a snapshot of now is on disk. */
    Set<String> dead() throws IOException {
        var dead = new HashSet<String>();
        for (var name : disk.list()) {
            if (!name.startsWith(SEGMENT)) continue;
            var segment = segments.get(number(name));
            if (number(name) != current && (segment == null || segment.live == 0)) dead.add(name);
        }
        return dead;
    }

    /** Returns the bytes of segments that no queue needs now. */
    long deadBytes() {
        long dead = 0;
        for (var each : segments.entrySet())
            if (each.getKey() != current && each.getValue().live == 0)
                dead += each.getValue().bytes;
        return dead;
    }

    void delete(Collection<String> names) throws IOException {
        for (var name : names) {
            var segment = segments.remove(number(name));
            if (segment != null) segment.file.close();
            disk.delete(name);
        }
    }

    @Override
    public void close() throws IOException {
        for (var segment : segments.values()) segment.file.close();
    }

    private Segment segment(long reference) throws IOException {
        int number = (int) (reference >>> OFFSET_BITS);
        var segment = segments.get(number);
        if (segment == null) {
            var file = disk.open(name(number));
            segment = new Segment(file, file.bytes());
            segment.syncedBytes = segment.bytes;
            segments.put(number, segment);
        }
        return segment;
    }

    private IOException damaged(long reference) {
        return new DamagedFileException(
                disk.place(name((int) (reference >>> OFFSET_BITS))), reference & 0xFFFF_FFFFL);
    }

    private static String name(int number) {
        return "%s%08d".formatted(SEGMENT, number);
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring(SEGMENT.length()));
    }
}
