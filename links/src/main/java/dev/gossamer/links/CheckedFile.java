package dev.gossamer.links;

import dev.gossamer.files.Checksum;
import dev.gossamer.files.DamagedFileException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads what {@link BlockWriter} wrote, mapped into memory. A block is checked when it is first
 * touched, so opening costs little and no damaged byte is ever believed. Free for all threads: two
 * may check one block both, which harms nobody.
 */
final class CheckedFile implements AutoCloseable {
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final Path path;
    private final Arena arena;
    private final MemorySegment bytes;
    private final long[] footer;
    private final long length;
    private final boolean[] isChecked;

    private CheckedFile(Path path, Arena arena, MemorySegment bytes, long[] footer, long length) {
        this.path = path;
        this.arena = arena;
        this.bytes = bytes;
        this.footer = footer;
        this.length = length;
        isChecked = new boolean[blocks(length)];
    }

    private static int blocks(long length) {
        return (int) ((length + BlockWriter.BLOCK - 1) >>> BlockWriter.BLOCK_SHIFT);
    }

    /**
     * @param numbers how many the footer holds
     */
    static CheckedFile open(Path path, int numbers) throws IOException {
        var arena = Arena.ofShared();
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            var bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return read(path, arena, bytes, numbers);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    private static CheckedFile read(Path path, Arena arena, MemorySegment bytes, int numbers)
            throws IOException {
        long end = bytes.byteSize();
        long footerAt = end - BlockWriter.FOOTER_TAIL - (long) numbers * Long.BYTES;
        if (footerAt < 0) throw damaged(path, end, "cut short");
        long length = bytes.get(LONG, end - BlockWriter.FOOTER_TAIL);
        if (length < 0 || length > end || length + 4L * blocks(length) != footerAt)
            throw damaged(path, end - BlockWriter.FOOTER_TAIL, "its length is not what it says");
        int sum = Checksum.of(bytes.asSlice(length, end - Integer.BYTES - length).asByteBuffer());
        if (sum != bytes.get(INT, end - Integer.BYTES))
            throw damaged(path, length, "wrong checksum of its table");
        var footer = new long[numbers];
        for (int i = 0; i < numbers; i++) footer[i] = bytes.get(LONG, footerAt + 8L * i);
        return new CheckedFile(path, arena, bytes, footer, length);
    }

    private static IOException damaged(Path path, long offset, String how) {
        return new DamagedFileException(path.toString(), offset, how);
    }

    /** What it holds makes no sense, though its checksums are right: written wrongly. */
    IOException damaged(long offset, String how) {
        return damaged(path, offset, how);
    }

    long footer(int i) {
        return footer[i];
    }

    /** Of the data, without checksums and footer. */
    long length() {
        return length;
    }

    /** To be called before the bytes from there on are asked for; at least one. */
    void check(long from, long count) throws IOException {
        if (from < 0 || count < 0 || from + count > length)
            throw damaged(from, "points outside of the file");
        long last = (from + count - 1) >>> BlockWriter.BLOCK_SHIFT;
        for (long i = from >>> BlockWriter.BLOCK_SHIFT; i <= last; i++) {
            if (!isChecked[(int) i]) checkBlock((int) i);
        }
    }

    private void checkBlock(int block) throws IOException {
        long from = (long) block << BlockWriter.BLOCK_SHIFT;
        var content = bytes.asSlice(from, Math.min(BlockWriter.BLOCK, length - from));
        if (Checksum.of(content.asByteBuffer()) != bytes.get(INT, length + 4L * block))
            throw damaged(from, "wrong checksum of this block");
        isChecked[block] = true;
    }

    /** Where the block ends in which this byte lies. */
    long blockEnd(long at) {
        return Math.min(length, ((at >>> BlockWriter.BLOCK_SHIFT) + 1) << BlockWriter.BLOCK_SHIFT);
    }

    int byteAt(long at) {
        return bytes.get(ValueLayout.JAVA_BYTE, at) & 255;
    }

    /** May reach beyond the data by seven bytes, into what follows it. */
    long longAt(long at) {
        return bytes.get(LONG, at);
    }

    void copy(long from, byte[] into, int offset, int count) {
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, from, into, offset, count);
    }

    @Override
    public String toString() {
        return path.toString();
    }

    @Override
    public void close() {
        arena.close();
    }
}
