package dev.gossamer.frontier;

import dev.gossamer.files.Varints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The URLs of one host that have one priority, first in first out, packed. The front is in memory,
 * to be read; the end is in memory, to be added to; what is between lies on disk in chunks. A short
 * lane is all front.
 *
 * <p>An item is its length and the entry as {@link Entry#put} packs it.
 */
final class Lane {
    /** A lane's first chunks are small, as most lanes are short; later ones save references. */
    private static final int FIRST_CHUNK_BYTES = 8 << 10;

    private static final int LARGEST_CHUNK_BYTES = 64 << 10;
    private static final byte[] NONE = {};
    private static final long[] NO_CHUNKS = {};

    final int priority;
    private final QueueMemory memory;
    private byte[] front = NONE;
    private int frontAt;
    private int frontEnd;
    private long[] chunks = NO_CHUNKS;
    private int firstChunk;
    private int chunksEnd;
    private byte[] back = NONE;
    private int backEnd;
    private long size;

    /** Of the first item, also while it lies on disk. */
    private long headNumber;

    Lane(int priority, QueueMemory memory) {
        this.priority = priority;
        this.memory = memory;
    }

    long size() {
        return size;
    }

    long headNumber() {
        return headNumber;
    }

    void add(long number, byte[] entry, int at, int length) {
        if (size++ == 0) headNumber = number;
        int room = length + 5;
        if (chunks.length == 0 && backEnd == 0 && frontEnd - frontAt + room <= chunkBytes()) {
            if (front.length - frontEnd < room) {
                front = grown(front, frontAt, frontEnd, room);
                frontEnd -= frontAt;
                frontAt = 0;
            }
            frontEnd = put(front, frontEnd, entry, at, length);
            return;
        }
        if (backEnd + room > chunkBytes()) spillBack();
        if (back.length - backEnd < room) back = grown(back, 0, backEnd, room);
        backEnd = put(back, backEnd, entry, at, length);
    }

    /** Positioned at the first entry; to be read at once. */
    Bytes head() {
        load();
        var bytes = new Bytes(0);
        bytes.array = front;
        bytes.position = frontAt;
        bytes.end = frontEnd;
        int length = bytes.getInt();
        bytes.end = bytes.position + length;
        return bytes;
    }

    /** Shows the first of those in memory but some, at most so many; returns how many. */
    int peek(int most, Predicate<Entry> isSkipped, Consumer<Entry> seen) {
        int shown = 0;
        var bytes = new Bytes(0);
        bytes.array = front;
        bytes.position = frontAt;
        while (shown < most && bytes.position < frontEnd) {
            bytes.end = frontEnd;
            int length = bytes.getInt();
            int next = bytes.position + length;
            bytes.end = next;
            var entry = Entry.get(bytes);
            if (!isSkipped.test(entry)) {
                seen.accept(entry);
                shown++;
            }
            bytes.position = next;
        }
        return shown;
    }

    void removeHead() {
        frontAt = head().end;
        if (--size == 0) {
            clear();
            return;
        }
        headNumber = head().getLong();
    }

    /** Gives up everything. */
    void clear() {
        memory.bytes -= front.length + back.length;
        front = NONE;
        back = NONE;
        frontAt = 0;
        frontEnd = 0;
        backEnd = 0;
        for (int i = firstChunk; i < chunksEnd; i++) memory.chunks.release(chunks[i]);
        chunks = NO_CHUNKS;
        firstChunk = 0;
        chunksEnd = 0;
        size = 0;
    }

    /** Moves what is in memory to disk, to make room; in memory it stays when that fails. */
    void spill() throws IOException {
        if (backEnd > 0) {
            push(memory.chunks.write(back, 0, backEnd));
            memory.bytes -= back.length;
            back = NONE;
            backEnd = 0;
        }
        if (frontEnd == frontAt) return;
        long reference = memory.chunks.write(front, frontAt, frontEnd - frontAt);
        if (firstChunk == 0) {
            var wider = new long[chunks.length + 4];
            System.arraycopy(chunks, 0, wider, 4, chunksEnd);
            chunks = wider;
            firstChunk = 4;
            chunksEnd += 4;
        }
        chunks[--firstChunk] = reference;
        memory.bytes -= front.length;
        front = NONE;
        frontAt = 0;
        frontEnd = 0;
    }

    void write(Bytes out) {
        out.putSigned(priority);
        out.putLong(size);
        out.putLong(headNumber);
        out.putLong(frontEnd - frontAt);
        out.putRaw(front, frontAt, frontEnd - frontAt);
        out.putLong(chunksEnd - firstChunk);
        for (int i = firstChunk; i < chunksEnd; i++) out.putFixed(chunks[i]);
        out.putLong(backEnd);
        out.putRaw(back, 0, backEnd);
    }

    static Lane read(Bytes in, QueueMemory memory) throws IOException {
        var lane = new Lane((int) in.getSigned(), memory);
        lane.size = in.getLong();
        lane.headNumber = in.getLong();
        lane.front = in.getBytes();
        lane.frontEnd = lane.front.length;
        lane.chunksEnd = in.getInt();
        if (lane.chunksEnd < 0 || lane.chunksEnd > in.length() / Long.BYTES)
            throw new IllegalStateException(lane.chunksEnd + " chunks");
        if (lane.chunksEnd > 0) lane.chunks = new long[lane.chunksEnd];
        for (int i = 0; i < lane.chunksEnd; i++) {
            lane.chunks[i] = in.getFixed();
            memory.chunks.restore(lane.chunks[i]);
        }
        lane.back = in.getBytes();
        lane.backEnd = lane.back.length;
        memory.bytes += lane.front.length + lane.back.length;
        return lane;
    }

    /** Brings the next part to the front when that is used up. */
    private void load() {
        if (frontAt < frontEnd) return;
        if (firstChunk < chunksEnd) {
            long reference = chunks[firstChunk];
            byte[] next;
            try {
                next = memory.chunks.read(reference);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            memory.chunks.release(reference);
            memory.bytes += next.length - front.length;
            front = next;
            frontAt = 0;
            frontEnd = next.length;
            if (++firstChunk == chunksEnd) {
                chunks = NO_CHUNKS;
                firstChunk = 0;
                chunksEnd = 0;
            }
        } else {
            memory.bytes -= front.length;
            front = back;
            frontAt = 0;
            frontEnd = backEnd;
            back = NONE;
            backEnd = 0;
        }
    }

    private int chunkBytes() {
        int doublings = (chunksEnd - firstChunk) / 16;
        return doublings > 2 ? LARGEST_CHUNK_BYTES : FIRST_CHUNK_BYTES << doublings;
    }

    /** Where the disk is full for now, the back simply grows. */
    private void spillBack() {
        if (backEnd == 0) return;
        try {
            push(memory.chunks.write(back, 0, backEnd));
            backEnd = 0;
        } catch (IOException e) {
            memory.refused(e);
        }
    }

    private void push(long reference) {
        if (chunksEnd == chunks.length) {
            int count = chunksEnd - firstChunk;
            var wider = new long[Math.max(4, count * 2)];
            System.arraycopy(chunks, firstChunk, wider, 0, count);
            chunks = wider;
            firstChunk = 0;
            chunksEnd = count;
        }
        chunks[chunksEnd++] = reference;
    }

    /** A larger array with the bytes from start to end at its beginning; exact when it is new. */
    private byte[] grown(byte[] old, int start, int end, int room) {
        int needed = end - start + room;
        var larger = new byte[end == start ? needed : Math.max(needed, (end - start) * 2)];
        System.arraycopy(old, start, larger, 0, end - start);
        memory.bytes += larger.length - old.length;
        return larger;
    }

    private static int put(byte[] to, int end, byte[] entry, int at, int length) {
        int start = Varints.put(to, end, length);
        System.arraycopy(entry, at, to, start, length);
        return start + length;
    }
}
